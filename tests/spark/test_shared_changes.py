"""The change of a table that several views of a run read, each in its own columns."""

from typing import Any

import pytest

import duckstream as ds
from duckstream.engines.delta.work import DeltaWork
from duckstream.lake import Lake
from duckstream.storage import Statement
from tests.equivalence import spark

pytestmark = [*spark.MARKS]

VIEWS = {
    "by_region": "SELECT region, SUM(amount) AS total, COUNT(*) AS n FROM orders GROUP BY region",
    "by_day": "SELECT day, MIN(id) AS first, COUNT(*) AS n FROM orders GROUP BY day",
    "regions": "SELECT region, COUNT(*) AS n FROM orders GROUP BY region",
}


@pytest.fixture
def narrowed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of changes that were taken as they are, without being netted again."""
    found: list[str] = []
    narrow = DeltaWork._narrow

    def noted(self: DeltaWork, statement: Statement) -> None:
        found.append(statement.table or "")
        narrow(self, statement)

    monkeypatch.setattr(DeltaWork, "_narrow", noted)
    return found


@pytest.fixture
def lake(session: Any) -> Lake:
    session.sql("CREATE TABLE orders (id INT, region STRING, amount INT, day DATE)")
    session.sql("""
        INSERT INTO orders VALUES
            (1, 'north', 10, DATE '2024-01-01'), (2, 'south', 5, DATE '2024-01-01'),
            (3, 'north', 7, DATE '2024-01-02')""")
    lake = ds.open(session)
    for name, sql in VIEWS.items():
        lake.create_view(name, sql, policy="strict")
    return lake


def refresh(lake: Lake) -> dict[str, str]:
    """The strategies of a refresh after which every view equals its query."""
    report = lake.refresh()
    assert all(lake.view(name).verify().equal for name in VIEWS)
    return {name: report[name].strategy for name in VIEWS}


def test_what_only_came_cannot_cancel(session: Any, lake: Lake, narrowed: list[str]) -> None:
    session.sql("INSERT INTO orders VALUES (4, 'west', 1, NULL), (5, 'west', 1, NULL)")
    assert set(refresh(lake).values()) == {"incremental"}
    assert len(narrowed) == len(VIEWS)
    session.sql("DELETE FROM orders WHERE region = 'west'")
    assert set(refresh(lake).values()) == {"incremental"}
    assert len(narrowed) == 2 * len(VIEWS)


def test_a_column_tells_what_came_from_what_went(
    session: Any, lake: Lake, narrowed: list[str]
) -> None:
    """The day does, for the one view that reads it."""
    session.sql("DELETE FROM orders WHERE id = 3")
    session.sql("INSERT INTO orders VALUES (3, 'north', 7, DATE '2024-01-03')")
    expected = {"by_region": "no_op", "by_day": "incremental", "regions": "no_op"}
    assert refresh(lake) == expected
    assert [name for name in narrowed if "by_day" in name] == narrowed
    assert narrowed


def test_an_update_cancels_for_views_that_do_not_read_its_column(
    session: Any, lake: Lake, narrowed: list[str]
) -> None:
    session.sql("UPDATE orders SET amount = amount + 1 WHERE id < 3")
    expected = {"by_region": "incremental", "by_day": "no_op", "regions": "no_op"}
    assert refresh(lake) == expected
    # Among the amounts, 11 and 6 came where 10 and 5 went.
    assert narrowed == []


def test_rows_with_null_are_the_same(session: Any, lake: Lake, narrowed: list[str]) -> None:
    session.sql("INSERT INTO orders VALUES (6, 'east', 1, NULL), (7, 'east', 1, NULL)")
    refresh(lake)
    narrowed.clear()
    session.sql("UPDATE orders SET region = 'west', day = NULL WHERE id IN (1, 6)")
    assert refresh(lake)["by_day"] == "incremental"
    assert narrowed == []
