"""Streaming tables: what was inserted into the streamed tables since the last run is appended.

The flows of a table are compiled together, as if they were one view. So the runtime's own means
serve here too: versions are pinned, events are read once, and the new rows and where the flows
stand are written in one commit. A row that was updated since comes again, as it is now.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind.parse import parse_view
from duckstream.bind.physical_tables import physical_tables, read_in_place
from duckstream.compiler import LAKES, CompiledView, compile_view
from duckstream.engines.protocol import Cursor, LakeState, LakeTable, ViewPlace, table_of
from duckstream.errors import LakeError, RefreshError, SQLError
from duckstream.lower import column, subquery
from duckstream.pipeline.definitions import Flow
from duckstream.pipeline.graph import Node
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project
from duckstream.pipeline.queries import Query, compose
from duckstream.plan import ViewNaming
from duckstream.refresh.catalog import KnownTables, LakeCatalog
from duckstream.refresh.events import ignore
from duckstream.refresh.journal import Journal
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.report import ViewReport
from duckstream.storage import Statement, make_temporary
from duckstream.storage.feed import events_table

if TYPE_CHECKING:
    from duckstream.lake import Lake

# With these a row of the result depends on more than one new row.
_NOT_ROW_BY_ROW = {
    "aggregate": "an aggregate",
    "distinct": "DISTINCT",
    "distinct_on": "DISTINCT ON",
    "grouping_sets": "GROUPING SETS",
    "limit": "LIMIT",
    "pivot": "PIVOT",
    "recursive": "recursion",
    "window": "a window function",
}


def append_new_rows(project: Project, node: Node, lake: Lake, anew: bool) -> ViewReport:
    """Bring a streaming table up to date; `anew` empties it and begins with the first row."""
    return _Append(project, node, lake).run(anew)


class _Append:
    def __init__(self, project: Project, node: Node, lake: Lake) -> None:
        self._project = project
        self._node = node
        self._lake = lake
        self._engine = lake.engine
        naming = ViewNaming(node.name, node.name)
        self._place = ViewPlace(self._engine.catalog, self._engine.schema, naming)
        self._queries = [self._query(flow) for flow in node.flows]

    def _query(self, flow: Flow) -> Query:
        dialect = self._engine.dialect
        return compose(
            self._project.graph, self._node.name, flow.query, self._project.dialect, dialect
        )

    def run(self, anew: bool) -> ViewReport:
        self._make_table()
        view = self._compile()
        state = self._engine.look()
        state.pin([view])
        with state.running():
            return self._append(view, state, anew=anew)

    def _append(self, view: CompiledView, state: LakeState, *, anew: bool) -> ViewReport:
        streams = self._streams(view)
        known = state.frontier(view)
        base = {source: known[source] for source in streams if source in known}
        target = {source: self._target(state, source) for source in streams}
        begin = {} if anew else self._checked(state, base, target)
        new = [s for s in streams if s not in begin or state.is_touched(s, begin[s].version)]
        if not new:
            return ViewReport(self._node.name, "no_op", "nothing was inserted since the last run")
        return self._write(view, base, begin, target, anew=anew)

    def _target(self, state: LakeState, source: Source) -> Cursor:
        target = state.target(source)
        if target is None:
            raise RefreshError("NO_SOURCE", f"{self._node.name}: its table {source} is gone")
        return target

    def _checked(
        self,
        state: LakeState,
        base: Mapping[Source, Cursor],
        target: Mapping[Source, Cursor],
    ) -> Mapping[Source, Cursor]:
        for source, cursor in base.items():
            gap = None
            if cursor.identity is not None and cursor.identity != target[source].identity:
                gap = f"{source} was created anew or its columns changed"
            elif state.is_touched(source, cursor.version):
                gap = state.find_gap(source, cursor.version)
            if gap is not None:
                raise RefreshError(
                    "STREAM_LOST",
                    f"{self._node.name}: {gap}",
                    f"--full-refresh {self._node.name} begins again with all rows there are",
                )
        return base

    def _make_table(self) -> None:
        """The table with the columns of the first flow, or with those it declares."""
        engine, name = self._engine, self._node.name
        if engine.find_table([engine.catalog, engine.schema, name]) is not None:
            return
        engine.prepare()
        columns = [
            exp.alias_(exp.cast(exp.null(), type), column, quoted=True)
            for column, type in self._declared() or self._described()
        ]
        nothing = exp.Select(expressions=columns, where=exp.Where(this=exp.false()))
        lake = LAKES[engine.dialect]
        engine.sql(lake.new_table(self._table, nothing).sql(engine.dialect))

    @property
    def _table(self) -> exp.Table:
        return table_of(self._place.catalog, self._place.schema, self._node.name)

    def _declared(self) -> list[tuple[str, exp.DataType]]:
        dialect = self._project.dialect
        return [
            (c.name, exp.DataType.build(c.type, dialect=dialect))
            for c in self._node.dataset.columns
            if c.type is not None
        ]

    def _described(self) -> list[tuple[str, exp.DataType]]:
        query = self._queries[0]
        try:
            described = self._engine.describe_view(query.text)
        except SQLError as error:
            raise query.tell(error) from error
        return [(name, type or exp.DataType.build("TEXT")) for name, type in described]

    def _compile(self) -> CompiledView:
        """All flows as one view."""
        for query in self._queries:
            try:
                self._refuse_more_than_rows(query, self._compile_text(query.text))
            except SQLError as error:
                raise query.tell(error) from error
        arranged = [self._arranged(number) for number in range(len(self._queries))]
        dialect = self._engine.dialect
        return self._compile_text("\nUNION ALL\n".join(tree.sql(dialect) for tree in arranged))

    def _compile_text(self, text: str) -> CompiledView:
        engine = self._engine
        # To a flow a maintained view is a table like any other: it is only looked up.
        catalog = LakeCatalog(KnownTables(engine), lambda name: None)
        return compile_view(text, catalog=catalog, place=self._place, dialect=engine.dialect)

    def _refuse_more_than_rows(self, query: Query, compiled: CompiledView) -> None:
        for feature, words in _NOT_ROW_BY_ROW.items():
            if feature in compiled.bound.features:
                main = query.main
                raise ProjectError(
                    "NOT_ROW_BY_ROW",
                    f"{self._node.name} appends new rows one by one, and its query has {words}",
                    "make it a MATERIALIZED VIEW, which is kept right when rows come",
                    place=main.place,
                )

    def _find_table(self, parts: Sequence[str]) -> LakeTable:
        table = self._engine.find_table(parts)
        if isinstance(table, LakeTable) and table.plain_view is None:
            return table
        raise LakeError(
            "NOT_A_TABLE",
            f"{'.'.join(parts)} is not a table with a change feed",
            "stream a table or a streaming table",
        )

    @property
    def _columns(self) -> list[str]:
        return [c.name for c in self._find_table([self._node.name]).columns]

    def _arranged(self, number: int) -> exp.Select:
        """The query of a flow with its columns in the order of the table's."""
        columns, flow = self._columns, self._node.flows[number]
        derived = subquery(parse_view(self._queries[number].text, self._engine.dialect))
        alias = exp.TableAlias(this=exp.to_identifier("_flow"))
        if not flow.by_name:
            alias.set("columns", [exp.to_identifier(name, quoted=True) for name in columns])
        derived.set("alias", alias)
        return exp.Select(
            expressions=[column(name) for name in columns], from_=exp.From(this=derived)
        )

    def _streams(self, view: CompiledView) -> list[Source]:
        """The sources that are streamed, and not only looked up."""
        names = (name for flow in self._node.flows for name in flow.streams)
        tables = [self._find_table(name.split(".")) for name in names]
        found = {Source(table.catalog, table.schema, table.name) for table in tables}
        return [source for source in view.sources if source in found]

    def _write(
        self,
        view: CompiledView,
        base: Mapping[Source, Cursor],
        begin: Mapping[Source, Cursor],
        target: Mapping[Source, Cursor],
        *,
        anew: bool,
    ) -> ViewReport:
        journal = Journal(self._node.name, uuid.uuid4().hex, "append", ignore)
        ranges = {
            source: (begin.get(source, cursor).version, cursor.version)
            for source, cursor in target.items()
        }
        reason = "inserted since the last run" if begin else "all rows, from the first on"
        following = self._place.naming.temp_table("next")
        with self._engine.refreshing(view, ranges, base) as work:
            for source in begin:
                work.compute(view.events(source))
            work.settle()
            new = self._new_rows(view, begin, target)
            work.compute(make_temporary(view.lake, "new rows", following, new, kept=True))
            rows = work.count(following)[0]
            statements = [
                Statement("append the new rows", sql)
                for sql in view.lake.append_rows(
                    self._table, self._columns, table_of("", "", following), anew=anew
                )
            ]
            outcome = Outcome("incremental", reason, rows, rows)
            record = journal.record(outcome)
            work.write(statements, target, record, lambda: journal.step("commit"))
        return ViewReport(
            self._node.name, "incremental", reason, rows, rows, sources=_versions(begin, target)
        )

    def _new_rows(
        self,
        view: CompiledView,
        begin: Mapping[Source, Cursor],
        target: Mapping[Source, Cursor],
    ) -> exp.Expr:
        """The flows over the rows that came, or over all of them at first."""
        tree = parse_view(view.bound.sql, self._engine.dialect)
        for table in physical_tables(tree):
            found = self._engine.find_table([part.name for part in table.parts])
            if not isinstance(found, LakeTable):
                continue
            source = Source(found.catalog, found.schema, found.name)
            if source in begin:
                read = view.columns_read(source)
                names = [c.name for c in found.columns if c.name in read]
                read_in_place(table, _came(view, source, names))
            elif source in target:
                version = exp.Literal.number(target[source].version)
                view.lake.travel(table, version)
        return tree


def _came(view: CompiledView, source: Source, names: Sequence[str]) -> exp.Select:
    naming = view.place.naming
    weight = column(naming.aux_column("weight"))
    return exp.Select(
        expressions=[column(name) for name in names],
        from_=exp.From(this=table_of("", "", events_table(view.numbers[source], naming))),
        where=exp.Where(this=exp.GT(this=weight, expression=exp.Literal.number(0))),
    )


def _versions(
    begin: Mapping[Source, Cursor], target: Mapping[Source, Cursor]
) -> dict[str, tuple[int | None, int]]:
    return {
        source.table: (begin[source].version if source in begin else None, cursor.version)
        for source, cursor in target.items()
    }
