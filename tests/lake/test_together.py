"""Views of one run: committed together, and what they have in common is read once."""

from collections.abc import Mapping
from typing import Any

import pytest

from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.lake import Lake

SUMS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"
JOINED = "SELECT y, x FROM r JOIN s ON r.k = s.k"
COUNTED = "SELECT y, COUNT(*) AS n FROM s JOIN r ON r.k = s.k GROUP BY y"


def create(lake: Lake, **views: str) -> None:
    for name, sql in views.items():
        lake.create_view(name, sql, policy="strict")


def assert_right(lake: Lake) -> None:
    for view in lake.views():
        assert view.verify().equal, view.name


def test_views_that_do_not_read_each_other_share_a_commit(lake: Lake) -> None:
    """What another view waits for is committed before, without those that nobody waits for."""
    create(lake, sums=SUMS, joined=JOINED, above="SELECT SUM(total) AS s FROM sums")
    lake.sql("INSERT INTO r VALUES (2, 5), (NULL, 1)")
    report = lake.refresh()
    assert report["above"].commit == report["joined"].commit
    assert (report["above"].commit or 0) > (report["sums"].commit or 0)
    assert {r.commit for r in lake.history(limit=3)} == {v.commit for v in report.values()}
    assert_right(lake)
    assert {v.strategy for v in lake.refresh().values()} == {"no_op"}


def test_if_they_cannot_be_committed_together_each_is_by_itself(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(lake, sums=SUMS, joined=JOINED)
    engine = lake.engine
    assert isinstance(engine, DuckLakeEngine)
    take = engine.bookkeeping.take_cursors

    def take_those_of_one(base: Mapping[str, Any]) -> bool:
        return len(base) == 1 and take(base)

    monkeypatch.setattr(engine.bookkeeping, "take_cursors", take_those_of_one)
    lake.sql("INSERT INTO r VALUES (2, 5)")
    report = lake.refresh()
    assert [v.strategy for v in report.values()] == ["incremental", "incremental"]
    assert report["sums"].commit != report["joined"].commit
    assert_right(lake)


def test_one_that_fails_does_not_stop_the_others(lake: Lake) -> None:
    create(lake, sums=SUMS, joined=JOINED)
    lake.sql("UPDATE _ivm_sums SET _ivm_count = 0")
    lake.sql("DELETE FROM r WHERE x = 30")
    report = lake.refresh(keep_going=True)
    assert [report[name].strategy for name in ("sums", "joined")] == ["failed", "incremental"]
    assert lake.view("joined").verify().equal


def test_no_temporary_table_is_left(lake: Lake) -> None:
    create(lake, joined=JOINED, counted=COUNTED)
    lake.sql("INSERT INTO r VALUES (2, 5)")
    lake.refresh()
    left = "SELECT COUNT(*) FROM duckdb_tables() WHERE temporary"
    assert lake.sql(left).fetchall() == [(0,)]


def test_what_a_change_meets_is_read_for_both(lake: Lake) -> None:
    """NULL among the keys of the change included."""
    create(lake, joined=JOINED, counted=COUNTED, sums=SUMS)
    lake.sql("INSERT INTO s VALUES (NULL, 'c'), (3, 'd')")
    for change in (
        "INSERT INTO r VALUES (3, 1), (NULL, 2), (NULL, 3)",
        "UPDATE s SET y = 'z' WHERE k = 1 OR k IS NULL",
        "DELETE FROM r WHERE k IS NULL OR k = 1",
    ):
        lake.sql(change)
        lake.refresh()
        assert_right(lake)


def test_a_column_that_one_view_does_not_read_is_no_change_to_it(lake: Lake) -> None:
    create(lake, sums=SUMS, keys="SELECT k, COUNT(*) AS n FROM r GROUP BY k")
    lake.sql("UPDATE r SET x = x + 1")
    report = lake.refresh()
    assert {name: v.strategy for name, v in report.items()} == {
        "sums": "incremental",
        "keys": "no_op",
    }
    assert_right(lake)
