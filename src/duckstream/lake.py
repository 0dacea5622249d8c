"""The runtime: a lake with views that are kept up to date."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from duckstream.bind import deep_nesting
from duckstream.bind.names import make_unique
from duckstream.compiler import CompiledView, FindStage, compile_view
from duckstream.engines.protocol import POLICIES, Definition, Engine, LakeState, ViewPlace
from duckstream.errors import DuckstreamError, LakeError, RefreshError, UnsupportedSQLError
from duckstream.plan import PREFIX, ViewNaming
from duckstream.refresh.catalog import LakeCatalog
from duckstream.refresh.explain import explain_view
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.report import RefreshReport, Verification, ViewReport
from duckstream.refresh.run import Outcome, ViewRefresh
from duckstream.refresh.verify import FindView, verify_view

if TYPE_CHECKING:
    import pandas


class Lake:
    """A lake and its views. Use it as a context manager, or call `close`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._compiled: dict[Definition, CompiledView] = {}

    def sql(self, text: str) -> Any:
        """Run the engine's own SQL; a query gives a relation to fetch from."""
        return self.engine.sql(text)

    def create_view(
        self, name: str, sql: str, policy: str = "auto", *, stages: bool = True
    ) -> View:
        """Define a view, compute it and store it.

        Inner results that the whole view depends on are stored as well, as its stages, unless
        `stages` is False.
        """
        _check_policy(policy)
        definition = Definition(name, sql, policy)
        known = self.engine.definitions()
        if known.get(name) == definition:
            return View(self, definition)
        self._refuse_taken_name(name, known)
        # A view that is always computed anew has no use for them.
        self._create(definition, stages=stages and policy != "full")
        return View(self, definition)

    def _create(self, definition: Definition, *, stages: bool) -> CompiledView:
        """Compile and store a view, its stages first; all of them or none."""
        made: list[Definition] = []

        def make_stage(number: int, sql: str) -> CompiledView | None:
            stage = _stage_of(definition, number, sql)
            try:
                compiled = self._create(stage, stages=True)
            except DuckstreamError:
                # The view can do without: it computes the inner result each time.
                return None
            made.append(stage)
            return compiled

        try:
            compiled = self._compile(definition, make_stage if stages else None)
            self._store(definition, compiled)
        except BaseException:
            for stage in reversed(made):
                self._remove(stage)
            raise
        return compiled

    def view(self, name: str) -> View:
        """A view by its name."""
        return View(self, _find(self.engine.definitions(), name))

    def views(self) -> list[View]:
        """All views, in the order in which a refresh goes through them."""
        definitions = self.engine.definitions()
        return [View(self, d) for d in self._ordered(definitions) if not _is_stage(d)]

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
        self._remove(definition)

    def _remove(self, definition: Definition) -> None:
        """Remove a view and its stages."""
        self.engine.remove(definition, self._place(definition.name))
        self._compiled.pop(definition, None)
        own = re.compile(re.escape(_stage_name(definition, "")) + r"\d+")
        for other in self.engine.definitions().values():
            if own.fullmatch(other.name):
                self._remove(other)

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
                if not _is_stage(definition):
                    reports.append(ViewReport(definition.name, *astuple(outcome), seconds))
        finally:
            self.engine.forget(feeds.tables)
        return RefreshReport(reports)

    def _refresh_view(
        self, definition: Definition, policy: str, state: LakeState, feeds: RunFeeds
    ) -> Outcome:
        compiled = self.compiled(definition)
        refresh = ViewRefresh(self.engine, definition.name, compiled, state, feeds)
        obstacle = refresh.find_obstacle()
        if obstacle is None:
            full = 'policy="full"' if policy == "full" else None
            outcome = refresh.apply_change(recompute=full)
        elif policy == "strict":
            raise RefreshError(
                "NOT_INCREMENTAL",
                f"view {definition.name}: {obstacle.reason}",
                'drop and create the view again, or use policy="auto"',
            )
        elif obstacle.outdated:
            return self._recreate(definition, obstacle.reason, state)
        else:
            outcome = refresh.compute_anew(obstacle.reason)
        if outcome.strategy != "no_op":
            state.note_refreshed(compiled)
        return outcome

    def _recreate(self, definition: Definition, reason: str, state: LakeState) -> Outcome:
        """Compile and store a view again because its sources are not what they were."""
        self._compiled.pop(definition, None)
        compiled = self._compile(definition, self._stage_finder(definition))
        self._store(definition, compiled)
        state.note_refreshed(compiled, recreated=True)
        rows = self.engine.count_rows(compiled.place.table)
        return Outcome("full", reason, 0, rows)

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        if definition not in self._compiled:
            finder = self._stage_finder(definition)
            self._compiled[definition] = self._compile(definition, finder)
        return self._compiled[definition]

    def _verify(self, name: str, view: CompiledView) -> Verification:
        return verify_view(self.engine, name, view, self._view_finder())

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Lake:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _compile(self, definition: Definition, find_stage: FindStage | None = None) -> CompiledView:
        with deep_nesting(definition.sql):
            return self._compile_nested(definition, find_stage)

    def _stage_finder(self, definition: Definition) -> FindStage:
        """Gives the stages that were stored when the view was created."""
        definitions = self.engine.definitions()

        def find(number: int, sql: str) -> CompiledView | None:
            stage = _stage_of(definition, number, sql)
            return self.compiled(stage) if definitions.get(stage.name) == stage else None

        return find

    def _compile_nested(self, definition: Definition, find_stage: FindStage | None) -> CompiledView:
        engine = self.engine
        catalog = LakeCatalog(engine, self._view_finder())
        place = self._place(definition.name)
        # Our own errors about names come first: they say more than the engine's.
        checked = compile_view(definition.sql, catalog=catalog, place=place, dialect=engine.dialect)
        described = engine.describe_view(_bare(definition.sql))

        def describe(sql: str) -> list[exp.DataType]:
            return [type or exp.DataType.build("UNKNOWN") for _, type in engine.describe(sql)]

        names = [name for name, _ in described]
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
                find_stage=find_stage,
            )
        except engine.errors as error:
            raise LakeError(
                "ENGINE",
                f"view {definition.name}: {engine.tell(error)}",
                "this is a text that we read differently from the engine: please report it",
            ) from error

    def _store(self, definition: Definition, compiled: CompiledView) -> None:
        try:
            self.engine.store(definition, compiled)
        except self.engine.errors as error:
            told = self.engine.tell(error)
            raise _cannot_store(definition.name, compiled, told) from error
        self._compiled[definition] = compiled

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
        schema = self.engine.schema
        tables = {s.table for s in self.compiled(definition).sources if s.schema == schema}
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
        return self.lake.compiled(self.definition)


def _stage_name(definition: Definition, number: int | str) -> str:
    return f"{PREFIX}{definition.name}__{number}"


def _stage_of(definition: Definition, number: int, sql: str) -> Definition:
    """An inner result of a view as a view of its own, under a name that no user's view can have."""
    return Definition(_stage_name(definition, number), sql, definition.policy)


def _is_stage(definition: Definition) -> bool:
    return definition.name.startswith(PREFIX)


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
