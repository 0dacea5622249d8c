"""Expressions over columns that have identities."""

import pytest
from sqlglot import exp, parse_one

from duckstream.algebra import (
    Column,
    Ids,
    conjunction,
    conjuncts,
    enclose,
    is_ref,
    ref,
    ref_counts,
    ref_id,
    refs,
    substitute,
)


def parse(text: str) -> exp.Expr:
    return parse_one(text, dialect="duckdb")


def text(expression: exp.Expr | None) -> str | None:
    return None if expression is None else expression.sql(dialect="duckdb")


def test_columns_are_the_same_when_their_ids_are() -> None:
    assert Column(1, "a") == Column(1, "renamed", exp.DataType.build("INT"))
    assert Column(1, "a") != Column(2, "a")


def test_ids_are_handed_out_once() -> None:
    ids = Ids(7)
    assert [ids.column("a").id, ids.copy_of(Column(1, "b")).id] == [7, 8]


def test_a_reference_names_an_id() -> None:
    reference = ref(Column(12, "a"))
    assert is_ref(reference)
    assert ref_id(reference) == 12
    assert not is_ref(parse("a"))


def test_what_an_expression_reads() -> None:
    expression = parse('"#1" + ABS("#2") * "#1" + x')
    assert refs(expression) == {1, 2}
    assert refs(None) == set()
    assert ref_counts([expression, parse('"#2"')]) == {1: 2, 2: 2}


@pytest.mark.parametrize(
    ("expression", "replacement", "result"),
    [
        ('"#1"', "a + 1", "a + 1"),
        ('"#1" * 2', "a + 1", "(a + 1) * 2"),
        ('"#1" - "#1"', "a - b", "(a - b) - (a - b)"),
        ('NOT "#1"', "a OR b", "NOT (a OR b)"),
        ('-"#1"', "-a", "-(-a)"),
        ('"#1" IS NULL', "a = b", "(a = b) IS NULL"),
        ('CAST("#1" AS INT)', "a + 1", "CAST((a + 1) AS INT)"),
        ('"#1" * 2', "a", "a * 2"),
        ('"#1" * 2', "7", "7 * 2"),
        ('"#1" * 2', "ABS(a)", "ABS(a) * 2"),
        ('"#1" * 2', "(a + 1)", "(a + 1) * 2"),
        ("\"#1\" || 'x'", "CASE WHEN a THEN b END", "(CASE WHEN a THEN b END) || 'x'"),
        ('"#2" + 1', "a", '"#2" + 1'),
    ],
)
def test_substitute(expression: str, replacement: str, result: str) -> None:
    given = parse(expression)
    assert text(substitute(given, {1: parse(replacement)})) == result
    assert text(given) == text(parse(expression))


@pytest.mark.parametrize("firm", ["a", "7", "'x'", "NULL", "TRUE", "(a + 1)", "ABS(a)"])
def test_what_stands_firmly_needs_no_parentheses(firm: str) -> None:
    assert text(enclose(parse(firm))) == firm


@pytest.mark.parametrize(
    ("condition", "parts"),
    [
        ("a", ["a"]),
        ("a AND b AND c", ["a", "b", "c"]),
        ("a AND (b AND c)", ["a", "b", "c"]),
        ("a AND (b OR c)", ["a", "(b OR c)"]),
        ("a OR b AND c", ["a OR b AND c"]),
        ("NOT (a AND b)", ["NOT (a AND b)"]),
        ("x BETWEEN 1 AND 2 AND b", ["x BETWEEN 1 AND 2", "b"]),
    ],
)
def test_conjuncts(condition: str, parts: list[str]) -> None:
    assert [text(part) for part in conjuncts(parse(condition))] == parts


@pytest.mark.parametrize(
    ("parts", "condition"),
    [
        ([], None),
        (["a"], "a"),
        (["a OR b"], "a OR b"),
        (["a", "b"], "a AND b"),
        (["a OR b", "c"], "(a OR b) AND c"),
        (["a = 1", "NOT b", "x BETWEEN 1 AND 2"], "a = 1 AND NOT b AND x BETWEEN 1 AND 2"),
    ],
)
def test_conjunction(parts: list[str], condition: str | None) -> None:
    assert text(conjunction(map(parse, parts))) == condition


def test_there_is_no_condition_in_nothing() -> None:
    assert conjuncts(None) == []
