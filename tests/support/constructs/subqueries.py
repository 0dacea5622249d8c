"""Subqueries in expressions, by kind and by position."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "Subqueries",
    (
        Construct(
            "EXISTS in WHERE",
            "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE s.k = r.k)",
            ("11_exists*", "13_exists_three*"),
        ),
        Construct(
            "NOT EXISTS in WHERE",
            "SELECT x FROM r WHERE NOT EXISTS (SELECT 1 FROM s WHERE s.k = r.k)",
            ("11_not_exists*",),
        ),
        Construct(
            "EXISTS by inequality",
            "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE s.y > r.x)",
            ("13_exists_by_inequality",),
        ),
        Construct(
            "EXISTS over GROUP BY",
            "SELECT x FROM r WHERE EXISTS "
            "(SELECT k FROM s WHERE s.k = r.k GROUP BY k HAVING COUNT(*) > 1)",
            ("13_exists_over_group*", "13_exists_of_an_aggregate*"),
        ),
        Construct(
            "IN",
            "SELECT x FROM r WHERE k IN (SELECT k FROM s)",
            ("11_in_and_exists*", "13_in_with*"),
        ),
        Construct(
            "NOT IN, with the NULLs of SQL",
            "SELECT x FROM r WHERE k NOT IN (SELECT y FROM s)",
            ("12_not_in*",),
        ),
        Construct(
            "IN of several columns",
            "SELECT t FROM r WHERE (k, x) IN (SELECT k, y FROM s)",
            ("12_not_in_of_several*",),
        ),
        Construct(
            "correlated IN, NOT IN",
            "SELECT x FROM r WHERE x NOT IN (SELECT y FROM s WHERE s.k = r.k)",
            ("12_correlated_not_in",),
        ),
        Construct(
            "ANY, ALL",
            "SELECT x FROM r WHERE x >= ALL (SELECT y FROM s)",
            ("14_any_and_all",),
            only="duckdb",
        ),
        Construct(
            "EXISTS, IN under OR or NOT",
            "SELECT x FROM r WHERE x > 3 OR EXISTS (SELECT 1 FROM s WHERE s.k = r.k)",
            ("13_exists_under_or",),
        ),
        Construct(
            "EXISTS, IN in CASE or SELECT",
            "SELECT x, EXISTS (SELECT 1 FROM s WHERE s.k = r.k) AS e FROM r",
            ("13_exists_in_case*", "12_in_as_a_value*"),
        ),
        Construct(
            "EXISTS, IN in HAVING",
            "SELECT k, COUNT(*) AS n FROM r GROUP BY k HAVING k IN (SELECT k FROM s)",
            ("13_exists_in_having*",),
        ),
        Construct(
            "scalar, in WHERE",
            "SELECT x FROM r WHERE x = (SELECT MAX(y) FROM s)",
            ("27_equals_the_maximum",),
        ),
        Construct(
            "scalar, in SELECT",
            "SELECT x, (SELECT MAX(y) FROM s) AS top FROM r",
            ("27_scalar_subqueries*",),
        ),
        Construct(
            "scalar, in HAVING",
            "SELECT k, SUM(x) AS n FROM r GROUP BY k HAVING SUM(x) > (SELECT MIN(y) FROM s)",
            ("27_scalar_subqueries*",),
        ),
        Construct(
            "scalar, in ON",
            "SELECT x, y FROM r JOIN s ON r.k = s.k AND x < (SELECT MAX(b) FROM edge)",
            ("27_scalar_subqueries*",),
        ),
        Construct(
            "scalar, correlated by equality",
            "SELECT x FROM r WHERE x > (SELECT AVG(y) FROM s WHERE s.k = r.k)",
            ("27_equals_the_maximum_of*", "27_correlated*"),
        ),
        Construct(
            "scalar, correlated by inequality",
            "SELECT x, (SELECT COUNT(*) FROM s WHERE s.y < r.x) AS n FROM r",
            ("27_correlated*",),
        ),
        Construct(
            "scalar in scalar",
            "SELECT x FROM r WHERE x > (SELECT MIN(y) FROM s WHERE y > (SELECT MIN(b) FROM edge))",
            ("27_scalar_subquery_in*",),
        ),
        Construct(
            "scalar with LIMIT 1",
            "SELECT x, (SELECT y FROM s WHERE s.k = r.k ORDER BY y LIMIT 1) AS first FROM r",
            ("27_limit_one*",),
        ),
        Construct(
            "in a key of GROUP BY",
            "SELECT k IN (SELECT k FROM s) AS e, COUNT(*) AS n FROM r GROUP BY 1",
            ("13_exists_in_having*",),
            only="duckdb",
        ),
        Construct(
            "LATERAL",
            "SELECT x, q.n FROM r, LATERAL (SELECT SUM(y) AS n FROM s WHERE s.k = r.k) AS q",
            ("31_lateral*",),
        ),
        Construct(
            "LEFT JOIN LATERAL",
            "SELECT x, q.y FROM r LEFT JOIN LATERAL (SELECT y FROM s WHERE s.k = r.k) AS q ON TRUE",
            ("31_lateral_rows",),
        ),
    ),
    "Every subquery becomes a join. EXISTS, IN, ANY and ALL that have to hold are semi or anti "
    "joins; elsewhere they are looked up in the groups of their matches.",
)
