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


INLINING = "ducklake_default_data_inlining_row_limit"
WITH_FLOATS = {
    "SELECT weight FROM sales": True,
    "SELECT MAX(weight) AS top FROM sales": True,
    "SELECT [weight] AS list FROM sales": True,
    "SELECT AVG(id) AS mean FROM sales": True,
    "SELECT place FROM sales": True,
    # Of unknown type, so it may be one.
    "SELECT ABS(id) AS a FROM sales": True,
    "SELECT id, note, price, day FROM sales": False,
    "SELECT day, COUNT(weight) AS n, SUM(id) AS total FROM sales GROUP BY day": False,
}


@pytest.mark.parametrize("sql", WITH_FLOATS)
def test_floats_are_written_to_files_and_the_setting_is_set_back(sql: str) -> None:
    view = compiled(sql)
    create = [view.sql(statement) for statement in view.create_table]
    merge = [view.sql(step.sql) for step in view.merge().statements]
    writes = [place for place, text in enumerate(merge) if text.startswith(("DELETE", "INSERT"))]
    if WITH_FLOATS[sql]:
        assert [create[0], create[-1]] == [f"SET {INLINING} = 0", f"RESET {INLINING}"]
        assert merge[writes[0] - 1] == f"SET {INLINING} = 0"
        assert merge[-1] == f"RESET {INLINING}"
    else:
        assert len(create) == 1
        assert not any(INLINING in text for text in merge)
