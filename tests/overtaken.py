"""A refresh that another one overtakes, on any engine."""

from typing import Any

import pytest

from duckstream.lake import Lake, View
from duckstream.refresh.events import Retry


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
