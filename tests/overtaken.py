"""A refresh that another one overtakes, on any engine."""

from typing import Any

import pytest

import duckstream as ds
from duckstream.lake import Lake, View


def refresh_overtaken(lake: Lake, other: Lake, view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """`other` commits after `lake` has looked where the view stands: `lake` writes nothing."""
    begin = lake.engine.refreshing

    def late(*arguments: Any) -> Any:
        other.refresh()
        return begin(*arguments)

    monkeypatch.setattr(lake.engine, "refreshing", late)
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert raised.value.code == "OVERTAKEN"
    assert view.verify().equal
    monkeypatch.undo()
    assert lake.refresh()[view.name].strategy == "no_op"
