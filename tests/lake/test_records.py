"""What is kept of every refresh, what is said of every view, and what a run tells as it goes."""

import threading
from datetime import UTC, datetime

import pytest

import duckstream as ds
from duckstream.lake import Lake
from duckstream.refresh.events import Event, Step

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"
NUMBERS = "SELECT CAST(y AS INTEGER) AS n FROM s WHERE k > 100"


def snapshots(lake: Lake) -> int:
    return lake.sql("SELECT COUNT(*) FROM ducklake_snapshots('dl')").fetchall()[0][0]


def test_every_refresh_leaves_a_record(lake: Lake) -> None:
    begun = datetime.now(UTC)
    view = lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (2, 5), (3, 1)")
    report = lake.refresh()["totals"]
    refreshed, created = view.history()
    assert (created.kind, created.strategy, created.reason) == ("create", "full", "created")
    assert (refreshed.kind, refreshed.strategy) == ("refresh", "incremental")
    assert (refreshed.rows_in, refreshed.rows_out) == (2, 2)
    assert refreshed.policy == "auto"
    assert refreshed.reason == report.reason
    assert refreshed.commit == report.commit
    assert begun <= created.started <= refreshed.started
    start, end = refreshed.sources["r"]
    assert start == created.sources["r"][1]
    assert start is not None
    assert start < end
    assert refreshed.seconds > 0
    assert lake.history(limit=1) == [refreshed]


