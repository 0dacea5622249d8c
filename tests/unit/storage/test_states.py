"""Which state keeps which aggregate, by function and type."""

import pytest
from sqlglot import exp

from duckstream.storage import Kind, find_shape, with_argument_types
from tests.unit.views import bind, compiled

# The aggregate, and what is stored for it besides the number of rows: name and kind.
STATES = {
    "COUNT(*)": [],
    "COUNT(*) FILTER (WHERE id > 3)": [("a", Kind.TALLY)],
    "COUNT(note)": [("a", Kind.TALLY)],
    "COUNT(DISTINCT note)": [("a", Kind.RECOMPUTED)],
    "SUM(id)": [("_ivm_count_1", Kind.TALLY), ("a", Kind.TOTAL)],
    "SUM(price)": [("_ivm_count_1", Kind.TALLY), ("a", Kind.TOTAL)],
    "SUM(id > 3)": [("_ivm_count_1", Kind.TALLY), ("a", Kind.TOTAL)],
    "SUM(price * (1 - discount))": [("_ivm_count_1", Kind.TALLY), ("a", Kind.TOTAL)],
    "SUM(id) FILTER (WHERE id > 3)": [("_ivm_count_1", Kind.TALLY), ("a", Kind.TOTAL)],
    "SUM(weight)": [("a", Kind.RECOMPUTED)],
    "SUM(price / 3)": [("a", Kind.RECOMPUTED)],
    "SUM(DISTINCT id)": [("a", Kind.RECOMPUTED)],
    "AVG(price)": [
        ("_ivm_count_1", Kind.TALLY),
        ("_ivm_sum_2", Kind.TOTAL),
        ("a", Kind.MEAN),
    ],
    "AVG(weight)": [("a", Kind.RECOMPUTED)],
    "AVG(DISTINCT id)": [("a", Kind.RECOMPUTED)],
    "MIN(day)": [("a", Kind.EXTREME)],
    "MAX(weight)": [("a", Kind.EXTREME)],
    "MAX(DISTINCT note)": [("a", Kind.EXTREME)],
}


def stored(sql: str) -> list[tuple[str, Kind]]:
    states = compiled(sql).layout.states
    return [(column.name, state.kind) for column, state in states]


@pytest.mark.parametrize("aggregate", STATES)
def test_the_states_of(aggregate: str) -> None:
    assert stored(f"SELECT {aggregate} AS a FROM sales") == STATES[aggregate]


@pytest.mark.parametrize(
    ("columns", "states"),
    [
        ("SUM(id) AS s, COUNT(id) AS n", {"n": Kind.TALLY, "s": Kind.TOTAL}),
        (
            "AVG(id) AS m, SUM(id) AS s, COUNT(id) AS n",
            {"n": Kind.TALLY, "s": Kind.TOTAL, "m": Kind.MEAN},
        ),
        (
            "AVG(id) AS m, SUM(id) AS s",
            {"_ivm_count_1": Kind.TALLY, "s": Kind.TOTAL, "m": Kind.MEAN},
        ),
        (
            "SUM(id) AS s, COUNT(id) FILTER (WHERE id > 3) AS n",
            {"n": Kind.TALLY, "_ivm_count_2": Kind.TALLY, "s": Kind.TOTAL},
        ),
        (
            "SUM(id) AS s, SUM(price) AS p",
            {
                "_ivm_count_1": Kind.TALLY,
                "s": Kind.TOTAL,
                "_ivm_count_3": Kind.TALLY,
                "p": Kind.TOTAL,
            },
        ),
        ("SUM(id) AS s, SUM(id) + 1 AS t", {"_ivm_count_1": Kind.TALLY, "s": Kind.TOTAL}),
        ("MIN(id) AS a, MAX(id) AS b", {"a": Kind.EXTREME, "b": Kind.EXTREME}),
    ],
)
def test_what_aggregates_have_in_common_is_kept_once(columns: str, states: dict) -> None:
    assert dict(stored(f"SELECT {columns} FROM sales")) == states


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("TINYINT", Kind.MEAN),
        ("INTEGER", Kind.MEAN),
        ("HUGEINT", Kind.MEAN),
        ("DECIMAL(18, 3)", Kind.MEAN),
        # DuckDB takes these as DOUBLE.
        ("BOOLEAN", Kind.RECOMPUTED),
        ("UTINYINT", Kind.RECOMPUTED),
        ("UINTEGER", Kind.RECOMPUTED),
        ("UBIGINT", Kind.RECOMPUTED),
        ("UHUGEINT", Kind.RECOMPUTED),
        ("FLOAT", Kind.RECOMPUTED),
        ("DATE", Kind.RECOMPUTED),
        ("INTERVAL", Kind.RECOMPUTED),
    ],
)
def test_the_state_of_an_average_by_type(type: str, kind: Kind) -> None:
    states = compiled("SELECT AVG(a) AS m FROM t", {"t": {"a": type}}).layout.states
    assert {column.name: state.kind for column, state in states}["m"] is kind


@pytest.mark.parametrize("type", ["BOOLEAN", "UTINYINT", "UBIGINT"])
def test_their_sums_are_exact_all_the_same(type: str) -> None:
    states = compiled("SELECT SUM(a) AS s FROM t", {"t": {"a": type}}).layout.states
    assert {column.name: state.kind for column, state in states}["s"] is Kind.TOTAL


def test_the_types_that_an_engine_finds_replace_those_of_keys_arguments_and_filters() -> None:
    sql = "SELECT a % 2 AS k, SUM(a / 2) FILTER (WHERE a > 1) AS s FROM t GROUP BY ALL"
    shape = find_shape(bind(sql, {"t": {"a": "INTEGER"}}).relation)
    read = [*shape.keys, *(column for call in shape.calls for column in call.reads)]
    found = {column.id: exp.DataType.build("SMALLINT", dialect="duckdb") for column in read}
    typed = with_argument_types(shape, found)
    assert [key.type for key in typed.keys] == [found[shape.keys[0].id]]
    assert {c.id: c.type for call in typed.calls for c in call.reads} == {
        column.id: found[column.id] for call in shape.calls for column in call.reads
    }
    assert (typed.input, typed.copies, typed.above) == (shape.input, shape.copies, shape.above)
    assert [call.column for call in typed.calls] == [call.column for call in shape.calls]


def test_an_engine_need_not_know_all_of_them() -> None:
    shape = find_shape(bind("SELECT k, SUM(x) AS s FROM r GROUP BY k").relation)
    typed = with_argument_types(shape, {})
    assert [(k.id, k.type) for k in typed.keys] == [(k.id, k.type) for k in shape.keys]
    assert typed.calls == shape.calls


def test_without_types_every_sum_is_kept_in_the_way_that_is_right_for_all() -> None:
    states = compiled("SELECT SUM(a) AS s, AVG(a) AS m, COUNT(a) AS n FROM t", None).layout.states
    assert {column.name: state.kind for column, state in states} == {
        "s": Kind.RECOMPUTED,
        "m": Kind.RECOMPUTED,
        "n": Kind.TALLY,
    }
