"""Running the demo: build the shop, define the views, then change, refresh and compare."""

from __future__ import annotations

import time
from pathlib import Path

from rich.console import Console

from duckstream.demo.measure import Measurement, measure
from duckstream.demo.rounds import make_rounds
from duckstream.demo.shop import Size, create_tables
from duckstream.demo.show import show_end, show_round, show_shop, show_views
from duckstream.demo.views import VIEWS
from duckstream.lake import Lake
from duckstream.opening import open_lake


def run_demo(
    folder: Path,
    console: Console,
    progress: Console,
    *,
    size: Size | None = None,
    kept: bool = False,
) -> bool:
    """Play every round in a new lake in `folder`. Is every view equal to its query each time?"""
    size = size or Size()
    file = folder / "shop.ducklake"
    with open_lake(f"ducklake:{file}") as lake:
        with progress.status("building the shop"):
            for statement in create_tables(size):
                lake.sql(statement)
        show_shop(console, size)
        show_views(console, VIEWS, _create_views(lake, progress))
        measurements = []
        for number, round in enumerate(make_rounds(size), start=1):
            with progress.status(f"round {number}: {round.title}"):
                _change(lake, round.statements)
                found = _refresh_and_measure(lake)
            show_round(console, number, round, found)
            measurements += found
        show_end(console, measurements, str(file) if kept else None)
    return all(m.equal for m in measurements)


def _create_views(lake: Lake, progress: Console) -> dict[str, float]:
    seconds = {}
    for view in VIEWS:
        with progress.status(f"computing {view.name} for the first time"):
            start = time.perf_counter()
            lake.create_view(view.name, view.sql)
            seconds[view.name] = time.perf_counter() - start
    return seconds


def _change(lake: Lake, statements: tuple[str, ...]) -> None:
    """All of a round in one commit, as an application would write it."""
    if statements:
        for statement in ("BEGIN", *statements, "COMMIT"):
            lake.sql(statement)


def _refresh_and_measure(lake: Lake) -> list[Measurement]:
    report = lake.refresh()
    return [measure(lake, view, report[view.name]) for view in VIEWS]