def test_the_commit_of_a_record_is_the_one_that_wrote_the_rows(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (7, 7)")
    commit = lake.refresh()["totals"].commit
    now = f"SELECT COUNT(*) FROM _ivm_totals AT (VERSION => {commit}) WHERE k = 7"
    before = f"SELECT COUNT(*) FROM _ivm_totals AT (VERSION => {commit} - 1) WHERE k = 7"
    assert lake.sql(now).fetchall() == [(1,)]
    assert lake.sql(before).fetchall() == [(0,)]


def test_records_are_read_with_sql(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (2, 5)")
    lake.refresh()
    query = "SELECT view, strategy, rows_in FROM duckstream_history ORDER BY started"
    assert lake.sql(query).fetchall() == [("totals", "full", 0), ("totals", "incremental", 1)]


def test_where_nothing_is_done_nothing_is_recorded(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    before = snapshots(lake)
    lake.refresh()
    assert snapshots(lake) == before
    assert len(view.history()) == 1


def test_a_failure_is_recorded_and_shown(lake: Lake) -> None:
    lake.create_view("numbers", NUMBERS)
    lake.sql("INSERT INTO s VALUES (102, 'seven')")
    with pytest.raises(ds.RefreshError):
        lake.refresh()
    failure = lake.view("numbers").history()[0]
    assert (failure.kind, failure.strategy) == ("failure", "failed")
    assert failure.error is not None
    assert "seven" in failure.error
    (status,) = lake.status()
    assert status.last_error == failure.error
    assert status.last_strategy == "full"
    lake.sql("DELETE FROM s WHERE k = 102")
    lake.sql("INSERT INTO s VALUES (103, '7')")
    lake.refresh()
    (status,) = lake.status()
    assert (status.last_error, status.last_strategy) == (None, "incremental")


def test_a_failing_view_stops_only_those_that_read_it(lake: Lake) -> None:
    lake.create_view("numbers", NUMBERS)
    lake.create_view("sums", "SELECT SUM(n) AS total FROM numbers")
    lake.create_view("top", "SELECT MAX(total) AS most FROM sums")
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO s VALUES (102, 'seven'); INSERT INTO r VALUES (1, 1)")
    report = lake.refresh(keep_going=True)
    strategies = {name: view.strategy for name, view in report.items()}
    assert strategies == {
        "numbers": "failed",
        "sums": "skipped",
        "top": "skipped",
        "totals": "incremental",
    }
    assert "seven" in (report["numbers"].error or "")
    assert report["sums"].reason == "reads numbers, which failed"
    assert report["top"].reason == "reads sums, which was skipped"
    assert report.failed == ("numbers", "sums", "top")
    # Without `keep_going` the error is raised, after the same was done.
    lake.sql("INSERT INTO r VALUES (2, 2)")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert "numbers" in raised.value.reason
    assert lake.view("totals").history()[0].rows_in == 1
    lake.sql("DELETE FROM s WHERE k = 102")
    assert set(lake.refresh()) == {"numbers", "sums", "top", "totals"}
    assert all(view.verify().equal for view in lake.views())


def test_a_view_whose_table_is_gone_stops_only_those_that_read_it(file: str, lake: Lake) -> None:
    lake.create_view("labels", "SELECT y, COUNT(*) AS n FROM s GROUP BY y")
    lake.create_view("many", "SELECT y FROM labels WHERE n > 1")
    lake.create_view("totals", TOTALS)
    lake.sql("DROP TABLE s; INSERT INTO r VALUES (1, 1)")
    lake.close()
    with ds.open(file) as again:
        report = again.refresh(keep_going=True)
        strategies = {name: view.strategy for name, view in report.items()}
        assert strategies == {"labels": "failed", "many": "skipped", "totals": "incremental"}
        assert "s" in (report["labels"].error or "")


def test_status_says_how_far_a_view_is_behind(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.create_view("labels", "SELECT y, COUNT(*) AS n FROM s GROUP BY y")
    assert [(s.view, s.fresh, s.rows_behind) for s in lake.status()] == [
        ("labels", True, 0),
        ("totals", True, 0),
    ]
    lake.sql("INSERT INTO r VALUES (2, 5), (3, 1)")
    lake.sql("DELETE FROM r WHERE k = 1")
    labels, totals = lake.status()
    assert labels.fresh
    assert not totals.fresh
    assert totals.versions_behind == {"r": 2}
    assert totals.rows_behind == 4
    lake.refresh()
    assert all(status.fresh for status in lake.status())


def test_verify_leaves_a_receipt_and_shows_what_differs(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    assert view.verify().equal
    lake.sql("UPDATE _ivm_totals SET total = 99 WHERE k = 1")
    found = view.verify()
    assert not found
    assert (found.missing, found.extra) == (1, 1)
    assert found.missing_rows == (("1", "30"),)
    assert found.extra_rows == (("1", "99"),)
    assert "('1', '99')" in str(found)
    receipts = [(r.kind, r.strategy) for r in view.history() if r.kind == "verify"]
    assert receipts == [("verify", "different"), ("verify", "equal")]


def test_a_dry_run_writes_nothing_and_says_what_would_happen(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.create_view("labels", "SELECT y, COUNT(*) AS n FROM s GROUP BY y", policy="full")
    lake.create_view("sizes", "SELECT total > 25 AS large, COUNT(*) AS n FROM totals GROUP BY 1")
    lake.sql("INSERT INTO r VALUES (2, 5); INSERT INTO s VALUES (1, 'c')")
    before = snapshots(lake)
    report = lake.refresh(dry_run=True)
    assert {name: view.strategy for name, view in report.items()} == {
        "labels": "full",
        "totals": "incremental",
        "sizes": "incremental",
    }
    assert report["totals"].rows_in == 1
    assert report["totals"].rows_out is None
    assert report["sizes"].reason == "if totals changes"
    assert snapshots(lake) == before
    assert not any(status.fresh for status in lake.status()[:2])
    assert lake.refresh(dry_run=True)["totals"].strategy == "incremental"


def test_a_view_is_computed_anew_when_asked(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    lake.sql("UPDATE _ivm_totals SET total = 99 WHERE k = 1")
    report = lake.refresh(full=["totals"])["totals"]
    assert (report.strategy, report.reason, report.rows_out) == ("full", "asked for", 1)
    assert view.verify().equal


def test_events_tell_what_happens(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (2, 5)")
    events: list[Event] = []
    lake.refresh(listener=events.append)
    kinds = [event.kind for event in events if event.kind != "step"]
    assert kinds == ["run_started", "view_started", "view_finished", "run_finished"]
    steps = [event.step for event in events if isinstance(event, Step)]
    assert steps[0] == "look"
    assert steps[-2:] == ["write", "commit"]
    assert "read the change of r" in steps
    assert events[-2].as_dict()["strategy"] == "incremental"


def test_watching_refreshes_until_it_is_stopped(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.create_view("numbers", NUMBERS)
    # A view that fails is tried again; it does not end the watch.
    lake.sql("INSERT INTO s VALUES (102, 'seven'); INSERT INTO r VALUES (2, 5)")
    stop = threading.Event()
    finished: list[Event] = []

    def listen(event: Event) -> None:
        if event.kind == "run_finished":
            finished.append(event)
            if len(finished) == 2:
                stop.set()

    assert lake.watch(0.01, stop=stop, listener=listen) == 2
    assert lake.view("totals").verify().equal


def test_the_change_of_a_view_is_handed_to_the_views_above(lake: Lake) -> None:
    """Copies of rows, groups that come, change and go; the feed of the view below is not read."""
    lake.create_view("pairs", "SELECT x, y FROM r JOIN s USING (k)", policy="strict")
    lake.create_view("names", "SELECT y, SUM(x) AS n FROM pairs GROUP BY y", policy="strict")
    lake.create_view("most", "SELECT MAX(n) AS n, COUNT(*) AS c FROM names", policy="strict")
    for change in (
        "INSERT INTO s VALUES (1, 'a'), (2, 'c')",
        "DELETE FROM r WHERE k = 2; INSERT INTO r VALUES (1, 10)",
        "DELETE FROM s",
        "INSERT INTO s VALUES (1, 'z')",
    ):
        lake.sql(change)
        events: list[Event] = []
        lake.refresh(listener=events.append)
        steps = [event.step for event in events if isinstance(event, Step)]
        assert "take over the change of pairs" in steps
        assert "take over the change of names" in steps
        assert "read the change of pairs" not in steps
        assert all(view.verify().equal for view in lake.views())
    # One that was left behind reads what came in several refreshes.
    for value in (1, 2):
        lake.sql(f"INSERT INTO r VALUES (1, {value})")
        lake.refresh("pairs")
    events = []
    lake.refresh(listener=events.append)
    steps = [event.step for event in events if isinstance(event, Step)]
    assert "read the change of pairs" in steps
    assert all(view.verify().equal for view in lake.views())
