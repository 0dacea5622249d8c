"""The families of aggregate functions. The examples show the stored grouping of a view."""

from tests.support.construct import Construct, Section


def grouped(
    name: str, call: str, *shown_by: str, spark: str | None = None, only: str | None = None
) -> Construct:
    in_spark = None if spark is None else _by_key(spark)
    return Construct(name, _by_key(call), shown_by, spark=in_spark, only=only)


def _by_key(call: str) -> str:
    return f"SELECT k, {call} AS a FROM r GROUP BY k"


SECTION = Section(
    "Aggregate functions",
    (
        grouped("COUNT(*), COUNT(x)", "COUNT(x)", "23_constant*"),
        grouped("SUM of integers", "SUM(x)", "17_sum*", "22_sum_at*"),
        grouped("SUM of decimals", "SUM(d)", "22_widest*"),
        grouped("SUM of floating-point numbers", "SUM(f)", "22_double*"),
        grouped("AVG of integers", "AVG(x)", "22_avg_of_integers"),
        grouped("AVG of BIGINT", "AVG(CAST(x AS BIGINT))", "22_avg_of_integers"),
        grouped("AVG of decimals", "AVG(d)", "22_avg_of_decimals"),
        grouped("AVG of floating-point numbers", "AVG(f)", "22_double*"),
        grouped("MIN, MAX", "MAX(x)", "20_*"),
        grouped("COUNT(DISTINCT x)", "COUNT(DISTINCT x)", "24_count_distinct*"),
        grouped("SUM, AVG (DISTINCT x)", "SUM(DISTINCT x)", "24_distinct*"),
        grouped("FILTER", "SUM(x) FILTER (WHERE x > 2)", "24_filters"),
        grouped("COUNT_IF", "COUNT_IF(x > 2)"),
        grouped("BOOL_AND, BOOL_OR, EVERY", "BOOL_AND(x > 2)"),
        grouped("BIT_AND, BIT_OR, BIT_XOR", "BIT_XOR(x)"),
        grouped("VAR, STDDEV", "VAR_SAMP(x)"),
        grouped("CORR, COVAR, REGR", "COVAR_POP(x, d)"),
        grouped("MEDIAN", "MEDIAN(x)"),
        grouped("QUANTILE, PERCENTILE", "QUANTILE_CONT(x, 0.25)", spark="PERCENTILE(x, 0.25)"),
        grouped("PERCENTILE_CONT WITHIN GROUP", "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)"),
        grouped("APPROX_COUNT_DISTINCT", "APPROX_COUNT_DISTINCT(x)"),
        grouped(
            "STRING_AGG, LISTAGG",
            "STRING_AGG(t, ',' ORDER BY t)",
            spark="LISTAGG(t, ',') WITHIN GROUP (ORDER BY t)",
        ),
        grouped(
            "LIST, ARRAY_AGG, COLLECT_LIST",
            "LIST(x ORDER BY x)",
            spark="SORT_ARRAY(COLLECT_LIST(x))",
        ),
        grouped("ARG_MAX, MAX_BY", "ARG_MAX(t, x)", spark="MAX_BY(t, x)"),
        grouped("FIRST, LAST, ANY_VALUE", "FIRST(x ORDER BY x)", spark="ANY_VALUE(k)"),
        grouped("HISTOGRAM", "HISTOGRAM(x)", only="duckdb"),
        grouped("any other of the engine", "PRODUCT(x)", spark="KURTOSIS(x)"),
        Construct("one group: MIN, MAX", "SELECT MAX(x) AS a FROM r", ("20_*",)),
        Construct(
            "one group: COUNT(DISTINCT)", "SELECT COUNT(DISTINCT x) AS a FROM r", ("24_global*",)
        ),
        Construct(
            "expressions of aggregates",
            "SELECT k, SUM(x) / COUNT(*) AS a FROM r GROUP BY k",
            ("23_ratio*", "23_aggregates_of*"),
        ),
    ),
    "One function that has to be computed again brings the others of its group along. Below other "
    "operators every function is computed for the affected groups.",
)
