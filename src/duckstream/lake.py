"""The runtime: a lake with views that are kept up to date."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

import duckdb
from sqlglot import exp

from duckstream.bind import deep_nesting
from duckstream.compiler import CompiledView, compile_view
from duckstream.engines.ducklake.connect import CATALOG, connect_lake, load_extension
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.protocol import ViewPlace, table_of
from duckstream.errors import DuckstreamError, LakeError, RefreshError, UnsupportedSQLError
from duckstream.plan import ViewNaming
from duckstream.refresh.catalog import LakeCatalog
from duckstream.refresh.explain import explain_view
from duckstream.refresh.frontier import Cursor, forget_frontier, write_frontier
from duckstream.refresh.registry import POLICIES, Definition, Registry
from duckstream.refresh.report import RefreshReport, Verification, ViewReport
from duckstream.refresh.run import Outcome, ViewRefresh
from duckstream.refresh.state import LakeState, read_tables
from duckstream.refresh.verify import verify_view

if TYPE_CHECKING:
    import pandas


def open_lake(
    target: str | duckdb.DuckDBPyConnection, *, catalog: str = CATALOG, schema: str = "main"
) -> Lake:
    """Open a lake: `"ducklake:<file>"`, which is made if it is not there, or a connection.

    With a connection, `catalog` is the name under which its lake is attached.
    """
    if isinstance(target, duckdb.DuckDBPyConnection):
        load_extension(target)
        return Lake(DuckLakeEngine(target, catalog, schema), owned=False)
    if not isinstance(target, str) or not target.startswith("ducklake:"):
        raise LakeError(
            "UNKNOWN_LAKE",
            f"{target!r} is not a lake",
            'open("ducklake:<file>") or open(connection, catalog="dl")',
        )
    connection = connect_lake(target.removeprefix("ducklake:"), catalog)
    return Lake(DuckLakeEngine(connection, catalog, schema), owned=True)


class Lake:
    """A lake and its views. Use it as a context manager, or call `close`."""

    def __init__(self, engine: DuckLakeEngine, *, owned: bool) -> None:
        self.engine = engine
        self._owned = owned
        self._registry = Registry(engine)
        self._compiled: dict[Definition, CompiledView] = {}

    def sql(self, text: str) -> Any:
        """Run the engine's own SQL; a query gives a relation to fetch from."""
        return self.engine.connection.sql(text)

    def create_view(self, name: str, sql: str, policy: str = "auto") -> View:
        """Define a view, compute it and store it."""
        _check_policy(policy)
        definition = Definition(name, sql, policy)
        known = self._registry.definitions()
        if known.get(name) == definition:
            return View(self, definition)
        self._refuse_taken_name(name, known)
        compiled = self._compile(definition)
        with self.engine.transaction():
            self._registry.create()
            self._store(definition, compiled)
        self._compiled[definition] = compiled
        return View(self, definition)

    def view(self, name: str) -> View:
        """A view by its name."""
        return View(self, self._definition(name))

    def views(self) -> list[View]:
        """All views, in the order in which a refresh goes through them."""
        return [View(self, definition) for definition in self._ordered()]

    def drop_view(self, name: str) -> None:
        """Remove a view, its stored table and its cursors."""
        definition = self._definition(name)
        readers = [
            other.name for other in self._ordered() if self._upstream(other, [definition.name])
        ]
        if readers:
            raise LakeError(
                "VIEW_IN_USE",
                f"view {definition.name} is read by {', '.join(readers)}",
                "drop these first",
            )
        with self.engine.transaction():
            self._remove(definition)
        self._compiled.pop(definition, None)

    def _remove(self, definition: Definition) -> None:
        place = self._place(definition.name)
        view = table_of(place.catalog, place.schema, definition.name)
        self.engine.execute(f"DROP VIEW IF EXISTS {view.sql('duckdb')}")
        self.engine.execute(f"DROP TABLE IF EXISTS {place.table.sql('duckdb')}")
        forget_frontier(self.engine, place.cursors.sql("duckdb"), place.naming.mv_table())
        self._registry.remove(definition.name)

    def refresh(
        self, views: str | Iterable[str] | None = None, *, policy: str | None = None
    ) -> RefreshReport:
        """Bring views up to date: all of them, or those named and what they read.

        All base tables are read at the version they have when the run begins.
        """
        if policy is not None:
            _check_policy(policy)
        wanted = self._selected(views)
        if not wanted:
            return RefreshReport([])
        state = LakeState.read(self.engine, self._place("").cursors.sql("duckdb"))
        refreshed: dict[str, int] = {}
        reports = []
        for definition in wanted:
            start = time.perf_counter()
            outcome = self._refresh_view(definition, policy or definition.policy, state, refreshed)
            # A view on top reads this one as it is now.
            refreshed[self._place(definition.name).naming.mv_table()] = (
                self.engine.snapshot() if outcome.strategy != "no_op" else state.pinned
            )
            seconds = time.perf_counter() - start
            reports.append(ViewReport(definition.name, *astuple(outcome), seconds))
        return RefreshReport(reports)

    def _refresh_view(
        self, definition: Definition, policy: str, state: LakeState, refreshed: dict[str, int]
    ) -> Outcome:
        compiled = self.compiled(definition)
        versions = {s: refreshed.get(s.table, state.pinned) for s in compiled.sources}
        refresh = ViewRefresh(self.engine, definition.name, compiled, state, versions)
        obstacle = refresh.find_obstacle()
        if obstacle is None:
            full = 'policy="full"' if policy == "full" else None
            return refresh.apply_change(recompute=full)
        if policy == "strict":
            raise RefreshError(
                "NOT_INCREMENTAL",
                f"view {definition.name}: {obstacle.reason}",
                'drop and create the view again, or use policy="auto"',
            )
        if obstacle.outdated:
            return self._recreate(definition, obstacle.reason, state)
        return refresh.compute_anew(obstacle.reason)

    def _recreate(self, definition: Definition, reason: str, state: LakeState) -> Outcome:
        """Compile and store a view again because its sources are not what they were."""
        self._compiled.pop(definition, None)
        compiled = self._compile(definition)
        with self.engine.transaction():
            self._remove(definition)
            self._store(definition, compiled)
        self._compiled[definition] = compiled
        state.tables = read_tables(self.engine)
        rows = self.engine.value(f"SELECT COUNT(*) FROM {compiled.place.table.sql('duckdb')}")
        return Outcome("full", reason, 0, rows)

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        if definition not in self._compiled:
            self._compiled[definition] = self._compile(definition)
        return self._compiled[definition]

    def close(self) -> None:
        if self._owned:
            self.engine.connection.close()

    def __enter__(self) -> Lake:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _compile(self, definition: Definition) -> CompiledView:
        with deep_nesting(definition.sql):
            return self._compile_nested(definition)

    def _compile_nested(self, definition: Definition) -> CompiledView:
        engine = self.engine
        catalog = LakeCatalog(engine, self._find_compiled)
        place = self._place(definition.name)
        # Our own errors about names come first: they say more than the engine's.
        checked = compile_view(definition.sql, catalog=catalog, place=place, dialect=engine.dialect)
        described = engine.describe_view(_bare(definition.sql))

        def describe(sql: str) -> list[exp.DataType]:
            return [type or exp.DataType.build("UNKNOWN") for _, type in engine.describe(sql)]

        names = [name for name, _ in described]
        if len(names) != len(checked.bound.columns):
            raise UnsupportedSQLError(
                "COLUMNS",
                f"view {definition.name}",
                f"the engine finds {len(names)} columns where we find {len(checked.bound.columns)}",
                hint="list the columns one by one",
                sql=definition.sql,
            )
        try:
            return compile_view(
                definition.sql,
                catalog=catalog,
                place=place,
                dialect=engine.dialect,
                describe=describe,
                names=names,
            )
        except duckdb.Error as error:
            raise LakeError(
                "ENGINE",
                f"view {definition.name}: {str(error).split(chr(10))[0]}",
                "this is a text that we read differently from the engine: please report it",
            ) from error

    def _store(self, definition: Definition, compiled: CompiledView) -> None:
        """The table, the view that the user reads, the cursors and the definition."""
        engine, place, text = self.engine, compiled.place, compiled.sql
        engine.execute(text(compiled.lake.create_cursors(place)))
        try:
            for statement in compiled.create_table:
                engine.execute(text(statement))
        except duckdb.Error as error:
            raise _cannot_store(definition.name, compiled, error) from error
        view = table_of(place.catalog, place.schema, definition.name)
        query = compiled.query.copy()
        for table in query.find_all(exp.Table):
            # The lake may be attached under another name tomorrow.
            table.set("catalog", None)
        engine.execute(text(exp.Create(this=view, kind="VIEW", expression=query)))
        now, tables = engine.snapshot(), read_tables(engine)
        marks = {s: tables.get((s.schema, s.table)) for s in compiled.sources}
        write_frontier(
            engine,
            compiled,
            {s: Cursor(now, mark.identity if mark else None) for s, mark in marks.items()},
        )
        self._registry.add(definition)

    def _place(self, name: str) -> ViewPlace:
        return ViewPlace(self.engine.catalog, self.engine.schema, ViewNaming(name))

    def _find_compiled(self, name: str) -> CompiledView | None:
        for definition in self._registry.definitions().values():
            if definition.name.casefold() == name.casefold():
                return self.compiled(definition)
        return None

    def _definition(self, name: str) -> Definition:
        definitions = self._registry.definitions()
        for definition in definitions.values():
            if definition.name.casefold() == name.casefold():
                return definition
        raise LakeError(
            "UNKNOWN_VIEW",
            f"there is no view {name}",
            f"there is: {', '.join(definitions)}" if definitions else "create it with create_view",
        )

    def _selected(self, views: str | Iterable[str] | None) -> list[Definition]:
        ordered = self._ordered()
        if views is None:
            return ordered
        names = [views] if isinstance(views, str) else list(views)
        wanted: set[str] = set()
        pending = [self._definition(name) for name in names]
        by_name = {definition.name: definition for definition in ordered}
        while pending:
            definition = pending.pop()
            if definition.name not in wanted:
                wanted.add(definition.name)
                pending.extend(by_name[name] for name in self._upstream(definition, by_name))
        return [definition for definition in ordered if definition.name in wanted]

    def _ordered(self) -> list[Definition]:
        """Every view after the views that it reads."""
        definitions = self._registry.definitions()
        ordered: dict[str, Definition] = {}

        def place(definition: Definition) -> None:
            if definition.name not in ordered:
                for name in self._upstream(definition, definitions):
                    place(definitions[name])
                ordered[definition.name] = definition

        for definition in definitions.values():
            place(definition)
        return list(ordered.values())

    def _upstream(self, definition: Definition, definitions: Iterable[str]) -> list[str]:
        """The views, among those given, that a view reads."""
        schema = self.engine.schema
        tables = {s.table for s in self.compiled(definition).sources if s.schema == schema}
        return [name for name in definitions if self._place(name).naming.mv_table() in tables]

    def _refuse_taken_name(self, name: str, known: dict[str, Definition]) -> None:
        if name.casefold() in {view.casefold() for view in known}:
            raise LakeError(
                "VIEW_EXISTS",
                f"there is a view {name} already, with another definition",
                f'lake.drop_view("{name}") first',
            )
        if not name or name.startswith("_ivm_"):
            raise LakeError("BAD_NAME", f"{name!r} cannot be the name of a view", "choose another")
        for table in self.engine.tables():
            if (table.schema, table.name.casefold()) == (self.engine.schema, name.casefold()):
                raise LakeError(
                    "NAME_TAKEN", f"there is a table or view {name} already", "choose another name"
                )


