"""Inner aggregates that are stored because their groups lie all over the tables."""

import pytest

import duckstream.lake as lakes
from duckstream.algebra import Source
from duckstream.lake import Lake

VIEWS = {
    "left_join": "SELECT n, COUNT(*) AS m FROM (SELECT s.k, COUNT(x) AS n, COUNT(*) AS z, "
    "SUM(x) AS t FROM s LEFT JOIN r ON r.k = s.k AND x <> 20 GROUP BY s.k) GROUP BY n",
    "own_left_join": "SELECT y, COUNT(x) AS n, COUNT(*) AS z, SUM(x) AS t "
    "FROM s LEFT JOIN r ON r.k = s.k GROUP BY y",
    "one_row": "SELECT COUNT(x) AS n, COUNT(*) AS z, SUM(x) AS t FROM s LEFT JOIN r ON r.k = s.k",
    "exists": "SELECT y FROM s WHERE EXISTS (SELECT 1 FROM r WHERE r.k = s.k AND x > 10)",
    "not_exists": "SELECT y FROM s WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = s.k)",
    "average": "SELECT k, y FROM s WHERE k > (SELECT AVG(x) / 10 FROM r WHERE r.k = s.k)",
    "both_in": "SELECT y FROM s WHERE k IN (SELECT k FROM r WHERE x > 5) "
    "AND k IN (SELECT k FROM r GROUP BY k HAVING SUM(x) > 25)",
}
CHANGES = [
    "INSERT INTO r VALUES (2, 5), (3, 1), (NULL, 7)",
    "INSERT INTO s VALUES (3, 'c'), (3, 'c'), (NULL, 'd')",
    "DELETE FROM r WHERE k = 1 AND x = 20",
    "UPDATE r SET x = x + 1 WHERE k = 2",
    "DELETE FROM r",
    "INSERT INTO r VALUES (3, 20), (3, NULL), (1, 100)",
    "DELETE FROM s WHERE k = 3",
    "DELETE FROM s",
    "INSERT INTO s VALUES (3, 'c'), (9, 'e')",
]


@pytest.fixture
def staged(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setattr(lakes, "is_worth_storing", lambda *_: True)
    return lake


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_over_such_stages_is_right(staged: Lake, name: str) -> None:
    view = staged.create_view("v", VIEWS[name], policy="strict")
    assert "its groups lie all over the tables" in view.explain()
    for number, change in enumerate(CHANGES):
        staged.sql(change)
        if number != 2:
            staged.refresh()
            assert view.verify().equal, change


def test_all_of_them_in_one_run(staged: Lake) -> None:
    views = [staged.create_view(name, sql, policy="strict") for name, sql in VIEWS.items()]
    for change in CHANGES:
        staged.sql(change)
        staged.refresh()
        for view in views:
            assert view.verify().equal, (view.name, change)


def test_the_stages_are_found_again(staged: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was decided at the creation holds, whatever the tables are like by now."""
    view = staged.create_view("v", VIEWS["left_join"], policy="strict")
    monkeypatch.setattr(lakes, "is_worth_storing", lambda *_: False)
    again = Lake(staged.engine)
    told = [line for line in view.explain().split("\n") if line.startswith("stage")]
    assert len(told) == 1
    assert told[0] in again.view("v").explain()
    staged.sql(CHANGES[0])
    assert again.refresh()["v"].strategy == "incremental"
    assert again.view("v").verify().equal


def test_rows_that_the_query_finds_by_the_same_keys_are_no_stage(staged: Lake) -> None:
    sql = "SELECT k, x FROM r WHERE x > (SELECT AVG(x) FROM r AS o WHERE o.k = r.k)"
    view = staged.create_view("v", sql, policy="strict")
    assert "stage" not in view.explain()
    for change in CHANGES:
        staged.sql(change)
        staged.refresh()
        assert view.verify().equal, change


def test_small_tables_are_looked_up(lake: Lake) -> None:
    assert "stage" not in lake.create_view("v", VIEWS["exists"]).explain()


def test_values_in_order_lie_close_together(lake: Lake) -> None:
    lake.sql(
        "CREATE TABLE t AS SELECT i AS a, hash(i) % 1000 AS b, i % 3 AS c "
        "FROM range(400000) AS n(i)"
    )
    source = Source(lake.engine.catalog, "main", "t")
    spread = lake.engine.spread
    sorted_, mixed = spread(source, ["a"]), spread(source, ["b"])
    assert (sorted_, mixed) == (0, 1)
    assert spread(source, ["b", "a"]) == sorted_
    assert spread(source, []) == 1
