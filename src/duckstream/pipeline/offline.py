"""The views of a project, compiled without an engine and without data.

What a view reads of the project is taken from the definitions; what else it reads, from a schema if
there is one, and otherwise as far as the text itself tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duckstream.algebra import Source
from duckstream.bind import (
    BaseTable,
    Catalog,
    Found,
    PlainView,
    SchemaCatalog,
    TableColumn,
    UpstreamView,
    bind_view,
    deep_nesting,
)
from duckstream.compiler import LAKES, CompiledView, FindStage, compile_view
from duckstream.engines.protocol import Definition, ViewPlace
from duckstream.errors import SQLError
from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.graph import Node
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project
from duckstream.pipeline.queries import Query, compose
from duckstream.plan import ViewNaming
from duckstream.refresh.stages import stage_of
from duckstream.stage import Cut


class OfflineCompiler:
    """Compiles the views of one project, each once. See `Catalog` for `find`."""

    def __init__(
        self,
        project: Project,
        engine: str,
        schema: Mapping[str, Any] | None = None,
        outside: Catalog | None = None,
    ) -> None:
        """`outside` knows the tables that are not of the project; by default, `schema` does."""
        self._project = project
        self._dialect = engine
        usual_catalog, usual_schema = LAKES[engine].usual_place
        spec = project.spec
        self._home = (spec.catalog or usual_catalog, spec.database or usual_schema)
        self._outside = outside or SchemaCatalog(*self._home, schema=schema, dialect=engine)
        self._compiled: dict[str, CompiledView] = {}
        self._stored: dict[str, BaseTable] = {}

    def compile(self, name: str) -> CompiledView:
        """Raises a `ProjectError` with the place in the files."""
        if name not in self._compiled:
            query = self.query(name)
            place = self._place(Definition(name, "", "auto"))
            try:
                with deep_nesting(query.text):
                    self._compiled[name] = compile_view(
                        query.text,
                        catalog=self,
                        place=place,
                        dialect=self._dialect,
                        find_stage=self._stage_maker(name),
                    )
            except SQLError as error:
                raise _with_project_hint(self._tell(name, query, error)) from error
            self._keep(self._compiled[name])
        return self._compiled[name]

    def _tell(self, name: str, query: Query, error: SQLError) -> ProjectError:
        """Of a translated text, the place of the same mistake in the user's own."""
        if query.translated:
            written = self._compose(name, self._project.dialect)
            try:
                bind_view(written.text, dialect=self._project.dialect, catalog=self)
            except SQLError as same:
                if same.code == error.code:
                    return written.tell(same)
        return query.tell(error)

    def _stage_maker(self, name: str) -> FindStage:
        """The stages that a lake would store, whatever is in its tables, as far as they compile."""

        def make(number: int, sql: str, cut: Cut) -> CompiledView | None:
            if cut.looked_up:
                return None
            stage = stage_of(Definition(name, "", "auto"), number, sql)
            try:
                compiled = compile_view(
                    sql, catalog=self, place=self._place(stage), dialect=self._dialect
                )
            except SQLError:
                return None
            self._keep(compiled)
            return compiled

        return make

    def _keep(self, view: CompiledView) -> None:
        """A stored table can be read by the stages of the views on top of it."""
        source = view.layout.source
        columns = (TableColumn(c.name, c.column.type) for c in view.layout.columns)
        self._stored[source.table] = BaseTable(source, tuple(columns))

    def _place(self, definition: Definition) -> ViewPlace:
        naming = ViewNaming(definition.name, definition.stored_table)
        return ViewPlace(*self._home, naming)

    def query(self, name: str) -> Query:
        return self._compose(name, self._dialect)

    def _compose(self, name: str, dialect: str) -> Query:
        node = self._project.graph.nodes[name]
        passage = node.flows[0].query if node.flows else node.dataset.query
        assert passage is not None
        return compose(self._project.graph, name, passage, self._project.dialect, dialect)

    def find(self, parts: Sequence[str]) -> Found:
        if parts[-1] in self._stored:
            return self._stored[parts[-1]]
        node = self._find_own(parts)
        return self._outside.find(parts) if node is None else self._present(node)

    def _find_own(self, parts: Sequence[str]) -> Node | None:
        wanted = tuple(part.casefold() for part in (*self._home, *parts)[-3:])
        here = tuple(part.casefold() for part in self._home)
        if wanted[:2] != here and len(parts) > 1:
            return None
        nodes = self._project.graph.nodes.values()
        return next((node for node in nodes if node.name.casefold() == wanted[-1]), None)

    def _present(self, node: Node) -> Found:
        dataset = node.dataset
        if dataset.kind is Kind.VIEW:
            return PlainView(self._home[1], node.name, self.query(node.name).text, self._home)
        source = Source(*self._home, node.name)
        if dataset.function is not None:
            return BaseTable(source, None)
        view = self.compile(node.name)
        if dataset.kind is Kind.MATERIALIZED_VIEW:
            return UpstreamView(node.name, view.as_upstream)
        # What a flow gives is a table like any other.
        columns = (TableColumn(name, column.type) for name, column in view.bound.columns)
        return BaseTable(source, tuple(columns))

    def table_names(self) -> list[str]:
        return [*self._project.graph.nodes, *self._outside.table_names()]


def _with_project_hint(error: ProjectError) -> ProjectError:
    if error.code != "SCHEMA_NEEDED":
        return error
    hint = (
        "list the columns, or name a file with CREATE TABLE statements: --schema FILE, or the "
        "setting duckstream.schema"
    )
    return ProjectError(error.code, error.reason, hint, place=error.place, excerpt=error.excerpt)
