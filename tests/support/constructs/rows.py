"""Rows of one table: projections and filters."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "SELECT and WHERE",
    (
        Construct(
            "columns, expressions, aliases", "SELECT k, x * 2 AS twice FROM r", ("33_scalar*",)
        ),
        Construct("`*`, `t.*`", "SELECT * FROM r", ("34_select_star*",)),
        Construct(
            "`* EXCLUDE`, `REPLACE`",
            "SELECT * EXCLUDE (l) REPLACE (x + 1 AS x) FROM r",
            ("34_star_exclude*",),
            spark="SELECT * EXCEPT (l) FROM r",
        ),
        Construct(
            "CASE, COALESCE, casts", "SELECT CASE WHEN x > 2 THEN t END AS c FROM r", ("33_casts*",)
        ),
        Construct(
            "structs, lists, maps", "SELECT l[1] AS first FROM r", ("34_structs*", "34_subscripts")
        ),
        Construct(
            "lambdas",
            "SELECT list_transform(l, lambda e: e + 1) AS more FROM r",
            spark="SELECT transform(l, e -> e + 1) AS more FROM r",
        ),
        Construct(
            "WHERE, any condition",
            "SELECT k FROM r WHERE x > 2 AND NOT t LIKE 'a%'",
            ("33_and_or_not",),
        ),
        Construct(
            "rows that occur several times", "SELECT k FROM r", ("25_duplicates*", "14_duplicates*")
        ),
        Construct("SELECT without FROM", "SELECT 1 AS one", ("34_constant_only",)),
        Construct("FROM first", "FROM r SELECT k", ("34_from_first*",), only="duckdb"),
        Construct(
            "an alias used in the same SELECT",
            "SELECT x + 1 AS n, n * 2 AS m FROM r",
            ("23_lateral_aliases",),
        ),
    ),
)
