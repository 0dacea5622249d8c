"""Aggregates over rows that count once, and over rows that carry a weight."""

import pytest
from sqlglot import exp, parse_one

from duckstream.algebra import Call, Column
from duckstream.lower import DIALECTS
from duckstream.lower.calls import plain_call, weighted_call

VALUE, RESULT, FILTER = Column(1, "v"), Column(2, "result"), Column(3, "f")
OUTPUTS = {
    1: parse_one("t.a + 1", dialect="duckdb"),
    3: parse_one("t.b > 3 OR t.b IS NULL", dialect="duckdb"),
}
WEIGHT = parse_one("-t.w", dialect="duckdb")


def call(function: str, type: str | None = None, **details: object) -> Call:
    """COUNT is COUNT(*) without a type; every other function is one of column 1."""
    built = None if type is None else exp.DataType.build(type, dialect="duckdb")
    argument = None if function == "COUNT" and type is None else Column(1, "v", built)
    return Call(RESULT, function, argument, **details)  # ty: ignore[invalid-argument-type]


def text(expression: exp.Expr | None) -> str | None:
    return None if expression is None else expression.sql(dialect="duckdb")


PLAIN = [
    (call("COUNT"), "COUNT(*)"),
    (call("COUNT", "INTEGER"), "COUNT(t.a + 1)"),
    (call("SUM", "INTEGER"), "SUM(t.a + 1)"),
    (call("AVG", "DOUBLE"), "AVG(t.a + 1)"),
    (call("MIN", "DATE"), "MIN(t.a + 1)"),
    (call("MAX", "VARCHAR"), "MAX(t.a + 1)"),
    (call("COUNT", "INTEGER", distinct=True), "COUNT(DISTINCT t.a + 1)"),
    (call("COUNT", filter=FILTER), "COUNT(*) FILTER(WHERE (t.b > 3 OR t.b IS NULL))"),
    (
        call("SUM", "INTEGER", distinct=True, filter=FILTER),
        "SUM(DISTINCT t.a + 1) FILTER(WHERE (t.b > 3 OR t.b IS NULL))",
    ),
]

WEIGHTED = [
    (call("COUNT"), "CAST(COALESCE(SUM(-t.w), 0) AS BIGINT)"),
    (
        call("COUNT", "INTEGER"),
        "CAST(COALESCE(SUM(-t.w) FILTER(WHERE NOT (t.a + 1) IS NULL), 0) AS BIGINT)",
    ),
    (
        call("COUNT", filter=FILTER),
        "CAST(COALESCE(SUM(-t.w) FILTER(WHERE (t.b > 3 OR t.b IS NULL)), 0) AS BIGINT)",
    ),
    (call("SUM", "INTEGER"), "SUM(CAST(t.a + 1 AS INT128) * (-t.w))"),
    (call("SUM", "BOOLEAN"), "SUM(CAST(t.a + 1 AS INT128) * (-t.w))"),
    (call("SUM", "DECIMAL(10, 2)"), "SUM(CAST(t.a + 1 AS DECIMAL(38, 2)) * (-t.w))"),
    (
        call("SUM", "INTEGER", filter=FILTER),
        "SUM(CAST(t.a + 1 AS INT128) * (-t.w)) FILTER(WHERE (t.b > 3 OR t.b IS NULL))",
    ),
    (call("MIN", "DATE"), "MIN(t.a + 1)"),
    (call("MAX", "DOUBLE"), "MAX(t.a + 1)"),
    (call("SUM", "INTEGER", distinct=True), "SUM(DISTINCT t.a + 1)"),
    (call("AVG", "DOUBLE", distinct=True), "AVG(DISTINCT t.a + 1)"),
]

WITHOUT_A_WEIGHTED_FORM = [
    call("SUM", "DOUBLE"),
    call("SUM", "FLOAT"),
    Call(RESULT, "SUM", VALUE),
    call("AVG", "INTEGER"),
    call("AVG", "DECIMAL(10, 2)"),
    call("AVG", "DOUBLE"),
]


@pytest.mark.parametrize(("call", "sql"), PLAIN, ids=str)
def test_over_rows_that_count_once(call: Call, sql: str) -> None:
    assert text(plain_call(call, OUTPUTS)) == sql


@pytest.mark.parametrize(("call", "sql"), WEIGHTED, ids=str)
def test_over_rows_with_a_weight(call: Call, sql: str) -> None:
    assert text(weighted_call(call, OUTPUTS, WEIGHT, DIALECTS["duckdb"])) == sql


@pytest.mark.parametrize("call", WITHOUT_A_WEIGHTED_FORM, ids=str)
def test_no_weighted_form_is_exact(call: Call) -> None:
    assert weighted_call(call, OUTPUTS, WEIGHT, DIALECTS["duckdb"]) is None
