"""Refreshes that others overtake, on any engine."""

from collections.abc import Callable
from typing import Any

import pytest

from duckstream.lake import Lake, View
from duckstream.refresh.events import Event, Retry, ViewStarted


def refresh_overtaken(lake: Lake, other: Lake, view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """`other` commits after `lake` has looked where the view stands: `lake` writes nothing, looks
    again, and finds nothing left to do.
    """
    begin = lake.engine.refreshing

    def late(*arguments: Any) -> Any:
        other.refresh()
        return begin(*arguments)

    monkeypatch.setattr(lake.engine, "refreshing", late)
    retries: list[Retry] = []
    report = lake.refresh(listener=lambda e: retries.append(e) if isinstance(e, Retry) else None)
    assert report[view.name].strategy == "no_op"
    assert ["faster" in retry.reason for retry in retries] == [True]
    assert view.verify().equal
    written = [record for record in view.history() if record.kind == "refresh"]
    assert [record.strategy for record in written] == ["incremental"]


TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"
SIZES = "SELECT total > 100 AS is_large, COUNT(*) AS n FROM totals GROUP BY total > 100"


def refresh_above_a_slower_one(
    lake: Lake, other: Lake, write: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`other`, which has looked earlier, brings a view half of the way that `lake` is going to
    bring it: the view above has the changes of both to read.
    """
    totals = lake.create_view("totals", TOTALS, policy="strict")
    lake.create_view("sizes", SIZES, policy="strict")
    write("INSERT INTO r VALUES (1, 1000)")
    earlier = other.engine.look()
    earlier.pin([other.compiled(totals.definition)])
    write("INSERT INTO r VALUES (2, 1000)")
    begin = lake.engine.refreshing

    def late(*arguments: Any) -> Any:
        monkeypatch.undo()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(other.engine, "look", lambda: earlier)
            assert other.refresh("totals")["totals"].strategy == "incremental"
        return begin(*arguments)

    monkeypatch.setattr(lake.engine, "refreshing", late)
    report = lake.refresh()
    assert [report[name].strategy for name in ("totals", "sizes")] == ["incremental"] * 2
    assert all(view.verify().equal for view in lake.views())


def refresh_below_faster_ones(lake: Lake, other: Lake, write: Callable[[str], Any]) -> None:
    """`other` brings both views further, then only the lower one, between those of `lake`: what
    `lake` has written to the lower one is no news for the upper one any more.
    """
    lake.create_view("totals", TOTALS, policy="strict")
    lake.create_view("sizes", SIZES, policy="strict")
    write("INSERT INTO r VALUES (1, 1000)")

    def overtake(event: Event) -> None:
        if isinstance(event, ViewStarted) and event.view == "sizes":
            other.refresh()
            write("INSERT INTO r VALUES (2, 1000)")
            other.refresh("totals")

    lake.refresh(listener=overtake)
    assert all(view.verify().equal for view in lake.views())
    lake.refresh()
    assert all(view.verify().equal for view in lake.views())
