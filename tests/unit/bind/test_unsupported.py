"""SQL that is valid and has no rule here: refused, never planned wrongly."""

import pytest

from duckstream import UnsupportedSQLError, compile_ivm
from tests.unit.bind.wrong import Wrong

JOINS = [
    Wrong("OUTER_JOIN", "LEFT JOIN", "SELECT x\nFROM r\nLEFT JOIN ▸s ON r.k = s.k"),
    Wrong("OUTER_JOIN", "RIGHT JOIN", "SELECT x FROM r RIGHT JOIN ▸s ON r.k = s.k"),
    Wrong("OUTER_JOIN", "FULL JOIN", "SELECT x FROM r FULL OUTER JOIN ▸s ON r.k = s.k"),
    Wrong("OUTER_JOIN", "LEFT JOIN", "SELECT x FROM r NATURAL LEFT JOIN ▸s"),
    Wrong("SEMI_JOIN", "SEMI JOIN", "SELECT x FROM r SEMI JOIN ▸s ON r.k = s.k"),
    Wrong("SEMI_JOIN", "ANTI JOIN", "SELECT x FROM r ANTI JOIN ▸s ON r.k = s.k"),
    Wrong("ASOF_JOIN", "ASOF JOIN", "SELECT x FROM r ASOF JOIN ▸s ON r.k >= s.k"),
    Wrong("POSITIONAL_JOIN", "POSITIONAL JOIN", "SELECT x FROM r POSITIONAL JOIN ▸s"),
    Wrong("LATERAL", "LATERAL", "SELECT x FROM r, LATERAL (SELECT ▸y FROM s WHERE s.k = r.k) AS l"),
    Wrong("LATERAL", "LATERAL", "SELECT x FROM r JOIN LATERAL (SELECT ▸1) AS l ON TRUE"),
]

