"""The types of expressions, as far as they are certain; None where only an engine could say."""

import pytest
from sqlglot import exp

from duckstream.bind.types import is_exact, sum_type
from tests.unit.views import bind

# id INTEGER, price DECIMAL(10, 2), discount DECIMAL(4, 2), weight DOUBLE, note VARCHAR, day DATE
TYPES = {
    "id": "INT",
    "id + 1": "INT",
    "id - 3000000000": "BIGINT",
    "id * 99999999999999999999": "INT128",
    "id::SMALLINT + id::TINYINT": "SMALLINT",
    "-id": "INT",
    "(id)": "INT",
    "price": "DECIMAL(10, 2)",
    "price + id": "DECIMAL(38, 2)",
    "price - discount": "DECIMAL(38, 2)",
    "price * discount": "DECIMAL(38, 4)",
    "price * (1 - discount)": "DECIMAL(38, 4)",
    "price * 1.125": "DECIMAL(38, 5)",
    "price * id": "DECIMAL(38, 2)",
    "weight": "DOUBLE",
    "note": "TEXT",
    "day": "DATE",
    "'text'": "TEXT",
    "1": "INT",
    "1.50": "DECIMAL(3, 2)",
    "1e3": "DOUBLE",
    "TRUE": "BOOLEAN",
    "id > 3": "BOOLEAN",
    "id > 3 AND note = 'x'": "BOOLEAN",
    "NOT id > 3": "BOOLEAN",
    "note IS NULL": "BOOLEAN",
    "id IN (1, 2)": "BOOLEAN",
    "id BETWEEN 1 AND 2": "BOOLEAN",
    "note LIKE 'x%'": "BOOLEAN",
    "CAST(note AS DECIMAL(9, 3))": "DECIMAL(9, 3)",
    "note::BIGINT": "BIGINT",
    "TRY_CAST(note AS INTEGER)": "INT",
    "COALESCE(id, 0)": "INT",
    "COALESCE(price, 0)": "DECIMAL(38, 2)",
    "COALESCE(price, discount)": "DECIMAL(38, 2)",
    "CASE WHEN id > 3 THEN id END": "INT",
    "CASE WHEN id > 3 THEN price ELSE 0 END": "DECIMAL(38, 2)",
    "CASE WHEN id > 3 THEN NULL ELSE price END": "DECIMAL(10, 2)",
    "MIN(price)": "DECIMAL(10, 2)",
    "MAX(note)": "TEXT",
    "COUNT(*)": "BIGINT",
    "COUNT(DISTINCT note)": "BIGINT",
    "SUM(id)": "INT128",
    "SUM(price)": "DECIMAL(38, 2)",
    "SUM(price * (1 - discount))": "DECIMAL(38, 4)",
    "SUM(id > 3)": "INT128",
}
UNCERTAIN = [
    "weight + 1",
    "price * weight",
    "price / 2",
    "id / 2",
    "id // 2",
    "id % 2",
    "day + 1",
    "ABS(id)",
    "ROUND(price, 1)",
    "COALESCE(price, weight)",
    "COALESCE(note, id)",
    "CASE WHEN id > 3 THEN price ELSE weight END",
    "NULL",
    "SUM(weight)",
    "AVG(id)",
    "AVG(price)",
    "place.city",
    "tags[1]",
]


@pytest.mark.parametrize("expression", TYPES)
def test_the_type_is_certain(expression: str) -> None:
    found = _type_of(expression)
    assert found is not None
    assert found.sql(dialect="duckdb") == TYPES[expression]


@pytest.mark.parametrize("expression", UNCERTAIN)
def test_the_type_is_left_to_an_engine(expression: str) -> None:
    assert _type_of(expression) is None


@pytest.mark.parametrize(
    ("sql", "type"),
    [
        ("SELECT id AS v FROM sales UNION ALL SELECT k FROM r", "INT"),
        ("SELECT price AS v FROM sales UNION ALL SELECT k FROM r", None),
        ("SELECT v FROM (SELECT price AS v FROM sales)", "DECIMAL(10, 2)"),
        ("WITH c AS (SELECT SUM(id) AS v FROM sales) SELECT v FROM c", "INT128"),
        ("SELECT DISTINCT id AS v FROM sales", "INT"),
        ("SELECT id % 2 AS k, id AS v FROM sales GROUP BY ALL", "INT"),
    ],
)
def test_types_go_through_queries(sql: str, type: str | None) -> None:
    found = dict(bind(sql).columns)["v"].type
    assert found == (None if type is None else exp.DataType.build(type, dialect="duckdb"))


@pytest.mark.parametrize("type", ["TINYINT", "BIGINT", "HUGEINT", "UINTEGER", "BOOLEAN"])
def test_whole_numbers_add_up_exactly(type: str) -> None:
    given = exp.DataType.build(type, dialect="duckdb")
    assert is_exact(given)
    assert sum_type(given) == exp.DataType.build("HUGEINT", dialect="duckdb")


@pytest.mark.parametrize("type", ["FLOAT", "DOUBLE", "UHUGEINT", "VARCHAR", "DATE", "INTERVAL"])
def test_other_types_do_not_or_it_is_not_known(type: str) -> None:
    given = exp.DataType.build(type, dialect="duckdb")
    assert not is_exact(given)
    assert sum_type(given) is None


def _type_of(expression: str) -> exp.DataType | None:
    ((_, column),) = bind(f"SELECT {expression} AS v FROM sales").columns
    return column.type
