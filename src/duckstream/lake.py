"""The runtime: a lake with views that are kept up to date."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from duckstream.compiler import CompiledView
from duckstream.engines.protocol import POLICIES, Definition, Engine
from duckstream.errors import ConflictError, DuckstreamError, LakeError
from duckstream.refresh.choose import Chooser
from duckstream.refresh.compile import ViewCompiler, look_up
from duckstream.refresh.events import Listener, ignore
from duckstream.refresh.explain import explain_view
from duckstream.refresh.journal import Journal
from duckstream.refresh.order import Dependencies, find_definition
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.past import Past
from duckstream.refresh.progress import TerminalProgress
from duckstream.refresh.record import CREATE, VERIFY, RefreshRecord
from duckstream.refresh.report import RefreshReport, Verification
from duckstream.refresh.retry import try_again
from duckstream.refresh.run_views import Run
from duckstream.refresh.stages import is_stage, stage_of, stages_of
from duckstream.refresh.status import ViewStatus, find_status
from duckstream.refresh.storing import Storing, check_name
from duckstream.refresh.verify import verify_view
from duckstream.refresh.watch import stopped_by_signals, watch
from duckstream.refresh.worth import is_worth_storing
from duckstream.stage import Cut

if TYPE_CHECKING:
    import pandas

# What SQL calls the records of all refreshes, in the session of the lake.
HISTORY = "duckstream_history"


class Lake:
    """A lake and its views. Use it as a context manager, or call `close`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._compiler = ViewCompiler(engine)
        self._storing = Storing(engine, self._compiler)
        self._past = Past(engine)

    def sql(self, text: str) -> Any:
        """Run the engine's own SQL; a query gives a relation to fetch from.

        The records of refreshes are in `duckstream_history`.
        """
        if HISTORY in text.casefold():
            self.engine.show_records(HISTORY)
        return self.engine.sql(text)

    def create_view(
        self, name: str, sql: str, policy: str = "auto", *, stages: bool = True
    ) -> View:
        """Define a view, compute it and store it.

        A view of the name with another text is replaced, in one step once the new result is
        there; under policy "strict" that is an error. Inner results that the whole view depends on
        are stored as well, as its stages, unless `stages` is False.
        """
        _check_policy(policy)
        definition = Definition(name, sql, policy)
        known = self.engine.definitions()
        before = known.get(name)
        if before is not None and before.sql == sql:
            return View(self, self._with_policy(before, policy))
        self._refuse_taken_name(definition, known)
        with self._compiler.knowing(known):
            # A view that is always computed anew has no use for them.
            stored, _ = self._create(definition, known, stages=stages and policy != "full")
        return View(self, stored)

    def _with_policy(self, definition: Definition, policy: str) -> Definition:
        if definition.policy == policy:
            return definition
        stored = self._compiler.compiled(definition)
        changed = replace(definition, policy=policy)
        self.engine.redefine(changed, stored.place)
        self._compiler.keep(changed, stored)
        return changed

    def _create(
        self, definition: Definition, known: Mapping[str, Definition], *, stages: bool
    ) -> tuple[Definition, CompiledView]:
        """Compile and store a view, its stages first; all of them or none."""
        made: list[Definition] = []

        def make_stage(number: int, sql: str, cut: Cut) -> CompiledView | None:
            if cut.looked_up and not is_worth_storing(self.engine, cut, sql):
                return None
            try:
                inner = stage_of(definition, number, sql)
                stage, compiled = self._create(inner, known, stages=True)
            except DuckstreamError:
                # The view can do without: it computes the inner result each time.
                return None
            made.append(stage)
            return compiled

        try:
            find_stage = make_stage if stages else None
            renewed, compiled = self._compiler.compile_as_of_now(definition, find_stage)
            journal = Journal(definition.name, uuid.uuid4().hex, definition.policy, ignore)
            try_again(
                lambda: self._storing.store(renewed, compiled, journal, "created", CREATE),
                on=(ConflictError,),
            )
            self._past.forget(definition.name)
        except BaseException:
            for stage in reversed(made):
                self._remove(stage)
            raise
        names = {stage.name for stage in made}
        for stage in stages_of(definition, known):
            if stage.name not in names:
                # Of the view that was there before.
                self._remove(stage)
        return renewed, compiled

    def view(self, name: str) -> View:
        """A view by its name."""
        return View(self, find_definition(self.engine.definitions(), name))

    def views(self) -> list[View]:
        """All views, in the order in which a refresh goes through them."""
        ordered = self._dependencies(self.engine.definitions()).ordered()
        return [View(self, definition) for definition in ordered if not is_stage(definition)]

    def drop_view(self, name: str) -> None:
        """Remove a view, its stored table and its cursors."""
        definitions = self.engine.definitions()
        definition = find_definition(definitions, name)
        readers = self._dependencies(definitions).readers(definition.name)
        if readers:
            raise LakeError(
                "VIEW_IN_USE",
                f"view {definition.name} is read by {', '.join(readers)}",
                "drop these first",
            )
        self._remove(definition)

    def _remove(self, definition: Definition) -> None:
        """Remove a view and its stages."""
        self.engine.remove(definition, self._compiler.place(definition))
        self._compiler.forget(definition)
        for stage in stages_of(definition, self.engine.definitions()):
            self._remove(stage)

    def refresh(
        self,
        views: str | Iterable[str] | None = None,
        *,
        policy: str | None = None,
        full: Iterable[str] = (),
        dry_run: bool = False,
        keep_going: bool = False,
        upstream: bool = True,
        listener: Listener | None = None,
    ) -> RefreshReport:
        """Bring views up to date: all of them, or those named and what they read.

        Without `upstream` what they read stays as it is. All base tables are read at the version
        they have when the run begins. `policy` goes before those of the views; the views in `full`
        are computed anew even if nothing has changed. A view that fails does not stop those that do
        not read it; in the end its error is raised, or with `keep_going` is in the report. A dry
        run writes nothing and says what would happen.
        `listener` is called with every event, one at a time, on Spark from the threads that refresh
        the views; without one, progress is shown on a terminal.
        """
        if policy is not None:
            _check_policy(policy)
        state = self.engine.look()
        self._compiler.forget_outdated(state.definitions)
        computed_anew = {find_definition(state.definitions, name).name for name in full}
        with self._compiler.knowing(state.definitions), TerminalProgress() as progress:
            dependencies = Dependencies(self._compiler, state.definitions, state)
            wanted = dependencies.selected(views, upstream=upstream)
            tell = progress if listener is None else listener
            run = Run(self.engine, self._compiler, tell, self._past, policy, computed_anew, dry_run)
            report = run.go(state, wanted)
        if run.errors and not keep_going:
            raise _with_others(run.errors)
        return report

    def watch(
        self,
        interval: float,
        *,
        stop: threading.Event | None = None,
        policy: str | None = None,
        listener: Listener | None = None,
    ) -> int:
        """Refresh all views every `interval` seconds until SIGINT, SIGTERM or `stop`.

        A refresh that is under way is finished first. Views that fail are tried again the next
        time. Gives the number of runs.
        """
        ended = stop or threading.Event()

        def refresh() -> None:
            self.refresh(policy=policy, keep_going=True, listener=listener)

        with stopped_by_signals(ended):
            return watch(refresh, interval, ended)

    def history(self, *, limit: int | None = None) -> list[RefreshRecord]:
        """What was done to the views, newest first; in SQL it is `duckstream_history`."""
        return self.engine.records(None, limit)

    def status(self) -> list[ViewStatus]:
        """Per view how far it is behind its sources, and what its last refresh was."""
        state = self.engine.look()
        self._compiler.forget_outdated(state.definitions)
        with self._compiler.knowing(state.definitions):
            views = self._dependencies(state.definitions).ordered()
            shown = [definition for definition in views if not is_stage(definition)]
            return find_status(self.engine, self._compiler, state, shown)

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        return self._compiler.compiled(definition)

    def _verify(self, definition: Definition, view: CompiledView) -> Verification:
        journal = Journal(definition.name, uuid.uuid4().hex, definition.policy, ignore)
        found = verify_view(self.engine, definition.name, view, self._compiler.view_finder())
        strategy = "equal" if found.equal else "different"
        outcome = Outcome(strategy, str(found).split("\n")[0], 0, found.rows)
        # A lake that can only be read is verified all the same.
        with suppress(*self.engine.errors, LakeError):
            self.engine.add_record(journal.record(outcome, VERIFY))
        return found

    def _predict(self, definition: Definition, view: CompiledView) -> list[str]:
        """What a refresh takes, where that decides how it is done."""
        with suppress(*self.engine.errors):
            if definition.policy == "auto":
                readers = self._dependencies(self.engine.definitions()).readers(definition.name)
                chooser = Chooser(self.engine, self._past, bool(readers))
                return chooser.describe(definition.name, view)
        return []

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Lake:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _dependencies(self, definitions: Mapping[str, Definition]) -> Dependencies:
        return Dependencies(self._compiler, definitions)

    def _refuse_taken_name(self, definition: Definition, known: Mapping[str, Definition]) -> None:
        name = definition.name
        check_name(name)
        before = look_up(known, name)
        if before is not None and definition.policy != "strict" and before.name == name:
            return
        if before is not None:
            raise LakeError(
                "VIEW_EXISTS",
                f"there is a view {before.name} already, with another definition",
                f'lake.drop_view("{before.name}") first, or use a policy other than "strict"',
            )
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
        return self.lake._verify(self.definition, self._compiled)

    def history(self, *, limit: int | None = None) -> list[RefreshRecord]:
        """What was done to the view, newest first."""
        return self.lake.engine.records(self.name, limit)

    def explain(self, *, changed: Iterable[str] | None = None, sql: bool = False) -> str:
        """How the view is stored and what a refresh reads; `changed` names the changed tables."""
        sources = None
        if changed is not None:
            names = {name.casefold() for name in changed}
            sources = [s for s in self._compiled.sources if s.table.casefold() in names]
        return explain_view(
            self.name,
            self._compiled,
            self.definition.policy,
            changed=sources,
            prediction=self.lake._predict(self.definition, self._compiled),
            sql=sql,
        )

    @property
    def _compiled(self) -> CompiledView:
        return self.lake._compiler.current(self.definition)


def _check_policy(policy: str) -> None:
    if policy not in POLICIES:
        raise LakeError(
            "UNKNOWN_POLICY", f"{policy!r} is not a policy", f"use one of {', '.join(POLICIES)}"
        )


def _with_others(errors: list[DuckstreamError]) -> DuckstreamError:
    """The first error of a run; what else failed is told with it."""
    first, *others = errors
    for other in others:
        first.add_note(str(other))
    return first
