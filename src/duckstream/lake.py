"""The runtime: a lake with views that are kept up to date."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import deep_nesting
from duckstream.bind.names import make_unique
from duckstream.compiler import CompiledView, compile_view
from duckstream.engines.protocol import (
    POLICIES,
    Definition,
    Engine,
    LakeState,
    ViewPlace,
    table_of,
)
from duckstream.errors import (
    DuckstreamError,
    LakeError,
    RefreshError,
    SQLError,
    UnsupportedSQLError,
)
from duckstream.plan import PREFIX, ViewNaming
from duckstream.refresh.catalog import FindView, LakeCatalog
from duckstream.refresh.explain import explain_view
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.report import RefreshReport, Verification, ViewReport
from duckstream.refresh.run import Obstacle, Outcome, ViewRefresh, find_changed_plain_view
from duckstream.refresh.verify import verify_view

if TYPE_CHECKING:
    import pandas


class Lake:
    """A lake and its views. Use it as a context manager, or call `close`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._compiled: dict[Definition, CompiledView] = {}
        # The views that are being compiled just now, one for the sake of the other.
        self._compiling: list[str] = []

    def sql(self, text: str) -> Any:
        """Run the engine's own SQL; a query gives a relation to fetch from."""
        return self.engine.sql(text)

    def create_view(self, name: str, sql: str, policy: str = "auto") -> View:
        """Define a view, compute it and store it."""
        _check_policy(policy)
        definition = Definition(name, sql, policy)
        known = self.engine.definitions()
        if name in known and replace(known[name], plain_views=()) == definition:
            return View(self, known[name])
        self._refuse_taken_name(name, known)
        return View(self, self._store(*self._compile_as_of_now(definition)))

    def view(self, name: str) -> View:
        """A view by its name."""
        return View(self, _find(self.engine.definitions(), name))

    def views(self) -> list[View]:
        """All views, in the order in which a refresh goes through them."""
        definitions = self.engine.definitions()
        return [View(self, definition) for definition in self._ordered(definitions)]

    def drop_view(self, name: str) -> None:
        """Remove a view, its stored table and its cursors."""
        definitions = self.engine.definitions()
        definition = _find(definitions, name)
        readers = [
            other.name for other in definitions.values() if self._upstream(other, [definition.name])
        ]
        if readers:
            raise LakeError(
                "VIEW_IN_USE",
                f"view {definition.name} is read by {', '.join(readers)}",
                "drop these first",
            )
        self.engine.remove(definition, self._place(definition.name))
        self._compiled.pop(definition, None)

    def refresh(
        self, views: str | Iterable[str] | None = None, *, policy: str | None = None
    ) -> RefreshReport:
        """Bring views up to date: all of them, or those named and what they read.

        All base tables are read at the version they have when the run begins.
        """
        if policy is not None:
            _check_policy(policy)
        state = self.engine.look()
        wanted = self._selected(views, state.definitions)
        compiled = [self.compiled(definition) for definition in wanted]
        state.pin(compiled)
        feeds = RunFeeds(compiled)
        reports = []
        try:
            for definition in wanted:
                start = time.perf_counter()
                outcome = self._refresh_view(definition, policy or definition.policy, state, feeds)
                seconds = time.perf_counter() - start
                reports.append(ViewReport(definition.name, *astuple(outcome), seconds))
        finally:
            self.engine.forget(feeds.tables)
        return RefreshReport(reports)

    def _refresh_view(
        self, definition: Definition, policy: str, state: LakeState, feeds: RunFeeds
    ) -> Outcome:
        compiled = self.compiled(definition)
        changed = find_changed_plain_view(definition, compiled, state)
        if changed is not None:
            return self._start_over(definition, policy, changed, state)
        refresh = ViewRefresh(self.engine, definition.name, compiled, state, feeds)
        obstacle = refresh.find_obstacle()
        if obstacle is not None and (obstacle.outdated or policy == "strict"):
            return self._start_over(definition, policy, obstacle, state)
        if obstacle is None:
            full = 'policy="full"' if policy == "full" else None
            outcome = refresh.apply_change(recompute=full)
        else:
            outcome = refresh.compute_anew(obstacle.reason)
        if outcome.strategy != "no_op":
            state.note_refreshed(compiled)
        return outcome

    def _start_over(
        self, definition: Definition, policy: str, obstacle: Obstacle, state: LakeState
    ) -> Outcome:
        """Compile and store a view again because its sources are not what they were."""
        if policy == "strict":
            raise RefreshError(
                "NOT_INCREMENTAL",
                f"view {definition.name}: {obstacle.reason}",
                'drop and create the view again, or use policy="auto"',
            )
        self._compiled.pop(definition, None)
        renewed, compiled = self._compile_as_of_now(definition)
        self._store(renewed, compiled)
        state.note_refreshed(compiled, recreated=True)
        rows = self.engine.count_rows(compiled.place.table)
        return Outcome("full", obstacle.reason, 0, rows)

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        if definition not in self._compiled:
            self._compiled[definition] = self._compile_as_stored(definition)
        return self._compiled[definition]

    def _compile_as_stored(self, definition: Definition) -> CompiledView:
        """Through the plain views as they were, if that can still be done."""
        try:
            return self._compile(definition)
        except SQLError:
            if not definition.plain_views:
                raise
            # A refresh will find that they have changed, and stores the view again.
            return self._compile(replace(definition, plain_views=()))

    def _compile_as_of_now(self, definition: Definition) -> tuple[Definition, CompiledView]:
        """Through the plain views as they are now, which the definition then tells."""
        compiled = self._compile(replace(definition, plain_views=()))
        if compiled.bound.plain_views:
            self._refuse_cycle(definition.name, compiled)
        return replace(definition, plain_views=compiled.bound.plain_views), compiled

    def _refuse_cycle(self, name: str, compiled: CompiledView) -> None:
        """A plain view that is changed may come to read the views that read it."""
        definitions = self.engine.definitions()
        pending, own = [compiled], self._place(name).naming.mv_table()
        while pending:
            view = pending.pop()
            if any(s.table == own and s.schema == self.engine.schema for s in view.sources):
                raise _cycle(name)
            upstream = self._views_among(view.sources, definitions)
            pending += [self.compiled(definitions[name]) for name in upstream]

    def _compiled_now(self, definition: Definition) -> CompiledView:
        """The same; a view that reads plain views may have been stored again through others."""
        compiled = self.compiled(definition)
        if not compiled.bound.plain_views and not definition.plain_views:
            return compiled
        return self.compiled(_look_up(self.engine.definitions(), definition.name) or definition)

    def _verify(self, name: str, view: CompiledView) -> Verification:
        return verify_view(self.engine, name, view, self._view_finder())

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Lake:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _compile(self, definition: Definition) -> CompiledView:
        if definition.name in self._compiling:
            raise _cycle(definition.name)
        self._compiling.append(definition.name)
        try:
            with deep_nesting(definition.sql):
                return self._compile_nested(definition)
        finally:
            self._compiling.pop()

    def _compile_nested(self, definition: Definition) -> CompiledView:
        engine = self.engine
        catalog = LakeCatalog(engine, self._view_finder(), definition.plain_views)
        place = self._place(definition.name)
        # Our own errors about names come first: they say more than the engine's.
        checked = compile_view(definition.sql, catalog=catalog, place=place, dialect=engine.dialect)
        names = self._column_names(definition)

        def describe(sql: str) -> list[exp.DataType]:
            return [type or exp.DataType.build("UNKNOWN") for _, type in engine.describe(sql)]

        ours = [name for name, _ in checked.bound.columns]
        if len(names) != len(ours) or not all(map(_is_same_name, ours, make_unique(names))):
            raise UnsupportedSQLError(
                "COLUMNS",
                f"view {definition.name}",
                f"the engine finds the columns {', '.join(names)} where we find {', '.join(ours)}",
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
        except engine.errors as error:
            raise LakeError(
                "ENGINE",
                f"view {definition.name}: {engine.tell(error)}",
                "this is a text that we read differently from the engine: please report it",
            ) from error

    def _column_names(self, definition: Definition) -> list[str]:
        """As the engine has them. A view that was stored through plain views shows them itself."""
        if definition.plain_views:
            place = self._place(definition.name)
            shown = table_of(place.catalog, place.schema, definition.name)
            described = self.engine.describe(f"SELECT * FROM {shown.sql(self.engine.dialect)}")
        else:
            described = self.engine.describe_view(_bare(definition.sql))
        return [name for name, _ in described]

    def _store(self, definition: Definition, compiled: CompiledView) -> Definition:
        try:
            self.engine.store(definition, compiled)
        except self.engine.errors as error:
            told = self.engine.tell(error)
            raise _cannot_store(definition.name, compiled, told) from error
        self._compiled[definition] = compiled
        return definition

    def _place(self, name: str) -> ViewPlace:
        return ViewPlace(self.engine.catalog, self.engine.schema, ViewNaming(name))

    def _view_finder(self) -> FindView:
        """Gives maintained views by their names, as they are defined now."""
        definitions = self.engine.definitions()

        def find(name: str) -> CompiledView | None:
            definition = _look_up(definitions, name)
            return None if definition is None else self.compiled(definition)

        return find

    def _selected(
        self, views: str | Iterable[str] | None, definitions: Mapping[str, Definition]
    ) -> list[Definition]:
        ordered = self._ordered(definitions)
        if views is None:
            return ordered
        names = [views] if isinstance(views, str) else list(views)
        wanted: set[str] = set()
        pending = [_find(definitions, name) for name in names]
        while pending:
            definition = pending.pop()
            if definition.name not in wanted:
                wanted.add(definition.name)
                upstream = self._upstream(definition, definitions)
                pending.extend(definitions[name] for name in upstream)
        return [definition for definition in ordered if definition.name in wanted]

    def _ordered(self, definitions: Mapping[str, Definition]) -> list[Definition]:
        """Every view after the views that it reads."""
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
        return self._views_among(self.compiled(definition).sources, definitions)

    def _views_among(self, sources: Iterable[Source], definitions: Iterable[str]) -> list[str]:
        tables = {s.table for s in sources if s.schema == self.engine.schema}
        return [name for name in definitions if self._place(name).naming.mv_table() in tables]

    def _refuse_taken_name(self, name: str, known: dict[str, Definition]) -> None:
        if _look_up(known, name) is not None:
            raise LakeError(
                "VIEW_EXISTS",
                f"there is a view {name} already, with another definition",
                f'lake.drop_view("{name}") first',
            )
        if not name or name.startswith(PREFIX):
            raise LakeError("BAD_NAME", f"{name!r} cannot be the name of a view", "choose another")
        if self.engine.find_table([self.engine.catalog, self.engine.schema, name]) is not None:
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
        return self.lake.engine.frame(self._compiled.sql(self._compiled.query))

    def refresh(self, *, policy: str | None = None) -> RefreshReport:
        return self.lake.refresh(self.name, policy=policy)

    def verify(self) -> Verification:
        """Compare the stored rows with the query, recomputed at the view's frontier."""
        return self.lake._verify(self.name, self._compiled)

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
        return self.lake._compiled_now(self.definition)


def _check_policy(policy: str) -> None:
    if policy not in POLICIES:
        raise LakeError(
            "UNKNOWN_POLICY", f"{policy!r} is not a policy", f"use one of {', '.join(POLICIES)}"
        )


def _bare(sql: str) -> str:
    """The text without what may stand after the SELECT: semicolons, spaces, comments."""
    return sql.strip().rstrip(";").strip()


def _is_same_name(ours: str, engines: str) -> bool:
    """May both be the name of one column? An expression without one is the engine's to name."""
    if not re.fullmatch(r"\w+", ours):
        return True
    return re.fullmatch(rf"{re.escape(ours)}(_\d+)?", engines, re.IGNORECASE) is not None


def _look_up(definitions: Mapping[str, Definition], name: str) -> Definition | None:
    folded = name.casefold()
    return next((d for d in definitions.values() if d.name.casefold() == folded), None)


def _find(definitions: Mapping[str, Definition], name: str) -> Definition:
    found = _look_up(definitions, name)
    if found is not None:
        return found
    raise LakeError(
        "UNKNOWN_VIEW",
        f"there is no view {name}",
        f"there is: {', '.join(definitions)}" if definitions else "create it with create_view",
    )


def _cycle(name: str) -> LakeError:
    return LakeError(
        "VIEW_CYCLE",
        f"view {name} would read itself, through a plain view that was changed",
        "change the plain view back",
    )


def _cannot_store(name: str, compiled: CompiledView, told: str) -> DuckstreamError:
    intervals = [
        stored.name
        for stored in compiled.layout.columns
        if stored.column.type is not None and stored.column.type.is_type("interval")
    ]
    hint = "the lake is unchanged"
    if intervals:
        hint = (
            f"column {', '.join(intervals)} is an INTERVAL, and Parquet holds no negative ones: "
            "store it as a number, such as a count of days"
        )
    return LakeError("CANNOT_STORE", f"view {name} cannot be stored: {told}", hint)
