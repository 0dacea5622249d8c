"""SQL that is valid and has no rule here: refused, never planned wrongly."""

import pytest

from duckstream import UnsupportedSQLError, compile_ivm
from tests.unit.bind.wrong import Wrong

JOINS = [
    Wrong("ASOF_JOIN", "ASOF JOIN", "SELECT x FROM r ASOF JOIN ▸s ON r.k >= s.k"),
    Wrong("POSITIONAL_JOIN", "POSITIONAL JOIN", "SELECT x FROM r POSITIONAL JOIN ▸s"),
]

TABLE_EXPRESSIONS = [
    Wrong("TABLE_FUNCTION", "table function READ_CSV('x.csv')", "SELECT * FROM ▸read_csv('x.csv')"),
    Wrong("PIVOT", "PIVOT without a list", "▸PIVOT r ON k USING SUM(x)"),
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
    Wrong("LIMIT_PERCENT", "LIMIT ... PERCENT or WITH TIES", "SELECT x FROM r LIMIT ▸10%"),
    Wrong("LIMIT_PERCENT", "LIMIT ... PERCENT or WITH TIES", "SELECT x FROM r LIMIT ▸3 WITH TIES"),
    Wrong(
        "LIMIT_PERCENT",
        "LIMIT ... PERCENT or WITH TIES",
        "SELECT x FROM (SELECT x FROM r LIMIT ▸10%)",
    ),
    Wrong("LIMIT_EXPRESSION", "LIMIT (SELECT 3)", "SELECT x FROM r ▸LIMIT (SELECT 3)"),
    Wrong("LIMIT_EXPRESSION", "LIMIT x", "SELECT x FROM (SELECT x FROM r ▸LIMIT x)"),
    Wrong("CLAUSE", "FETCH FIRST", "SELECT x FROM r ▸FETCH FIRST 3 ROWS ONLY"),
    Wrong("CLAUSE", "CLUSTER", "SELECT x FROM r CLUSTER BY ▸x"),
    Wrong("CLAUSE", "DISTRIBUTE", "SELECT x FROM r DISTRIBUTE BY ▸x"),
    Wrong("CLAUSE", "CONNECT", "SELECT x FROM r CONNECT BY ▸k = x"),
    Wrong("CLAUSE", "SELECT AS", "SELECT AS STRUCT ▸x FROM r"),
    Wrong("CLAUSE", "WITH FILL", "SELECT x FROM r ORDER BY ▸x WITH FILL"),
    Wrong("LOCK", "FOR UPDATE", "SELECT x FROM r ▸FOR UPDATE"),
    Wrong("INTO", "SELECT INTO", "SELECT x INTO ▸copy FROM r"),
    Wrong("ORDER_AFTER_DISTINCT", "ORDER BY", "SELECT DISTINCT x FROM r ORDER BY ▸k"),
    Wrong(
        "ORDER_OF_UNION",
        "ORDER BY k + 1",
        "SELECT k FROM r UNION ALL SELECT k FROM s ORDER BY ▸k + 1",
    ),
    Wrong(
        "CLAUSE", "WITH c", "WITH ▸c AS (INSERT INTO r VALUES (1, 2) RETURNING *) SELECT * FROM c"
    ),
]

RECURSIONS = [
    Wrong(
        "RECURSIVE",
        "WITH RECURSIVE c",
        "WITH RECURSIVE\n  ▸c AS (SELECT k + 1 AS k FROM c)\nSELECT k FROM c",
    ),
    Wrong(
        "RECURSIVE",
        "WITH RECURSIVE c",
        "WITH RECURSIVE ▸c AS (SELECT k FROM r EXCEPT SELECT k FROM c) SELECT k FROM c",
    ),
    Wrong(
        "RECURSIVE",
        "WITH RECURSIVE c",
        "WITH RECURSIVE ▸c AS (SELECT k FROM r UNION SELECT k FROM c LIMIT 3) SELECT k FROM c",
    ),
    Wrong(
        "CORRELATED_RECURSION",
        "a recursion that reads columns of the query around it",
        "SELECT (WITH RECURSIVE c AS (SELECT r.k AS n UNION SELECT n + 1 FROM c WHERE n < 3) "
        "SELECT MAX(n) FROM c) FROM r",
    ),
]


SUBQUERIES = [
    Wrong("SUBQUERY", "ARRAY(SELECT ...)", "SELECT ▸ARRAY(SELECT y FROM s) FROM r"),
    Wrong("SAMPLE", "a SAMPLE", "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s USING ▸SAMPLE 10)"),
    Wrong("VOLATILE", "RANDOM()", "SELECT x FROM r WHERE x IN (SELECT ▸random() FROM s)"),
    Wrong("VOLATILE", "RANDOM()", "SELECT RANK() OVER (ORDER BY ▸random()) FROM r"),
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
    Wrong("AGGREGATE", "ABS(id)", "SELECT ▸abs(id) FILTER (WHERE id > 1) FROM sales"),
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


@pytest.mark.parametrize(
    "wrong",
    [*JOINS, *TABLE_EXPRESSIONS, *STARS, *CLAUSES, *RECURSIONS, *SUBQUERIES, *EXPRESSIONS],
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


@pytest.mark.parametrize("sql", ["SELECT a FROM t", "SELECT q.a FROM t AS q", "SELECT 1 FROM t, u"])
def test_names_of_our_own_are_refused_in_tables(sql: str) -> None:
    schema = {"t": {"a": "INTEGER", "_IVM_count": "INTEGER"}, "u": {"b": "INTEGER"}}
    with pytest.raises(UnsupportedSQLError, match=r"RESERVED_NAME\].*_IVM_count") as raised:
        compile_ivm(sql, schema=schema)
    assert raised.value.hint == "rename the column"
