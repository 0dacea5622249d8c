"""A refreshed view against the same query computed again: is it equal, and what did each cost?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from duckstream.bind.parse import parse_view
from duckstream.compiler import LAKES
from duckstream.engines.protocol import table_of
from duckstream.lake import Lake
from duckstream.lower.names import quoted
from duckstream.pipeline.project import Project
from duckstream.pipeline.queries import compose
from duckstream.refresh.report import ViewReport

_RECOMPUTED = "recomputed"


@dataclass(frozen=True)
class Measurement:
    """One view in one round."""

    view: str
    report: ViewReport
    recompute_seconds: float
    equal: bool
    # Its part of the time that the run took: views may be refreshed side by side, and the seconds
    # of each are those in which others run as well.
    share_of_run: float

    @property
    def ratio(self) -> float:
        """How many times as long the recompute takes."""
        return self.recompute_seconds / max(self.report.seconds, 1e-6)

    def as_dict(self) -> dict[str, Any]:
        return {
            "view": self.view,
            "strategy": self.report.strategy,
            "rows_in": self.report.rows_in,
            "rows_out": self.report.rows_out,
            "refresh_seconds": self.report.seconds,
            "recompute_seconds": self.recompute_seconds,
            "equal": self.equal,
        }


def measure(
    lake: Lake, project: Project, view: str, report: ViewReport, share_of_run: float
) -> Measurement:
    """Compute the view again, into a table of the lake, and compare as bags, both ways."""
    engine = lake.engine
    query = parse_view(query_over_tables(project, view, engine.dialect), engine.dialect)
    table = table_of(engine.catalog, engine.schema, _RECOMPUTED)
    name = table.sql(engine.dialect)
    create = LAKES[engine.dialect].new_table(table, query).sql(engine.dialect)
    start = time.perf_counter()
    engine.sql(create)
    seconds = time.perf_counter() - start
    _, missing, extra = engine.count_differences(
        f"SELECT * FROM {quoted(view, engine.dialect)}", f"SELECT * FROM {name}"
    )
    engine.sql(f"DROP TABLE {name}")
    equal = missing == 0 and extra == 0
    return Measurement(view, report, seconds, equal, share_of_run)


def query_over_tables(project: Project, view: str, dialect: str) -> str:
    """The view over base tables alone, which is what a recompute has to run."""
    graph = project.graph
    node = graph.nodes[view]
    assert node.dataset.query is not None
    own = compose(graph, view, node.dataset.query, project.dialect, dialect).text
    read = [name for name in node.reads if name in project.views()]
    if not read:
        return own
    entries = (
        f"{quoted(name, dialect)} AS (\n{query_over_tables(project, name, dialect)}\n)"
        for name in read
    )
    return f"WITH {', '.join(entries)}\n(\n{own}\n)"
