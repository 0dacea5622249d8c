"""The runtime: a lake with views that are kept up to date."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from duckstream.compiler import CompiledView
from duckstream.engines.protocol import POLICIES, Definition, Engine, LakeState
from duckstream.errors import DuckstreamError, LakeError, RefreshError
from duckstream.plan import PREFIX
from duckstream.refresh.compile import ViewCompiler, look_up
from duckstream.refresh.explain import explain_view
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.report import RefreshReport, Verification, ViewReport
from duckstream.refresh.run import Obstacle, Outcome, ViewRefresh, find_changed_plain_view
from duckstream.refresh.stages import is_stage, stage_of, stages_of
from duckstream.refresh.verify import verify_view

if TYPE_CHECKING:
    import pandas


class Lake:
    """A lake and its views. Use it as a context manager, or call `close`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._compiler = ViewCompiler(engine)

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
        if name in known and replace(known[name], plain_views=()) == definition:
            return View(self, known[name])
        self._refuse_taken_name(name, known)
        # A view that is always computed anew has no use for them.
        stored, _ = self._create(definition, stages=stages and policy != "full")
        return View(self, stored)

    def _create(self, definition: Definition, *, stages: bool) -> tuple[Definition, CompiledView]:
        """Compile and store a view, its stages first; all of them or none."""
        made: list[Definition] = []

        def make_stage(number: int, sql: str) -> CompiledView | None:
            try:
                stage, compiled = self._create(stage_of(definition, number, sql), stages=True)
            except DuckstreamError:
                # The view can do without: it computes the inner result each time.
                return None
            made.append(stage)
            return compiled

        try:
            find_stage = make_stage if stages else None
            renewed, compiled = self._compiler.compile_as_of_now(definition, find_stage)
            return self._store(renewed, compiled), compiled
        except BaseException:
            for stage in reversed(made):
                self._remove(stage)
            raise

    def view(self, name: str) -> View:
        """A view by its name."""
        return View(self, _find(self.engine.definitions(), name))

    def views(self) -> list[View]:
        """All views, in the order in which a refresh goes through them."""
        definitions = self.engine.definitions()
        return [View(self, d) for d in self._ordered(definitions) if not is_stage(d)]

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
        self.engine.remove(definition, self._compiler.place(definition.name))
        self._compiler.forget(definition)
        for stage in stages_of(definition, self.engine.definitions()):
            self._remove(stage)

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
                if not is_stage(definition):
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
        self._compiler.forget(definition)
        finder = self._compiler.stage_finder(definition)
        renewed, compiled = self._compiler.compile_as_of_now(definition, finder)
        self._store(renewed, compiled)
        state.note_refreshed(compiled, recreated=True)
        rows = self.engine.count_rows(compiled.place.table)
        return Outcome("full", obstacle.reason, 0, rows)

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        return self._compiler.compiled(definition)

    def _verify(self, name: str, view: CompiledView) -> Verification:
        return verify_view(self.engine, name, view, self._compiler.view_finder())

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Lake:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _store(self, definition: Definition, compiled: CompiledView) -> Definition:
        try:
            self.engine.store(definition, compiled)
        except self.engine.errors as error:
            told = self.engine.tell(error)
            raise _cannot_store(definition.name, compiled, told) from error
        self._compiler.keep(definition, compiled)
        return definition

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
        return self._compiler.views_among(self.compiled(definition).sources, definitions)

    def _refuse_taken_name(self, name: str, known: dict[str, Definition]) -> None:
        if look_up(known, name) is not None:
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
        return self.lake._compiler.current(self.definition)


def _check_policy(policy: str) -> None:
    if policy not in POLICIES:
        raise LakeError(
            "UNKNOWN_POLICY", f"{policy!r} is not a policy", f"use one of {', '.join(POLICIES)}"
        )


def _find(definitions: Mapping[str, Definition], name: str) -> Definition:
    found = look_up(definitions, name)
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
