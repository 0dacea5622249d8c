"""Whatever the text: a plan or a DuckstreamError, never anything else."""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
import sqlglot
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duckstream import DuckstreamError, compile_ivm
from tests.unit.views import TABLES

VALID = [
    "SELECT k, x + 1 AS more FROM r WHERE x > 3 AND NOT k IS NULL",
    "SELECT r.k, SUM(x) AS total, COUNT(DISTINCT y) FILTER (WHERE y > 0) AS n "
    "FROM r JOIN s ON r.k = s.k GROUP BY r.k HAVING SUM(x) > 3 ORDER BY total DESC LIMIT 3",
    "WITH c(a, b) AS (SELECT k, MAX(x) FROM r GROUP BY 1) "
    "SELECT DISTINCT p.a, q.b FROM c AS p JOIN c AS q USING (a)",
    "SELECT * EXCLUDE (k) REPLACE (x * 2 AS x) FROM r NATURAL JOIN s",
    "SELECT k FROM r UNION ALL (SELECT y FROM s) ORDER BY 1 NULLS FIRST OFFSET 1",
    "SELECT CASE WHEN price > 1.5 THEN note ELSE 'none' END AS n, AVG(price * (1 - discount)) "
    "FROM sales WHERE day BETWEEN DATE '2024-01-01' AND day + INTERVAL 1 DAY GROUP BY ALL",
    "SELECT place.at.lat, tags[1], list_transform(tags, t -> t || note), CAST(id AS DECIMAL(9, 3)) "
    "FROM sales",
    "SELECT MAX(n) FROM (SELECT k % 2 AS odd, COUNT(*) AS n FROM r, s WHERE r.k = y GROUP BY odd)",
]
TOKENS = [
    [text[token.start : token.end + 1] for token in sqlglot.tokenize(text, read="duckdb")]
    for text in VALID
]
VOCABULARY = sorted({token for tokens in TOKENS for token in tokens})


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """A valid query with one to three tokens deleted, doubled, swapped or put in from another."""
    tokens = list(draw(st.sampled_from(TOKENS)))
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.tuples(*[st.integers(0, len(tokens) - 1)] * 2))
        match draw(st.sampled_from(["delete", "double", "swap", "replace"])):
            case "delete" if len(tokens) > 1:
                del tokens[at]
            case "double":
                tokens.insert(at, tokens[at])
            case "swap":
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case _:
                tokens[at] = draw(st.sampled_from(VOCABULARY))
    return " ".join(tokens)


@pytest.fixture(autouse=True)
def _without_the_parsers_warnings() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@settings(max_examples=400)
@given(mutated_texts())
def test_a_mutated_query_is_planned_or_refused(sql: str) -> None:
    for schema in (TABLES, None):
        with suppress(DuckstreamError):
            plan = compile_ivm(sql, schema=schema)
            assert sqlglot.parse(plan.script(), dialect="duckdb")


@settings(max_examples=100)
@given(st.text())
@example("\x00")
@example("SELECT '")
@example("SELECT é FROM r")
def test_any_text_at_all_is_planned_or_refused(text: str) -> None:
    with suppress(DuckstreamError):
        compile_ivm(text, schema=TABLES)


ODD = [
    "SELECT max() FROM t",
    "SELECT sum(*) FROM t",
    "SELECT count(DISTINCT) FROM t",
    "SELECT CAST(z AS DECIMAL(z, k)) AS d, SUM(CAST(z AS DECIMAL(z, k))) AS s FROM t",
    "SELECT * FROM ROWS FROM (range(3), range(4))",
    "SELECT x FROM r AS q()",
    "SELECT * EXCLUDE () FROM r",
    "SELECT x FROM r GROUP BY ()",
    "SELECT x FROM r ORDER BY ()",
    "SELECT CASE END FROM r",
    "SELECT x[] FROM r",
    "SELECT {} AS s, [] AS l, MAP {} AS m FROM r",
    "WITH c AS (SELECT x FROM c) SELECT x FROM c",
    "SELECT r.* EXCLUDE (k, x) FROM r",
]


@pytest.mark.parametrize("sql", ODD)
@pytest.mark.parametrize("schema", [TABLES, None], ids=["schema", "none"])
def test_an_odd_text_is_planned_or_refused(sql: str, schema: Mapping[str, Any] | None) -> None:
    with suppress(DuckstreamError):
        compile_ivm(sql, schema=schema)


def _sum(depth: int) -> str:
    return "SELECT x" + " + 1" * depth + " AS y FROM r"


def _parentheses(depth: int) -> str:
    return "SELECT " + "(" * depth + "x" + ")" * depth + " AS y FROM r"


def _derived_tables(depth: int) -> str:
    return "SELECT x FROM (" * depth + "SELECT x FROM r" + ")" * depth


def _conditions(depth: int) -> str:
    return "SELECT x FROM r WHERE " + " OR ".join(f"x = {i}" for i in range(depth))


def _queries(depth: int) -> str:
    return "(" * depth + "SELECT x FROM r" + ")" * depth


def _union(branches: int) -> str:
    return " UNION ALL ".join(f"SELECT x + {i} AS x FROM r" for i in range(branches))


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        (_sum, 1000),
        (_parentheses, 200),
        (_derived_tables, 100),
        (_conditions, 1000),
        (_queries, 200),
        (_union, 100),
    ],
)
def test_deep_nesting_is_planned(text: Callable[[int], str], depth: int) -> None:
    assert compile_ivm(text(depth), schema=TABLES).base_tables == {"r": "dl"}


@pytest.mark.parametrize("text", [_sum, _parentheses, _derived_tables, _queries])
def test_what_is_nested_too_deeply_is_refused(text: Callable[[int], str]) -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(DuckstreamError, match="TOO_DEEP"):
        compile_ivm(text(30_000), schema=TABLES)
    assert sys.getrecursionlimit() == limit
