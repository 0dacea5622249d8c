"""Joins by kind and by condition."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "Joins",
    (
        Construct(
            "inner", "SELECT x, y FROM r JOIN s ON r.k = s.k", ("01_*", "09_duplicate_matches")
        ),
        Construct(
            "several tables",
            "SELECT x, y, b FROM r JOIN s ON r.k = s.k JOIN edge ON a = y",
            ("03_*",),
        ),
        Construct("comma", "SELECT x, y FROM r, s WHERE r.k = s.k", ("09_comma*",)),
        Construct("CROSS", "SELECT x, y FROM r CROSS JOIN s", ("09_cross_join",)),
        Construct("USING", "SELECT k, x, y FROM r JOIN s USING (k)", ("09_using*",)),
        Construct("NATURAL", "SELECT k, x, y FROM r NATURAL JOIN s", ("09_natural*",)),
        Construct(
            "a table with itself",
            "SELECT p.x, q.x AS other FROM r AS p JOIN r AS q ON p.k = q.x",
            ("10_self*",),
        ),
        Construct(
            "LEFT", "SELECT x, y FROM r LEFT JOIN s ON r.k = s.k", ("05_left*", "05_several*")
        ),
        Construct("RIGHT", "SELECT x, y FROM r RIGHT JOIN s ON r.k = s.k", ("05_right_join",)),
        Construct("FULL", "SELECT x, y FROM r FULL JOIN s ON r.k = s.k", ("04_*",)),
        Construct(
            "NATURAL LEFT, RIGHT, FULL",
            "SELECT k, x, y FROM r NATURAL FULL JOIN s",
            ("09_natural_outer*",),
        ),
        Construct(
            "outer joins of outer joins",
            "SELECT x, y, b FROM r LEFT JOIN s ON r.k = s.k LEFT JOIN edge ON a = y",
            ("09_chained_left_joins", "09_left_inner_full*"),
        ),
        Construct(
            "outer join with an aggregate",
            "SELECT x, n FROM r "
            "LEFT JOIN (SELECT k, SUM(y) AS n FROM s GROUP BY k) AS q ON r.k = q.k",
            ("06_*",),
        ),
        Construct(
            "SEMI",
            "SELECT x FROM r SEMI JOIN s ON r.k = s.k",
            ("11_semi_join*",),
            spark="SELECT x FROM r LEFT SEMI JOIN s ON r.k = s.k",
        ),
        Construct(
            "ANTI",
            "SELECT x FROM r ANTI JOIN s ON r.k = s.k",
            ("11_not_exists*",),
            spark="SELECT x FROM r LEFT ANTI JOIN s ON r.k = s.k",
        ),
        Construct(
            "condition: several columns, NULLs",
            "SELECT x, y FROM r JOIN s ON r.k = s.k AND x = y",
            ("08_null_keys*",),
        ),
        Construct(
            "condition: IS NOT DISTINCT FROM",
            "SELECT x, y FROM r JOIN s ON r.k IS NOT DISTINCT FROM s.k",
            ("08_null_safe*", "08_is_distinct*"),
        ),
        Construct(
            "condition: expressions",
            "SELECT x, y FROM r JOIN s ON r.k + 1 = s.k",
            ("09_expressions*", "09_equalities*"),
        ),
        Construct(
            "condition: inequality, BETWEEN",
            "SELECT x, y FROM r JOIN s ON x < y",
            ("09_inequality*", "09_range*", "10_self_join_by_inequality"),
        ),
        Construct(
            "condition: OR", "SELECT x, y FROM r JOIN s ON r.k = s.k OR x = y", ("09_or_condition",)
        ),
        Construct(
            "condition: constant",
            "SELECT x, y FROM r LEFT JOIN s ON TRUE",
            ("09_join_on_true*", "09_outer_join_on_constants"),
        ),
        Construct(
            "outer join by inequality or OR",
            "SELECT x, y FROM r FULL JOIN s ON x < y",
            ("09_left_join_by_range", "09_full_join_by*"),
        ),
        Construct(
            "outer join, condition on one side only",
            "SELECT x, y FROM r LEFT JOIN s ON r.k = s.k AND x > 2",
            ("05_condition*",),
        ),
    ),
    "An inner join has one term for each table; an outer, semi or anti join looks again at the "
    "rows that a changed row can reach. Where a condition has equalities of columns, partners that "
    "take work to compute are computed for the values in the change only.",
)
