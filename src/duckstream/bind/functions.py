"""Which functions are which: data about the dialects, by lower-case name."""

from __future__ import annotations

from sqlglot import exp


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Aggregates with a rule of their own. DISTINCT and FILTER go with each of them.
MAINTAINED_AGGREGATES = {
    exp.Count: "COUNT",
    exp.Sum: "SUM",
    exp.Avg: "AVG",
    exp.Min: "MIN",
    exp.Max: "MAX",
}

# Other aggregates of the dialects, which must not be taken for scalar functions.
OTHER_AGGREGATES = _words(
    "any any_value approx_count_distinct approx_percentile approx_quantile approx_top_k arbitrary "
    "arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax "
    "argmin array_agg bit_and bit_or bit_xor bitmap_and_agg bitmap_construct_agg bitmap_or_agg "
    "bitstring_agg bool_and bool_or collect_list collect_set corr count_if count_min_sketch "
    "count_star countif covar_pop covar_samp entropy every favg first first_value fsum geomean "
    "geometric_mean group_concat grouping grouping_id histogram histogram_exact histogram_numeric "
    "hll_sketch_agg hll_union_agg json_group_array json_group_object json_group_structure "
    "kahan_sum kurtosis kurtosis_pop last last_value list listagg mad map_agg max_by mean measure "
    "median min_by mode percentile percentile_approx percentile_cont percentile_disc product "
    "quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 "
    "regr_slope regr_sxx regr_sxy regr_syy schema_of_variant_agg sem skewness "
    "some std stddev stddev_pop stddev_samp string_agg sum_no_overflow sumkahan summary try_avg "
    "try_sum var_pop var_samp variance wavg weighted_avg"
)

# Functions whose value is not a function of their arguments.
VOLATILE = _words(
    "ago connection_id curdate current_catalog current_connection_id current_database "
    "current_date current_localtime current_localtimestamp current_query current_query_id "
    "current_role current_schema current_schemas current_setting current_time current_timestamp "
    "current_timezone current_transaction_id current_user current_version currval gen_random_uuid "
    "get_current_time get_current_timestamp getdate getenv getvariable in_search_path "
    "input_file_block_length input_file_block_start input_file_name java_method localtime "
    "localtimestamp monotonically_increasing_id nextval now pg_conf_load_time "
    "pg_postmaster_start_time rand randn random randstr reflect reservoir_quantile session_user "
    "setseed shuffle sleep_ms spark_partition_id stats sysdate today transaction_timestamp "
    "txid_current uniform user uuid uuidv4 uuidv7 version write_log"
)
VOLATILE_NODES = (
    exp.CurrentDate,
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentUser,
    exp.Localtime,
    exp.Localtimestamp,
    exp.Rand,
    exp.Randn,
    exp.Uuid,
)

# Functions that turn one row into several.
ROW_MAKERS = _words(
    "explode explode_outer generate_subscripts inline inline_outer json_tuple posexplode "
    "posexplode_outer regexp_split_to_table stack unnest"
)


def function_names(node: exp.Expr) -> set[str]:
    """The names a call may have been written with."""
    if isinstance(node, exp.Anonymous):
        return {node.name.casefold()}
    if isinstance(node, exp.Func):
        return {name.casefold() for name in type(node).sql_names()}
    return set()


def is_other_aggregate(node: exp.Expr) -> bool:
    if type(node) in MAINTAINED_AGGREGATES:
        return False
    named = function_names(node) & OTHER_AGGREGATES
    return isinstance(node, (exp.AggFunc, exp.WithinGroup, exp.IgnoreNulls)) or bool(named)


def is_volatile(node: exp.Expr) -> bool:
    if isinstance(node, VOLATILE_NODES):
        return True
    names = function_names(node)
    # Without an argument it is the time of the query.
    if "unix_timestamp" in names and not any(node.iter_expressions()):
        return True
    # AGE(x) with one argument measures from now.
    if "age" in names and isinstance(node, exp.Anonymous) and len(node.expressions) == 1:
        return True
    return bool(names & VOLATILE)


def makes_rows(node: exp.Expr) -> bool:
    return bool(function_names(node) & ROW_MAKERS)
