"""Window functions by family and by frame."""

from tests.support.construct import Construct, Section


def over(name: str, call: str, window: str, *shown_by: str, only: str | None = None) -> Construct:
    return Construct(name, f"SELECT k, x, {call} OVER ({window}) AS w FROM r", shown_by, only=only)


KEYED = "PARTITION BY k ORDER BY x"

SECTION = Section(
    "Window functions",
    (
        over("ROW_NUMBER", "ROW_NUMBER()", KEYED, "28_row_number*", "28_equal_rows*"),
        over("RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST", "RANK()", KEYED, "28_rank*"),
        over("NTILE", "NTILE(2)", KEYED),
        over("LAG, LEAD", "LAG(x)", KEYED, "28_row_number_and_lag*"),
        over("FIRST_VALUE, LAST_VALUE, NTH_VALUE", "FIRST_VALUE(x)", KEYED, "28_first_and_last*"),
        over("aggregates of the whole partition", "SUM(x)", "PARTITION BY k", "28_several*"),
        over("running aggregates", "SUM(x)", KEYED, "28_frames_of_rows*"),
        over(
            "frame: ROWS",
            "SUM(x)",
            f"{KEYED} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            "28_frames_of_rows*",
        ),
        over(
            "frame: RANGE",
            "SUM(x)",
            f"{KEYED} RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING",
            "28_frames_of_rows*",
        ),
        over(
            "frame: GROUPS, EXCLUDE",
            "SUM(x)",
            f"{KEYED} GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW",
            "28_frames_of_groups*",
            only="duckdb",
        ),
        Construct(
            "COUNT(*) OVER",
            "SELECT k, COUNT(*) OVER (PARTITION BY k) AS w FROM r",
            ("28_several*",),
        ),
        Construct(
            "DISTINCT, FILTER with OVER",
            "SELECT k, COUNT(x) FILTER (WHERE x > 2) OVER (PARTITION BY k) AS w FROM r",
            ("28_windows_of_aggregates*",),
            only="duckdb",
        ),
        Construct(
            "no PARTITION BY",
            "SELECT k, RANK() OVER (ORDER BY x) AS w FROM r",
            ("28_no_partition",),
        ),
        Construct(
            "several partitions",
            "SELECT k, RANK() OVER (PARTITION BY k ORDER BY x) AS w, "
            "COUNT(x) OVER (PARTITION BY t) AS v FROM r",
            ("28_several*",),
        ),
        Construct(
            "WINDOW w AS (...)",
            "SELECT k, SUM(x) OVER w AS w FROM r WINDOW w AS (PARTITION BY k)",
            ("28_named*",),
        ),
        Construct(
            "QUALIFY",
            "SELECT k, x FROM r QUALIFY RANK() OVER (PARTITION BY k ORDER BY x) = 1",
            ("28_qualify*",),
        ),
        Construct(
            "over groups",
            "SELECT k, SUM(x) AS n, RANK() OVER (ORDER BY SUM(x)) AS w FROM r GROUP BY k",
            ("28_window_over*",),
        ),
        Construct(
            "in a subquery: the first of each",
            "SELECT k, x FROM "
            "(SELECT k, x, RANK() OVER (PARTITION BY k ORDER BY x) AS w FROM r) AS q WHERE w = 1",
            ("28_window_in*",),
        ),
    ),
    "Where the order of a window leaves rows open, the other columns settle it, the same way "
    "each time.",
)
