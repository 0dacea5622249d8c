"""ORDER BY and LIMIT."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "ORDER BY, LIMIT",
    (
        Construct(
            "ORDER BY, outermost", "SELECT k, x FROM r ORDER BY x DESC, k", ("29_order_by_alone",)
        ),
        Construct(
            "LIMIT, OFFSET, outermost",
            "SELECT k, x FROM r ORDER BY x, k LIMIT 3",
            ("29_top_n*", "29_limit_with_offset"),
        ),
        Construct(
            "of groups, outermost",
            "SELECT k, SUM(x) AS n FROM r GROUP BY k ORDER BY n DESC, k LIMIT 2",
            ("29_top_n_of_groups",),
        ),
        Construct(
            "LIMIT in a subquery",
            "SELECT k, x FROM (SELECT k, x FROM r ORDER BY x, k LIMIT 3) AS q",
            ("29_limit_inside*", "29_limit_in_in*", "29_limit_below*"),
        ),
        Construct(
            "LIMIT in a correlated subquery",
            "SELECT x, q.y FROM r, "
            "LATERAL (SELECT y FROM s WHERE s.k = r.k ORDER BY y LIMIT 2) AS q",
            ("29_correlated*",),
        ),
        Construct(
            "LIMIT of one side of UNION ALL",
            "SELECT k FROM r UNION ALL (SELECT k FROM s ORDER BY k LIMIT 2)",
            ("29_top_n_of_a_union",),
        ),
    ),
    "The outermost ORDER BY and LIMIT are not stored: they are part of the SQL view that is read.",
)