TABLE_EXPRESSIONS = [
    Wrong("VALUES", "VALUES", "SELECT * FROM (▸VALUES (1), (2)) AS v(a)"),
    Wrong("NOT_A_SELECT", "VALUES", "▸VALUES (1)"),
    Wrong("UNNEST", "UNNEST", "SELECT * FROM sales, ▸UNNEST(tags)"),
    Wrong("ROW_MAKER", "UNNEST(tags)", "SELECT id, ▸UNNEST(tags) FROM sales"),
    Wrong(
        "ROW_MAKER",
        "GENERATE_SUBSCRIPTS(tags, 1)",
        "SELECT ▸generate_subscripts(tags, 1) FROM sales",
    ),
    Wrong("TABLE_FUNCTION", "table function GENERATE_SERIES(0, 3)", "SELECT * FROM ▸range(3)"),
    Wrong("TABLE_FUNCTION", "table function READ_CSV('x.csv')", "SELECT * FROM ▸read_csv('x.csv')"),
    Wrong("PIVOT", "PIVOT", "SELECT * FROM r ▸PIVOT (SUM(x) FOR k IN (1, 2))"),
    Wrong("PIVOT", "PIVOT", "SELECT * FROM r ▸UNPIVOT (v FOR n IN (k, x))"),
    Wrong("NOT_A_SELECT", "PIVOT", "▸PIVOT r ON k USING SUM(x)"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM r ▸TABLESAMPLE 10%"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM r USING ▸SAMPLE 10"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM (SELECT x FROM r) ▸TABLESAMPLE 10%"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM (SELECT x FROM r) AS q ▸TABLESAMPLE 10%"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM (SELECT x FROM r USING ▸SAMPLE 10)"),
    Wrong("TIME_TRAVEL", "AT", "SELECT x FROM r ▸AT (VERSION => 3)"),
    Wrong("TIME_TRAVEL", "AS OF", "SELECT x FROM r FOR VERSION AS OF ▸3"),
    Wrong("TIME_TRAVEL", "AS OF", "SELECT x FROM r FOR SYSTEM_TIME AS OF ▸'2024-01-01'"),
    Wrong("TABLE_FUNCTION", "ROWS FROM", "SELECT * FROM ROWS FROM (▸range(3), range(4))"),
]

STARS = [
    Wrong("STAR_IN_EXPRESSION", "*", "SELECT ▸* LIKE 'k%' FROM r"),
    Wrong("STAR_IN_EXPRESSION", "*", "SELECT ▸* NOT LIKE 'k%' FROM r"),
    Wrong("STAR_IN_EXPRESSION", "*", "SELECT ▸* SIMILAR TO 'k.*' FROM r"),
    Wrong("STAR_PATTERN", "* ILIKE", "SELECT * ILIKE ▸'K%' FROM r"),
    Wrong("QUALIFIED_EXCLUDE", "EXCLUDE (r.k)", "SELECT * EXCLUDE (▸r.k) FROM r, s"),
]

CLAUSES = [
    Wrong(
        "WINDOW", "ROW_NUMBER() OVER (ORDER BY x)", "SELECT ▸ROW_NUMBER() OVER (ORDER BY x) FROM r"
    ),
    Wrong("WINDOW", "SUM(x) OVER (PARTITION BY k)", "SELECT ▸SUM(x) OVER (PARTITION BY k) FROM r"),
    Wrong("WINDOW", "WINDOW", "SELECT SUM(x) OVER w FROM r WINDOW ▸w AS (PARTITION BY k)"),
    Wrong("WINDOW", "QUALIFY", "SELECT x FROM r ▸QUALIFY ROW_NUMBER() OVER (ORDER BY x) = 1"),
    Wrong("DISTINCT_ON", "DISTINCT ON", "SELECT ▸DISTINCT ON (k) k, x FROM r"),
    Wrong("GROUPING_SETS", "ROLLUP", "SELECT k, SUM(x) FROM r GROUP BY ▸ROLLUP (k)"),
    Wrong("GROUPING_SETS", "CUBE", "SELECT k, SUM(x) FROM r GROUP BY ▸CUBE (k)"),
    Wrong(
        "GROUPING_SETS",
        "GROUPING SETS",
        "SELECT k, SUM(x) FROM r GROUP BY GROUPING SETS ((▸k), ())",
    ),
    Wrong("INNER_LIMIT", "LIMIT in a subquery", "SELECT x FROM (SELECT x FROM r ▸LIMIT 3)"),
    Wrong("INNER_LIMIT", "OFFSET in a subquery", "SELECT x FROM (SELECT x FROM r ▸OFFSET 3)"),
    Wrong(
        "INNER_LIMIT", "LIMIT in a subquery", "WITH c AS (SELECT x FROM r ▸LIMIT 3) SELECT x FROM c"
    ),
    Wrong(
        "INNER_LIMIT", "LIMIT in a subquery", "SELECT x FROM r UNION ALL (SELECT y FROM s ▸LIMIT 3)"
    ),
    Wrong("LIMIT_PERCENT", "LIMIT ... PERCENT or WITH TIES", "SELECT x FROM r LIMIT ▸10%"),
    Wrong("LIMIT_PERCENT", "LIMIT ... PERCENT or WITH TIES", "SELECT x FROM r LIMIT ▸3 WITH TIES"),
    Wrong("LIMIT_EXPRESSION", "LIMIT (SELECT 3)", "SELECT x FROM r ▸LIMIT (SELECT 3)"),
    Wrong(
        "INNER_LIMIT",
        "ORDER BY or LIMIT around a query that has its own",
        "(SELECT x FROM r LIMIT 3) ORDER BY x",
    ),
    Wrong("CLAUSE", "FETCH FIRST", "SELECT x FROM r ▸FETCH FIRST 3 ROWS ONLY"),
    Wrong("CLAUSE", "CLUSTER", "SELECT x FROM r CLUSTER BY ▸x"),
    Wrong("CLAUSE", "DISTRIBUTE", "SELECT x FROM r DISTRIBUTE BY ▸x"),
    Wrong("CLAUSE", "CONNECT", "SELECT x FROM r CONNECT BY ▸k = x"),
    Wrong("CLAUSE", "SELECT AS", "SELECT AS STRUCT ▸x FROM r"),
    Wrong("CLAUSE", "WITH FILL", "SELECT x FROM r ORDER BY ▸x WITH FILL"),
    Wrong("LATERAL", "LATERAL VIEW", "SELECT id FROM sales LATERAL VIEW ▸explode(tags) AS tag"),
    Wrong("LOCK", "FOR UPDATE", "SELECT x FROM r ▸FOR UPDATE"),
    Wrong("INTO", "SELECT INTO", "SELECT x INTO ▸copy FROM r"),
    Wrong("ORDER_AFTER_DISTINCT", "ORDER BY", "SELECT DISTINCT x FROM r ORDER BY ▸k"),
    Wrong(
        "ORDER_OF_UNION",
        "ORDER BY k + 1",
        "SELECT k FROM r UNION ALL SELECT k FROM s ORDER BY ▸k + 1",
    ),
    Wrong(
        "RECURSIVE",
        "WITH RECURSIVE c",
        "WITH RECURSIVE ▸c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c)\nSELECT n FROM c",
    ),
    Wrong(
        "CLAUSE", "WITH c", "WITH ▸c AS (INSERT INTO r VALUES (1, 2) RETURNING *) SELECT * FROM c"
    ),
]

SET_OPERATIONS = [
    Wrong("UNION_DISTINCT", "UNION", "SELECT k FROM r ▸UNION SELECT k FROM s"),
    Wrong(
        "UNION_BY_NAME", "UNION ALL BY NAME", "SELECT k FROM r ▸UNION ALL BY NAME SELECT k FROM s"
    ),
    Wrong("INTERSECT", "INTERSECT", "SELECT k FROM r ▸INTERSECT SELECT k FROM s"),
    Wrong("EXCEPT", "EXCEPT", "SELECT k FROM r ▸EXCEPT SELECT k FROM s"),
    Wrong("EXCEPT", "EXCEPT", "SELECT k FROM r ▸EXCEPT ALL SELECT k FROM s"),
    Wrong("EXCEPT", "EXCEPT", "SELECT * FROM (SELECT k FROM r ▸EXCEPT SELECT k FROM s)"),
]

A_SUBQUERY = "a subquery in an expression"
SUBQUERIES = [
    Wrong("SUBQUERY", "IN (SELECT ...)", "SELECT x FROM r\nWHERE ▸k IN (SELECT k FROM s)"),
    Wrong("SUBQUERY", "IN (SELECT ...)", "SELECT x FROM r WHERE ▸k NOT IN (SELECT k FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r WHERE ▸EXISTS (SELECT 1 FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r WHERE NOT ▸EXISTS (SELECT 1 FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r WHERE x = (SELECT MAX(▸y) FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r WHERE x = ANY (SELECT ▸y FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r WHERE x > ALL (SELECT ▸y FROM s)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x, (SELECT MAX(▸y) FROM s) FROM r"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT CASE WHEN ▸EXISTS (SELECT 1) THEN 1 END FROM r"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT ARRAY(SELECT ▸y FROM s) FROM r"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT SUM((SELECT ▸1)) FROM r"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT k FROM r GROUP BY k HAVING COUNT(*) > (SELECT ▸1)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT k FROM r GROUP BY k, (SELECT ▸1)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r ORDER BY (SELECT ▸1)"),
    Wrong("SUBQUERY", A_SUBQUERY, "SELECT x FROM r JOIN s ON r.k = (SELECT ▸1)"),
]

EXPRESSIONS = [
    Wrong("PARAMETER", "$1", "SELECT ▸$1 FROM r"),
    Wrong("PARAMETER", "$name", "SELECT x FROM r WHERE x = ▸$name"),
    Wrong("PARAMETER", "?", "SELECT x FROM r WHERE x = ▸?"),
    Wrong("COLUMNS", "COLUMNS(*)", "SELECT ▸COLUMNS(*) FROM r"),
    Wrong("COLUMNS", "COLUMNS('k.*')", "SELECT MIN(▸COLUMNS('k.*')) FROM r"),
    Wrong("POSITIONAL_COLUMN", "#1", "SELECT ▸#1 FROM r"),
    Wrong("ROW_AS_VALUE", "r", "SELECT k,\n  ▸r\nFROM r"),
    Wrong("ROW_AS_VALUE", "r", "SELECT COUNT(▸r) FROM r"),
    Wrong("CHAINED_CALL", "system.main.sum(x)", "SELECT system.main.▸sum(x) FROM r"),
    Wrong("CHAINED_CALL", "note.upper()", "SELECT note.▸upper() FROM sales"),
    Wrong(
        "ROW_MAKER",
        "REGEXP_SPLIT_TO_TABLE(note, ',')",
        "SELECT ▸regexp_split_to_table(note, ',') FROM sales",
    ),
]

VOLATILE = [
    "random()",
    "now()",
    "current_date",
    "current_timestamp",
    "current_time",
    "localtimestamp",
    "get_current_timestamp()",
    "transaction_timestamp()",
    "today()",
    "uuid()",
    "gen_random_uuid()",
    "uuidv7()",
    "nextval('n')",
    "currval('n')",
    "current_user",
    "current_schema()",
    "current_database()",
    "current_setting('threads')",
    "getvariable('v')",
    "txid_current()",
    "age(day)",
    "setseed(0.5)",
    "ago(INTERVAL 1 DAY)",
    "version()",
]

OTHER_AGGREGATES = [
    "median(id)",
    "mode(id)",
    "product(id)",
    "stddev(id)",
    "stddev_pop(id)",
    "variance(id)",
    "var_pop(id)",
    "bool_and(id > 1)",
    "bool_or(id > 1)",
    "every(id > 1)",
    "bit_and(id)",
    "bit_or(id)",
    "bit_xor(id)",
    "bitstring_agg(id)",
    "string_agg(note, ';')",
    "group_concat(note)",
    "listagg(note, ';')",
    "list(id)",
    "array_agg(id ORDER BY day)",
    "json_group_array(id)",
    "first(id)",
    "last(id)",
    "any_value(id)",
    "arbitrary(id)",
    "arg_max(id, day)",
    "arg_min(id, day)",
    "max_by(id, day)",
    "min_by(id, day)",
    "max(id, 2)",
    "min(id, 2)",
    "histogram(id)",
    "entropy(id)",
    "kurtosis(id)",
    "skewness(id)",
    "mad(id)",
    "sem(id)",
    "geomean(id)",
    "quantile(id, 0.5)",
    "quantile_cont(id, 0.5)",
    "quantile_disc(id, 0.5)",
    "approx_quantile(id, 0.5)",
    "reservoir_quantile(id, 0.5)",
    "percentile_cont(0.5) WITHIN GROUP (ORDER BY id)",
    "approx_count_distinct(id)",
    "approx_top_k(id, 3)",
    "corr(id, weight)",
    "covar_pop(id, weight)",
    "covar_samp(id, weight)",
    "regr_slope(id, weight)",
    "count_if(id > 1)",
    "countif(id > 1)",
    "fsum(weight)",
    "favg(weight)",
    "kahan_sum(weight)",
    "wavg(id, weight)",
    "weighted_avg(id, weight)",
    "arg_max_nulls_last(id, day)",
    "arg_min_nulls_last(id, day)",
    "sumkahan(weight)",
    "grouping(id)",
    "count(id, day)",
    "count(DISTINCT id, day)",
    "sum(id ORDER BY day)",
    "sum(DISTINCT id ORDER BY day)",
    "sum(id) IGNORE NULLS",
    "abs(id) FILTER (WHERE id > 1)",
]


@pytest.mark.parametrize(
    "wrong",
    [*JOINS, *TABLE_EXPRESSIONS, *STARS, *CLAUSES, *SET_OPERATIONS, *SUBQUERIES, *EXPRESSIONS],
    ids=str,
)
def test_it_is_refused_with_place_and_way_out(wrong: Wrong) -> None:
    wrong.check(UnsupportedSQLError)
    assert wrong.refused().hint


@pytest.mark.parametrize(
    "clause", ["SELECT {}", "SELECT id WHERE {} IS NULL", "SELECT id ORDER BY {}"]
)
@pytest.mark.parametrize("call", VOLATILE)
def test_a_volatile_function_is_refused_wherever_it_stands(call: str, clause: str) -> None:
    error = Wrong("VOLATILE", "", f"FROM sales {clause.format(call)}").refused()
    assert (type(error), error.code) == (UnsupportedSQLError, "VOLATILE")
    assert error.hint


@pytest.mark.parametrize("clause", ["SELECT {}", "SELECT id GROUP BY id HAVING {} IS NULL"])
@pytest.mark.parametrize("call", OTHER_AGGREGATES)
def test_an_aggregate_without_a_rule_is_refused(call: str, clause: str) -> None:
    error = Wrong("AGGREGATE", "", f"FROM sales {clause.format(call)}").refused()
    assert (type(error), error.code) == (UnsupportedSQLError, "AGGREGATE")
    assert error.hint


@pytest.mark.parametrize("sql", ["SELECT a FROM t", "SELECT q.a FROM t AS q", "SELECT 1 FROM t, u"])
def test_names_of_our_own_are_refused_in_tables(sql: str) -> None:
    schema = {"t": {"a": "INTEGER", "_IVM_count": "INTEGER"}, "u": {"b": "INTEGER"}}
    with pytest.raises(UnsupportedSQLError, match=r"RESERVED_NAME\].*_IVM_count") as raised:
        compile_ivm(sql, schema=schema)
    assert raised.value.hint == "rename the column"
