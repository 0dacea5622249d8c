"""The columns of the stored table: the view's own names where they can be had."""

import pytest

from tests.unit.views import compiled

COLUMNS = [
    ("SELECT x, k FROM r", ["x", "k", "_ivm_count"]),
    ("SELECT x AS a FROM r ORDER BY k", ["a", "order", "_ivm_count"]),
    ("SELECT x, x FROM r", ["x", "x_1", "_ivm_count"]),
    ('SELECT x AS "_ivm_count" FROM r', ["_ivm_count_1", "_ivm_count"]),
    ("SELECT DISTINCT x AS a FROM r", ["a", "_ivm_count"]),
    ("SELECT k AS a, COUNT(*) AS n FROM r GROUP BY k", ["a", "_ivm_count"]),
    ("SELECT COUNT(*) AS n FROM r", ["_ivm_count"]),
    ("SELECT k, MAX(x) AS top FROM r GROUP BY k", ["k", "_ivm_count", "top"]),
    ("SELECT MAX(x) AS top FROM r GROUP BY k", ["k", "_ivm_count", "top"]),
    ("SELECT MAX(x) + 1 AS more FROM r GROUP BY k", ["k", "_ivm_count", "MAX(x)"]),
    ("SELECT k FROM r GROUP BY k HAVING MAX(x) > 3", ["k", "_ivm_count", "MAX(x)"]),
    ("SELECT SUM(x) AS s FROM r", ["_ivm_count", "_ivm_count_1", "s"]),
    ("SELECT AVG(x) AS m FROM r", ["_ivm_count", "_ivm_count_1", "_ivm_sum_2", "m"]),
    ("SELECT k AS a, k AS b, COUNT(*) FROM r GROUP BY k", ["a", "_ivm_count"]),
]


@pytest.mark.parametrize(("sql", "names"), COLUMNS)
def test_the_columns_of(sql: str, names: list[str]) -> None:
    assert [column.name for column in compiled(sql).layout.columns] == names


STAND_INS = {
    "SUM(id)": "DECIMAL(38, 0)",
    "id::HUGEINT": "DECIMAL(38, 0)",
    "INTERVAL 1 DAY": None,
    "id": None,
    "SUM(price)": None,
    "note": None,
}


@pytest.mark.parametrize("expression", STAND_INS)
def test_what_the_files_cannot_hold_exactly_is_kept_as_another_type(expression: str) -> None:
    layout = compiled(f"SELECT {expression} AS a FROM sales").layout
    (column,) = (column for column in layout.columns if column.name == "a")
    found = None if column.stand_in is None else column.stand_in.sql(dialect="duckdb")
    assert found == STAND_INS[expression]


@pytest.mark.parametrize(
    ("sql", "weight"),
    [
        ("SELECT x FROM r", "_ivm_count"),
        ("SELECT DISTINCT x FROM r", None),
        ("SELECT k, COUNT(*) FROM r GROUP BY k", None),
    ],
)
def test_a_view_on_top_sees_copies_only_of_a_bag(sql: str, weight: str | None) -> None:
    assert compiled(sql).layout.source.weight == weight
