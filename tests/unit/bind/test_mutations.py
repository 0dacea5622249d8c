"""Whatever the text: a plan or a DuckstreamError, never anything else."""

import logging
from collections.abc import Iterator
from contextlib import suppress

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


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x" + " + 1" * 5000 + " AS y FROM r",
        "SELECT " + "(" * 500 + "x" + ")" * 500 + " AS y FROM r",
        "SELECT x FROM (" * 300 + "SELECT x FROM r" + ")" * 300,
        "SELECT x FROM r WHERE " + " OR ".join(f"x = {i}" for i in range(5000)),
    ],
    ids=["sum", "parentheses", "derived tables", "conditions"],
)
def test_what_is_nested_deeply_is_compiled_or_refused(sql: str) -> None:
    with suppress(DuckstreamError):
        compile_ivm(sql, schema=TABLES)