@dataclass(frozen=True)
class View:
    """A maintained view of a lake."""

    lake: Lake
    definition: Definition

    @property
    def name(self) -> str:
        return self.definition.name

    def df(self) -> pandas.DataFrame:
        """The rows of the view as a DataFrame."""
        return self.lake.engine.connection.sql(self._compiled.sql(self._compiled.query)).df()

    def refresh(self, *, policy: str | None = None) -> RefreshReport:
        return self.lake.refresh(self.name, policy=policy)

    def verify(self) -> Verification:
        """Compare the stored rows with the query, recomputed at the view's frontier."""
        lake = self.lake
        return verify_view(lake.engine, self.name, self._compiled, lake._find_compiled)

    def explain(self, *, changed: Iterable[str] | None = None, sql: bool = False) -> str:
        """How the view is stored and what a refresh reads; `changed` names the changed tables."""
        sources = None
        if changed is not None:
            names = {name.casefold() for name in changed}
            sources = [s for s in self._compiled.sources if s.table.casefold() in names]
        return explain_view(
            self.name, self._compiled, self.definition.policy, changed=sources, sql=sql
        )

    @property
    def _compiled(self) -> CompiledView:
        return self.lake.compiled(self.definition)


def _check_policy(policy: str) -> None:
    if policy not in POLICIES:
        raise LakeError(
            "UNKNOWN_POLICY", f"{policy!r} is not a policy", f"use one of {', '.join(POLICIES)}"
        )


def _bare(sql: str) -> str:
    """The text without what may stand after the SELECT: semicolons, spaces, comments."""
    return sql.strip().rstrip(";").strip()


def _cannot_store(name: str, compiled: CompiledView, error: duckdb.Error) -> DuckstreamError:
    intervals = [
        stored.name
        for stored in compiled.layout.columns
        if stored.column.type is not None and stored.column.type.is_type("interval")
    ]
    first = str(error).split("\n")[0]
    hint = "the lake is unchanged"
    if intervals:
        hint = (
            f"column {', '.join(intervals)} is an INTERVAL, and Parquet holds no negative ones: "
            "store it as a number, such as a count of days"
        )
    return LakeError("CANNOT_STORE", f"view {name} cannot be stored: {first}", hint)
