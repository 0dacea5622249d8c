"""What stands in FROM beside tables: rows made from rows, common tables, pivots, recursion."""

from tests.support.construct import Construct, Section

CLOSURE = (
    "WITH RECURSIVE c(a, b) AS "
    "(SELECT a, b FROM edge UNION SELECT c.a, edge.b FROM c JOIN edge ON c.b = edge.a) "
    "SELECT a, b FROM c"
)
STEPS = (
    "WITH RECURSIVE c(n) AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 5) "
    "SELECT n, x FROM c JOIN r ON r.k = c.n"
)
DEPTHS = (
    "WITH RECURSIVE c(a, n) AS (SELECT a, 0 AS n FROM edge "
    "UNION ALL SELECT edge.b, n + 1 FROM c JOIN edge ON c.a = edge.a WHERE n < 3) "
    "SELECT a, n FROM c"
)
TWICE = (
    "WITH RECURSIVE c(a, b) AS "
    "(SELECT a, b FROM edge UNION SELECT c.a, d.b FROM c JOIN c AS d ON c.b = d.a) "
    "SELECT a, b FROM c"
)

SECTION = Section(
    "FROM: derived tables, WITH, rows made from rows",
    (
        Construct("derived tables", "SELECT q.n FROM (SELECT x + 1 AS n FROM r) AS q", ("32_*",)),
        Construct(
            "WITH",
            "WITH q AS (SELECT k, x FROM r WHERE x > 1) SELECT p.x FROM q AS p JOIN q ON p.k = q.x",
            ("10_cte*", "32_with_columns*"),
        ),
        Construct("WITH RECURSIVE, UNION", CLOSURE, ("30_*",), only="duckdb"),
        Construct("WITH RECURSIVE, UNION ALL", STEPS, ("30_recursion_that_counts", "30_path*")),
        Construct(
            "WITH RECURSIVE over a table",
            DEPTHS,
            ("30_rename*", "30_ways*"),
        ),
        Construct(
            "WITH RECURSIVE whose step reads rows twice, outer-joins or groups them",
            TWICE,
            ("30_step_that_is_not_linear",),
            only="duckdb",
        ),
        Construct(
            "VALUES",
            "SELECT x, name FROM r JOIN (VALUES (1, 'one'), (2, 'two')) AS v(k, name) ON r.k = v.k",
            ("31_values*",),
        ),
        Construct(
            "UNNEST in FROM", "SELECT k, e FROM r, UNNEST(l) AS u(e)", ("31_unnest",), only="duckdb"
        ),
        Construct(
            "UNNEST WITH ORDINALITY",
            "SELECT k, e, i FROM r, UNNEST(l) WITH ORDINALITY AS u(e, i)",
            ("31_unnest_with*",),
            only="duckdb",
        ),
        Construct(
            "UNNEST in SELECT", "SELECT k, UNNEST(l) AS e FROM r", ("31_unnest",), only="duckdb"
        ),
        Construct(
            "EXPLODE, POSEXPLODE, INLINE in SELECT",
            "SELECT k, EXPLODE(l) AS e FROM r",
            only="spark",
        ),
        Construct(
            "LATERAL VIEW [OUTER]",
            "SELECT k, e FROM r LATERAL VIEW OUTER EXPLODE(l) u AS e",
            only="spark",
        ),
        Construct(
            "LATERAL of a function", "SELECT k, e FROM r, LATERAL EXPLODE(l) AS u(e)", only="spark"
        ),
        Construct(
            "generate_series, range",
            "SELECT k, i FROM r, generate_series(1, x) AS g(i)",
            ("31_generate*",),
            only="duckdb",
        ),
        Construct(
            "PIVOT with a list",
            "SELECT * FROM (SELECT k, t, x FROM r) AS q PIVOT (SUM(x) FOR t IN ('a', 'b'))",
        ),
        Construct("UNPIVOT", "SELECT * FROM s UNPIVOT (v FOR n IN (k, y))"),
        Construct(
            "PIVOT ... ON, statement",
            "PIVOT s ON k IN (1, 2) USING SUM(y) GROUP BY y",
            only="duckdb",
        ),
    ),
    "A view may read other views. To it they are tables: their changes are what was written to the "
    "tables that store them, so a view on a view is maintained as its own query is "
    "(scenarios `07_*`).",
)
