"""One run: all sources pinned once, views in the order of what they read, each on its own.

A view that fails does not stop the others; those that read it are left as they are, and say so.
Where the engine has lanes for it, views that do not read each other are refreshed side by side.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Definition, Engine, LakeState
from duckstream.errors import ConflictError, DuckstreamError, RefreshError
from duckstream.refresh.choose import Chooser
from duckstream.refresh.compile import ViewCompiler
from duckstream.refresh.events import (
    Event,
    Listener,
    Retry,
    RunFinished,
    RunStarted,
    ViewFinished,
    ViewStarted,
)
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.journal import Journal
from duckstream.refresh.lanes import Task, run_in_lanes
from duckstream.refresh.order import Dependencies
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.past import Past
from duckstream.refresh.report import RefreshReport, ViewReport
from duckstream.refresh.retry import try_again
from duckstream.refresh.run import HistoryGone, Obstacle, ViewRefresh, find_changed_plain_view
from duckstream.refresh.stages import is_stage, stages_of
from duckstream.refresh.storing import Storing

FORCED = "asked for"


@dataclass
class Run:
    """Brings views up to date. `policy` goes before those of the views; `full` names views that
    are computed anew even if nothing has changed.
    """

    engine: Engine
    compiler: ViewCompiler
    listener: Listener
    past: Past
    policy: str | None = None
    full: Collection[str] = ()
    dry: bool = False
    errors: list[DuckstreamError] = field(default_factory=list)
    _failed: dict[str, DuckstreamError] = field(default_factory=dict)
    # Those that failed themselves, and not because a stage of them did.
    _raised: set[str] = field(default_factory=set)
    _skipped: dict[str, str] = field(default_factory=dict)
    # In a dry run, the views that a run would write to.
    _pending: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.id = uuid.uuid4().hex
        self._storing = Storing(self.engine, self.compiler)
        self.listener = _one_at_a_time(self.listener)
        # What is compiled and stored anew looks at the whole lake.
        self._alone = threading.RLock()

    def go(self, state: LakeState, views: Sequence[Definition]) -> RefreshReport:
        shown = [definition.name for definition in views if not is_stage(definition)]
        start = time.perf_counter()
        self.listener(RunStarted(self.id, tuple(shown)))
        self._definitions = state.definitions
        self._dependencies = Dependencies(self.compiler, state.definitions)
        compiled = [view for d in views if (view := self._compiled(d)) is not None]
        state.pin(compiled)
        feeds = RunFeeds(compiled)

        def refresh(definition: Definition) -> ViewReport:
            with self.compiler.knowing(self._definitions):
                if is_stage(definition):
                    return self._refresh(definition, state, feeds)
                number = shown.index(definition.name) + 1
                self.listener(ViewStarted(definition.name, number, len(shown)))
                report = self._refresh(definition, state, feeds)
                self.listener(ViewFinished(report))
                return report

        tasks = [Task(d.name, self._dependencies.upstream(d), partial(refresh, d)) for d in views]
        with state.running():
            try:
                reports = run_in_lanes(tasks, self.engine.lanes)
            finally:
                self.engine.forget(feeds.tables)
        order = {definition.name: number for number, definition in enumerate(views)}
        self.errors = [self._failed[name] for name in sorted(self._raised, key=order.__getitem__)]
        done = RefreshReport([report for report in reports if report.view in shown])
        self.listener(RunFinished(self.id, time.perf_counter() - start, done.failed))
        return done

    def _compiled(self, definition: Definition) -> CompiledView | None:
        """None if that fails; it will fail again, and be told, when the view has its turn."""
        with suppress(DuckstreamError):
            return self.compiler.compiled(definition)
        return None

    def _refresh(self, definition: Definition, state: LakeState, feeds: RunFeeds) -> ViewReport:
        policy = "full" if definition.name in self.full else self.policy or definition.policy
        journal = Journal(definition.name, self.id, policy, self.listener)
        outcome = self._find_failure_below(definition)
        if outcome is None:
            try:
                outcome = self._try(definition, policy, state, feeds, journal)
            except DuckstreamError as error:
                outcome = self._fail(definition, error, journal)
        return ViewReport(
            definition.name,
            outcome.strategy,
            outcome.reason,
            outcome.rows_in,
            outcome.rows_out,
            journal.seconds,
            outcome.predicted_seconds,
            outcome.sources,
            outcome.commit,
            outcome.error,
        )

    def _find_failure_below(self, definition: Definition) -> Outcome | None:
        """A view is not refreshed on top of one that was not."""
        own = {stage.name for stage in stages_of(definition, self._dependencies.definitions)}
        for name in self._dependencies.upstream(definition):
            error = self._failed.get(name)
            if error is not None and name in own:
                self._failed[definition.name] = error
                return Outcome("failed", "a stage of it failed", error=str(error))
            if error is not None or name in self._skipped:
                reason = f"reads {name}, which {'failed' if error else 'was skipped'}"
                self._skipped[definition.name] = reason
                return Outcome("skipped", reason, error=reason)
        return None

    def _fail(self, definition: Definition, error: DuckstreamError, journal: Journal) -> Outcome:
        self._failed[definition.name] = error
        self._raised.add(definition.name)
        if not self.dry:
            # What hinders a refresh may well hinder this, too: the error itself is what matters.
            with suppress(DuckstreamError, *self.engine.errors):
                self.engine.add_record(journal.failure(error))
        return Outcome("failed", "an error", error=str(error))

    def _try(
        self,
        definition: Definition,
        policy: str,
        state: LakeState,
        feeds: RunFeeds,
        journal: Journal,
    ) -> Outcome:
        def wait(attempt: int, pause: float, conflict: Exception) -> None:
            self.listener(Retry(definition.name, attempt, pause, str(conflict)))

        attempts = 0

        def attempt() -> Outcome:
            nonlocal attempts
            attempts += 1
            if attempts > 1:
                state.look_again()
            return self._refresh_view(definition, policy, state, feeds, journal)

        return try_again(attempt, on=(ConflictError,), before_pause=wait)

    def _refresh_view(
        self,
        definition: Definition,
        policy: str,
        state: LakeState,
        feeds: RunFeeds,
        journal: Journal,
    ) -> Outcome:
        journal.step("look")
        with self._alone:
            compiled = self.compiler.compiled(definition)
        obstacle = find_changed_plain_view(definition, compiled, state)
        if obstacle is None:
            chooser = self._chooser(definition) if policy == "auto" else None
            refresh = ViewRefresh(
                self.engine, definition.name, compiled, state, feeds, journal, chooser
            )
            obstacle = refresh.find_obstacle()
            if obstacle is None or not obstacle.outdated:
                return self._merge(definition, policy, refresh, obstacle, state)
        _refuse_if_strict(definition, policy, obstacle)
        if self.dry:
            return self._preview(definition, Outcome("full", obstacle.reason, rows_out=None))
        with self._alone:
            outcome = self._storing.start_over(definition, journal, obstacle.reason)
            self._definitions = self.compiler.look_again()
            state.note_refreshed(self.compiler.current(definition), outcome.commit, recreated=True)
        return outcome

    def _chooser(self, definition: Definition) -> Chooser:
        is_read = bool(self._dependencies.readers(definition.name))
        return Chooser(self.engine, self.past, is_read)

    def _merge(
        self,
        definition: Definition,
        policy: str,
        refresh: ViewRefresh,
        obstacle: Obstacle | None,
        state: LakeState,
    ) -> Outcome:
        forced = policy == "full" and (self.policy == "full" or definition.name in self.full)
        if obstacle is None and forced:
            obstacle = Obstacle(FORCED)
        elif obstacle is not None:
            _refuse_if_strict(definition, policy, obstacle)
        try:
            if obstacle is not None:
                outcome = refresh.compute_anew(obstacle.reason, dry=self.dry)
            else:
                full = 'policy="full"' if policy == "full" else None
                outcome = refresh.apply_change(recompute=full, dry=self.dry)
        except HistoryGone as gone:
            lost = Obstacle(gone.reason)
            _refuse_if_strict(definition, policy, lost)
            outcome = refresh.compute_anew(lost.reason, dry=self.dry)
        if self.dry:
            return self._preview(definition, outcome)
        if outcome.wrote:
            state.note_refreshed(refresh.view, outcome.commit)
        return outcome

    def _preview(self, definition: Definition, outcome: Outcome) -> Outcome:
        """What would happen; views below that would be written to make a change, too."""
        below = [n for n in self._dependencies.upstream(definition) if n in self._pending]
        if outcome.strategy == "no_op" and below:
            outcome = Outcome("incremental", f"if {', '.join(below)} changes", rows_out=None)
        if outcome.wrote:
            self._pending.add(definition.name)
        return outcome


def _one_at_a_time(listener: Listener) -> Listener:
    """Who listens need not know that views are refreshed side by side."""
    lock = threading.Lock()

    def tell(event: Event) -> None:
        with lock:
            listener(event)

    return tell


def _refuse_if_strict(definition: Definition, policy: str, obstacle: Obstacle) -> None:
    if policy == "strict":
        raise RefreshError(
            "NOT_INCREMENTAL",
            f"view {definition.name}: {obstacle.reason}",
            'drop and create the view again, or use policy="auto"',
        )
