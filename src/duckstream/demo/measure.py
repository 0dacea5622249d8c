"""A refreshed view against the same query computed again: is it equal, and what did each cost?"""

from __future__ import annotations

import time
from dataclasses import dataclass

from duckstream.demo.views import DemoView
from duckstream.lake import Lake
from duckstream.refresh.report import ViewReport


@dataclass(frozen=True)
class Measurement:
    """One view in one round."""

    view: DemoView
    report: ViewReport
    recompute_seconds: float
    equal: bool

    @property
    def ratio(self) -> float:
        """How many times as long the recompute takes."""
        return self.recompute_seconds / max(self.report.seconds, 1e-6)


def measure(lake: Lake, view: DemoView, report: ViewReport) -> Measurement:
    """Compute the view again on the same connection, and compare as bags, both ways."""
    start = time.perf_counter()
    lake.sql(f"CREATE OR REPLACE TEMP TABLE recomputed AS {view.query()}")
    seconds = time.perf_counter() - start
    differences = lake.sql(
        f"""
        SELECT
            (SELECT COUNT(*) FROM (FROM {view.name} EXCEPT ALL FROM recomputed))
            + (SELECT COUNT(*) FROM (FROM recomputed EXCEPT ALL FROM {view.name}))
        """
    ).fetchall()
    lake.sql("DROP TABLE recomputed")
    return Measurement(view, report, seconds, equal=differences == [(0,)])
