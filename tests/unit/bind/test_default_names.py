"""A column without an alias is called what DuckDB calls it."""

import pytest

from tests.unit.views import bind

NAMES = {
    "id": "id",
    "sales.id": "id",
    "(id)": "id",
    "place.city": "city",
    "1": "1",
    "'x'": "'x'",
    "id + 1": "(id + 1)",
    "price * (1 - discount)": "(price * (1 - discount))",
    "-id": "-(id)",
    "id <> 1": "(id != 1)",
    "id > 1 AND id < 3 OR id = 7": "(((id > 1) AND (id < 3)) OR (id = 7))",
    "note || 'x'": "(note || 'x')",
    "COALESCE(id, 0)": "COALESCE(id, 0)",
    "tags[1]": "tags[1]",
    "COUNT(*)": "count_star()",
    "COUNT()": "count_star()",
    "COUNT(DISTINCT id)": "count(DISTINCT id)",
    "SUM(id) + 1": "(sum(id) + 1)",
    "AVG(id + 1)": "avg((id + 1))",
    "MIN(id) FILTER (WHERE id > 3)": "min(id) FILTER (WHERE (id > 3))",
}


@pytest.mark.parametrize("expression", NAMES)
def test_the_name_of(expression: str) -> None:
    ((name, _),) = bind(f"SELECT {expression} FROM sales").columns
    assert name == NAMES[expression]


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        ("id, id", ["id", "id_1"]),
        ("id, day AS ID", ["id", "ID_1"]),
        ("id AS a, id AS a, id AS a", ["a", "a_1", "a_2"]),
        ("id AS a, id AS a_1, id AS a", ["a", "a_1", "a_2"]),
        ("id, day AS id_1, note AS id", ["id", "id_1", "id_2"]),
    ],
)
def test_equal_names_get_numbers(columns: str, names: list[str]) -> None:
    view = bind(f"SELECT {columns} FROM sales")
    assert [name for name, _ in view.columns] == names
