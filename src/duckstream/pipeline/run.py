"""Running a project: every dataset after what it reads, each on its own.

What the runtime maintains is refreshed in as few runs of it as possible, because views of one run
share what they read. New and changed views are created, streaming tables appended to, and what is
a Python function is computed in full.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from duckstream.errors import DuckstreamError, LakeError, SQLError
from duckstream.pipeline.choose import Wanted
from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.functions import Functions
from duckstream.pipeline.graph import Node
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project
from duckstream.pipeline.queries import Query, check_columns, compose
from duckstream.pipeline.streams import append_new_rows
from duckstream.refresh.events import Listener, ViewFinished, ViewStarted, ignore
from duckstream.refresh.report import RefreshReport, ViewReport

if TYPE_CHECKING:
    from duckstream.lake import Lake

_WRONG = ("failed", "skipped")


@dataclass
class ProjectRun:
    """One run of a project on its lake."""

    project: Project
    lake: Lake
    wanted: Wanted
    listener: Listener = ignore
    _reports: dict[str, ViewReport] = field(default_factory=dict)
    # Views that wait to be refreshed together.
    _batch: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._graph = self.project.graph
        self._functions = Functions(self.project, self.lake.engine)
        self._known = self.lake.engine.definitions()

    def go(self) -> RefreshReport:
        for name in self._graph.order:
            if self._is_wanted(name):
                self._bring_up_to_date(self._graph.nodes[name])
        self._refresh_batch()
        order = {name: number for number, name in enumerate(self._graph.order)}
        shown = [r for r in self._reports.values() if self._is_shown(r)]
        return RefreshReport(sorted(shown, key=lambda report: order[report.view]))

    def _is_wanted(self, name: str) -> bool:
        """Plain views are made with all views, or with those that read them."""
        match self._graph.nodes[name].dataset.kind:
            case Kind.TEMPORARY_VIEW:
                return False
            case Kind.VIEW:
                every = set(self.wanted.names) == set(self.project.views())
                return every or name in self._graph.upstream(self.wanted.names)
        return name in self.wanted.names

    def _is_shown(self, report: ViewReport) -> bool:
        """A plain view is nothing to bring up to date, unless that fails."""
        kind = self._graph.nodes[report.view].dataset.kind
        return kind is not Kind.VIEW or report.strategy in _WRONG

    def _bring_up_to_date(self, node: Node) -> None:
        query = None
        if node.dataset.query is not None:
            query = self._compose(node)
            if isinstance(query, ViewReport):
                self._finish(query)
                return
            stored = self._known.get(node.name)
            is_view = node.dataset.kind is Kind.MATERIALIZED_VIEW
            if is_view and stored is not None and stored.sql == query.text:
                self._add_to_batch(node)
                return
        # What a function reads is only known as far as it shows.
        reads_any = node.dataset.function is not None
        if reads_any or self._graph.upstream([node.name]) & set(self._batch):
            self._refresh_batch()
        self._do(node, query)

    def _compose(self, node: Node) -> Query | ViewReport:
        assert node.dataset.query is not None
        try:
            return compose(
                self._graph,
                node.name,
                node.dataset.query,
                self.project.dialect,
                self.lake.engine.dialect,
            )
        except ProjectError as error:
            return _failed(node.name, error)

    def _add_to_batch(self, node: Node) -> None:
        blocked = self._blocked(node)
        if blocked is not None:
            self._finish(blocked)
            return
        known, policy = self._known[node.name], self.project.policy(node.dataset)
        if known.policy != policy:
            self.lake.create_view(node.name, known.sql, policy)
        self._batch.append(node.name)

    def _blocked(self, node: Node) -> ViewReport | None:
        """A view that reads one that failed is left as it is."""
        for name in self._graph.order:
            report = self._reports.get(name)
            if report is None or report.strategy not in _WRONG or name == node.name:
                continue
            # In this order the one that failed comes before those that were skipped for it.
            if name in self._graph.upstream([node.name]):
                return ViewReport(node.name, "skipped", f"reads {name}, which failed")
        return None

    def _do(self, node: Node, query: Query | None) -> None:
        blocked = self._blocked(node)
        if blocked is not None:
            self._finish(blocked)
            return
        self.listener(ViewStarted(node.name, len(self._reports) + 1, len(self.wanted.names)))
        start = time.perf_counter()
        try:
            report = self._work(node, query)
        except SQLError as error:
            report = _failed(node.name, query.tell(error) if query else error)
        except DuckstreamError as error:
            report = _failed(node.name, _with_project_hint(error, node.name))
        except self.lake.engine.errors as error:
            report = ViewReport(node.name, "failed", "an error", error=self.lake.engine.tell(error))
        self._finish(replace(report, seconds=time.perf_counter() - start))

    def _work(self, node: Node, query: Query | None) -> ViewReport:
        dataset, engine = node.dataset, self.lake.engine
        if dataset.function is not None:
            rows = self._functions.store(node)
            return ViewReport(node.name, "full", dataset.function.reason, rows_out=rows)
        if dataset.kind is Kind.STREAMING_TABLE:
            return append_new_rows(self.project, node, self.lake, node.name in self.wanted.full)
        assert query is not None
        if dataset.kind is Kind.VIEW:
            # Its mistakes are told better when it is only described.
            engine.describe_view(query.text)
            engine.keep_plain_view(node.name, query.text)
            return ViewReport(node.name, "no_op", "a plain view")
        if dataset.columns:
            check_columns(dataset, engine.describe_view(query.text), engine.dialect)
        reason = "created" if node.name not in self._known else "its definition was changed"
        if node.name in self.wanted.full and node.name in self._known:
            # Who asks for it may also replace a view that is strict.
            self.lake.create_view(node.name, query.text, "auto")
        view = self.lake.create_view(node.name, query.text, self.project.policy(dataset))
        table = self.lake.compiled(view.definition).place.table
        return ViewReport(node.name, "full", reason, rows_out=engine.count_rows(table))

    def _refresh_batch(self) -> None:
        if not self._batch:
            return
        names, self._batch = self._batch, []
        report = self.lake.refresh(
            names,
            upstream=False,
            policy=self.wanted.policy,
            full=[name for name in names if name in self.wanted.full],
            keep_going=True,
            listener=self.listener,
        )
        self._reports.update(report)

    def _finish(self, report: ViewReport) -> None:
        self._reports[report.view] = report
        self.listener(ViewFinished(report))


def _with_project_hint(error: DuckstreamError, name: str) -> DuckstreamError:
    """What stands in the way of a view may be the table that another command made for it."""
    if error.code != "NAME_TAKEN":
        return error
    hint = f"if spark-pipelines made it, drop it, and it becomes a view: DROP TABLE {name}"
    return LakeError(error.code, error.reason, hint)


def _failed(name: str, error: DuckstreamError) -> ViewReport:
    return ViewReport(name, "failed", "an error", error=str(error))
