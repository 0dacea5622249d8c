"""Cases 36 to 42 of the list of what other systems got wrong, beyond what scenarios can say."""

import threading

import pytest

import duckstream as ds
from duckstream.lake import Lake
from tests.runtime.conftest import Place

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"


def test_36_truncate_then_insert(place: Place) -> None:
    place.lake.create_view("v", TOTALS, policy="strict")
    place.sql("DELETE FROM r", "INSERT INTO r VALUES (1, 10), (3, 5)", "DELETE FROM r WHERE k = 3")
    assert place.lake.refresh()["v"].strategy == "incremental"
    assert place.rows("SELECT * FROM v") == [(1, 10)]
    assert place.is_right()


def test_37_many_versions_and_none(place: Place) -> None:
    place.lake.create_view("v", TOTALS, policy="strict")
    for number in range(4):
        place.sql(f"INSERT INTO r VALUES (3, {number})")
    assert [s.versions_behind for s in place.lake.status()] == [{"r": 4}]
    assert place.lake.refresh()["v"].rows_in == 4
    assert place.lake.refresh()["v"].strategy == "no_op"
    assert place.is_right()


def test_38_views_at_different_frontiers(place: Place) -> None:
    place.lake.create_view("v", TOTALS, policy="strict")
    place.sql("INSERT INTO r VALUES (5, 5)")
    place.lake.create_view("w", "SELECT COUNT(*) AS n FROM r", policy="strict")
    place.sql("INSERT INTO r VALUES (6, 6)")
    report = place.lake.refresh()
    assert (report["v"].rows_in, report["w"].rows_in) == (2, 1)
    assert place.is_right()


def test_39_the_same_refresh_twice_and_two_at_once(place: Place) -> None:
    """Threads with a door each: one commits, the other sees nothing left to do."""
    place.lake.create_view("v", TOTALS, policy="strict")
    place.sql("INSERT INTO r VALUES (1, 1), (2, 2)")
    doors = [place.open_again(), place.open_again()]
    strategies: list[str] = []

    def refresh(lake: Lake) -> None:
        strategies.append(lake.refresh(listener=lambda _: None)["v"].strategy)

    threads = [threading.Thread(target=refresh, args=[door]) for door in doors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(strategies) == ["incremental", "no_op"]
    assert place.lake.refresh()["v"].strategy == "no_op"
    assert place.rows("SELECT * FROM v") == [(1, 31), (2, 32)]
    written = [r for r in place.lake.view("v").history() if r.kind == "refresh"]
    assert len(written) == 1


def test_39_a_refresh_that_fails_leaves_the_view_as_it_was(place: Place) -> None:
    place.lake.create_view("v", "SELECT k, CAST(y AS INTEGER) AS n FROM s WHERE k > 100")
    place.sql("INSERT INTO s VALUES (101, 'seven')")
    with pytest.raises(ds.RefreshError):
        place.lake.refresh()
    assert place.rows("SELECT * FROM v") == []
    assert place.lake.status()[0].last_error is not None
    place.sql("UPDATE s SET y = '7' WHERE k = 101")
    assert place.lake.refresh()["v"].strategy == "incremental"
    assert place.rows("SELECT * FROM v") == [(101, 7)]
    assert [r.kind for r in place.lake.history()] == ["refresh", "failure", "create"]


def test_40_a_rebuild_below_a_view_gives_the_difference_only(place: Place) -> None:
    place.lake.create_view("below", TOTALS)
    place.lake.create_view("above", "SELECT k, total * 2 AS twice FROM below", policy="strict")
    place.sql("INSERT INTO r VALUES (2, 1)")
    report = place.lake.refresh(full=["below"])
    assert report["below"].strategy == "full"
    # The old row of the one group that differs, and the new one.
    assert (report["above"].strategy, report["above"].rows_in) == ("incremental", 2)
    assert place.is_right()


def test_41_a_source_created_anew(place: Place) -> None:
    place.lake.create_view("v", TOTALS)
    place.sql(
        "DROP TABLE r", "CREATE TABLE r (k INTEGER, x INTEGER)", "INSERT INTO r VALUES (4, 4)"
    )
    with pytest.raises(ds.RefreshError) as raised:
        place.lake.refresh(policy="strict")
    assert raised.value.code == "NOT_INCREMENTAL"
    assert place.rows("SELECT * FROM v") == [(1, 30), (2, 30)]
    report = place.lake.refresh()["v"]
    assert report.strategy == "full"
    assert "created anew" in report.reason
    assert place.rows("SELECT * FROM v") == [(4, 4)]
    place.sql("INSERT INTO r VALUES (4, 1)")
    assert place.lake.refresh()["v"].strategy == "incremental"
    assert place.is_right()


def test_41_a_source_that_is_gone(place: Place) -> None:
    place.lake.create_view("v", TOTALS)
    place.lake.create_view("w", "SELECT COUNT(*) AS n FROM s")
    place.sql("DROP TABLE r", "INSERT INTO s VALUES (3, 'c')")
    report = place.lake.refresh(keep_going=True)
    assert (report["v"].strategy, report["w"].strategy) == ("failed", "incremental")
    assert "r" in (report["v"].error or "")
    assert place.rows("SELECT * FROM v") == [(1, 30), (2, 30)]


def test_41_a_column_added(place: Place) -> None:
    place.lake.create_view("v", TOTALS)
    place.sql("ALTER TABLE r ADD COLUMN z INTEGER", "INSERT INTO r VALUES (1, 1, 1)")
    assert place.lake.refresh()["v"].strategy in ("full", "incremental")
    assert place.rows("SELECT * FROM v") == [(1, 31), (2, 30)]
    place.sql("INSERT INTO r VALUES (2, 1, 1)")
    assert place.lake.refresh()["v"].strategy == "incremental"
    assert place.is_right()


def test_42_a_definition_changed(place: Place) -> None:
    place.lake.create_view("v", TOTALS)
    place.lake.create_view("above", "SELECT MAX(total) AS most FROM v")
    with pytest.raises(ds.LakeError) as raised:
        place.lake.create_view("v", "SELECT k, MAX(x) AS total FROM r GROUP BY k", policy="strict")
    assert raised.value.code == "VIEW_EXISTS"
    place.lake.create_view("v", "SELECT k, MAX(x) AS total FROM r GROUP BY k")
    assert place.rows("SELECT * FROM v") == [(1, 20), (2, 30)]
    place.sql("INSERT INTO r VALUES (1, 90)")
    report = place.lake.refresh()
    assert report["v"].strategy == "incremental"
    assert report["above"].strategy == "full"
    assert place.rows("SELECT * FROM above") == [(90,)]
    kinds = [record.kind for record in place.lake.view("v").history()]
    assert kinds == ["refresh", "create", "create"]
    assert place.is_right()
