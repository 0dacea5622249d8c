"""What a run would do, without doing it.

Views that the lake has are asked there. New and changed ones are compiled against the definitions
and, where there is a lake, against the tables in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from duckstream.bind import Catalog
from duckstream.pipeline.choose import Wanted
from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.graph import Node
from duckstream.pipeline.offline import OfflineCompiler
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project
from duckstream.refresh.report import RefreshReport, ViewReport

if TYPE_CHECKING:
    from duckstream.lake import Lake


def preview_new(
    project: Project, engine: str, wanted: Wanted, schema: Mapping[str, Any] | None
) -> RefreshReport:
    """Of a project that has no lake yet: everything would be created."""
    compiler = OfflineCompiler(project, engine, schema)
    return _report(project, [_would_create(n, compiler, engine) for n in _nodes(project, wanted)])


def preview_run(project: Project, lake: Lake, wanted: Wanted) -> RefreshReport:
    # The runtime is there where a lake is.
    from duckstream.refresh.catalog import KnownTables, LakeCatalog
    from duckstream.refresh.events import ignore

    engine = lake.engine
    outside: Catalog = LakeCatalog(KnownTables(engine), lambda name: None)
    compiler = OfflineCompiler(project, engine.dialect, outside=outside)
    known = engine.definitions()
    reports: list[ViewReport] = []
    maintained: list[str] = []
    for node in _nodes(project, wanted):
        stored = known.get(node.name)
        if stored is None or node.dataset.query is None:
            reports.append(_would_create(node, compiler, engine.dialect))
        elif stored.sql != compiler.query(node.name).text:
            reports.append(_would_create(node, compiler, engine.dialect, "its text was changed"))
        else:
            maintained.append(node.name)
    if maintained:
        full = [name for name in maintained if name in wanted.full]
        found = lake.refresh(
            maintained,
            policy=wanted.policy,
            full=full,
            dry_run=True,
            keep_going=True,
            upstream=False,
            listener=ignore,
        )
        reports += found.values()
    return _report(project, reports)


def _nodes(project: Project, wanted: Wanted) -> list[Node]:
    return [project.graph.nodes[name] for name in project.graph.order if name in wanted.names]


def _would_create(
    node: Node, compiler: OfflineCompiler, engine: str, reason: str = "would be created"
) -> ViewReport:
    dataset = node.dataset
    if dataset.function is not None:
        if engine == "spark":
            return ViewReport(node.name, "full", dataset.function.reason, rows_out=None)
        error = f"{dataset.place}: {dataset.function.reason}: it needs --engine spark"
        return ViewReport(node.name, "failed", "an error", error=error)
    try:
        compiler.compile(node.name)
    except ProjectError as error:
        # What cannot be told without the tables is not wrong.
        if error.code != "SCHEMA_NEEDED":
            return ViewReport(node.name, "failed", "an error", error=str(error))
    if dataset.kind is Kind.STREAMING_TABLE:
        return ViewReport(node.name, "incremental", "new rows would be appended", rows_out=None)
    return ViewReport(node.name, "full", reason, rows_out=None)


def _report(project: Project, reports: list[ViewReport]) -> RefreshReport:
    """What reads a view that would fail would be skipped."""
    graph = project.graph
    failed = {report.view for report in reports if report.strategy == "failed"}
    told = []
    for report in sorted(reports, key=lambda report: graph.order.index(report.view)):
        read = graph.upstream([report.view]) - {report.view}
        below = [name for name in graph.order if name in failed & read]
        if below:
            report = ViewReport(report.view, "skipped", f"reads {below[0]}, which would fail")
        told.append(report)
    return RefreshReport(told)
