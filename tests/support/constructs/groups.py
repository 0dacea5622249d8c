"""GROUP BY, HAVING and DISTINCT."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "GROUP BY, HAVING, DISTINCT",
    (
        Construct(
            "columns", "SELECT k, SUM(x) AS n FROM r GROUP BY k", ("16_*", "18_null_group_key")
        ),
        Construct(
            "expressions, numbers, aliases",
            "SELECT x % 2 AS odd, COUNT(*) AS n FROM r GROUP BY odd",
            ("23_group_by_expression*", "21_group_by_a_case"),
        ),
        Construct(
            "GROUP BY ALL", "SELECT k, SUM(x) AS n FROM r GROUP BY ALL", ("23_group_by_all*",)
        ),
        Construct(
            "no GROUP BY: one row", "SELECT SUM(x) AS n, COUNT(*) AS c FROM r", ("15_global*",)
        ),
        Construct("no aggregates", "SELECT k FROM r GROUP BY k", ("23_group_by_without*",)),
        Construct(
            "over joins",
            "SELECT y, SUM(x) AS n FROM r JOIN s ON r.k = s.k GROUP BY y",
            ("15_global_aggregate_over_a_join", "17_sum_over_left_join*"),
        ),
        Construct(
            "HAVING", "SELECT k, SUM(x) AS n FROM r GROUP BY k HAVING COUNT(*) > 1", ("19_*",)
        ),
        Construct(
            "groups of groups",
            "SELECT n, COUNT(*) AS c FROM (SELECT SUM(x) AS n FROM r GROUP BY k) AS q GROUP BY n",
            ("23_count_of_counts", "23_three_levels*", "20_max_of_an_inner*"),
        ),
        Construct(
            "groups joined with groups",
            "SELECT p.n, q.m FROM (SELECT k, SUM(x) AS n FROM r GROUP BY k) AS p "
            "JOIN (SELECT k, SUM(y) AS m FROM s GROUP BY k) AS q ON p.k = q.k",
            ("23_join_of_two*",),
        ),
        Construct(
            "a total beside each row",
            "SELECT x, n FROM r, (SELECT SUM(y) AS n FROM s) AS q",
            ("15_two_global*", "15_totals*"),
        ),
        Construct(
            "GROUPING SETS", "SELECT k, t, SUM(x) AS n FROM r GROUP BY GROUPING SETS ((k), (k, t))"
        ),
        Construct("ROLLUP", "SELECT k, t, SUM(x) AS n FROM r GROUP BY ROLLUP (k, t)"),
        Construct("CUBE", "SELECT k, t, SUM(x) AS n FROM r GROUP BY CUBE (k, t)"),
        Construct(
            "GROUPING, GROUPING_ID",
            "SELECT k, GROUPING(k) AS g, SUM(x) AS n FROM r GROUP BY ROLLUP (k)",
        ),
        Construct("DISTINCT", "SELECT DISTINCT k FROM r", ("25_distinct*", "14_distinct*")),
        Construct(
            "DISTINCT below other operators",
            "SELECT x FROM r JOIN (SELECT DISTINCT k FROM s) AS q ON r.k = q.k",
            ("25_union_all_below_distinct", "23_distinct_over*"),
        ),
        Construct(
            "DISTINCT ON",
            "SELECT DISTINCT ON (k) k, x FROM r ORDER BY k, x DESC, t",
            ("29_distinct_on*",),
            only="duckdb",
        ),
    ),
    "The last grouping of a view is what is stored, with its counts and sums. Groupings below it "
    "are computed before and after for the keys that the change has touched.",
)
