"""One run: all sources pinned once, views in the order of what they read, each on its own.

A view that fails does not stop the others; those that read it are left as they are, and say so.
Where the engine has lanes for it, views that do not read each other are refreshed side by side.
Where it can write several tables in one commit, views that do not read each other are committed
together; if that fails, each of them is refreshed, and committed, by itself.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Collection, Hashable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Definition, Engine, LakeState, WriteGroup
from duckstream.errors import ConflictError, DuckstreamError, RefreshError
from duckstream.refresh.catalog import KnownTables
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
from duckstream.refresh.parts import RunParts
from duckstream.refresh.past import Past
from duckstream.refresh.report import RefreshReport, ViewReport
from duckstream.refresh.retry import try_again
from duckstream.refresh.run import HistoryGone, Obstacle, ViewRefresh, find_changed_plain_view
from duckstream.refresh.shared_time import SharedTime
from duckstream.refresh.stages import is_stage, stages_of
from duckstream.refresh.storing import Storing

FORCED = "asked for"
# Views that nobody waits for are committed so many at a time: of the time of a commit each has a
# small share then, and other views are computed meanwhile.
_TOGETHER = 9


@dataclass
class _Turn:
    """The turn of one view in a run. With a group, what it writes waits for the commit of that."""

    definition: Definition
    policy: str
    journal: Journal
    group: WriteGroup | None = None
    outcome: Outcome = field(default_factory=lambda: Outcome("no_op", ""))
    waiting: ViewRefresh | None = None

    @property
    def report(self) -> ViewReport:
        outcome = self.outcome
        return ViewReport(
            self.definition.name,
            outcome.strategy,
            outcome.reason,
            outcome.rows_in,
            outcome.rows_out,
            self.journal.seconds,
            outcome.predicted_seconds,
            outcome.sources,
            outcome.commit,
            outcome.error,
        )


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
        self._clock = SharedTime()
        self._turns: dict[str, _Turn] = {}
        self._groups: list[WriteGroup] = []

    def go(self, state: LakeState, views: Sequence[Definition]) -> RefreshReport:
        shown = [definition.name for definition in views if not is_stage(definition)]
        self._numbers = {name: number for number, name in enumerate(shown, start=1)}
        start = time.perf_counter()
        self.listener(RunStarted(self.id, tuple(shown)))
        self._definitions = state.definitions
        self._dependencies = Dependencies(self.compiler, state.definitions, state)
        untouched = self._find_untouched(views, state)
        others = [definition for definition in views if definition.name not in untouched]
        by_name = self._compile(others)
        compiled = list(by_name.values())
        reads = {name: frozenset(view.sources) for name, view in by_name.items()}
        state.pin(compiled)
        self._feeds = RunFeeds(compiled)
        self._parts = RunParts(compiled, state, self._feeds)

        for name in untouched:
            self._turns[name] = self._begin(state.definitions[name], None)
            self._turns[name].outcome = Outcome.untouched()
            self._end(self._turns[name])
        with state.running():
            try:
                run_in_lanes(
                    self._tasks(others, reads, state), self.engine.lanes, self.engine.share
                )
            finally:
                for group in self._groups:
                    group.abandon()
                self.engine.forget([*self._feeds.tables, *self._parts.tables])
        reports = {name: turn.report for name, turn in self._turns.items()}
        order = {definition.name: number for number, definition in enumerate(views)}
        self.errors = [self._failed[name] for name in sorted(self._raised, key=order.__getitem__)]
        done = RefreshReport([reports[name] for name in shown])
        self.listener(RunFinished(self.id, time.perf_counter() - start, done.failed))
        return done

    def _find_untouched(self, views: Sequence[Definition], state: LakeState) -> list[str]:
        """The views that have nothing to read, as far as that is known before they are compiled:
        no table that they read was written to, and no view below them is going to be.
        """
        found: list[str] = []
        touched: set[str] = set()
        for definition in views:
            name, recorded = definition.name, state.recorded(definition)
            forced = self.policy == "full" or name in self.full
            if (
                forced
                or recorded is None
                or any(state.is_touched(source, at.version) for source, at in recorded.items())
                or not touched.isdisjoint(self._dependencies.upstream(definition))
            ):
                touched.add(name)
            else:
                found.append(name)
        return found

    def _compile(self, views: Sequence[Definition]) -> dict[str, CompiledView]:
        """Those that can be, by name."""
        tables = KnownTables(self.engine)
        tasks = [Task(view.name, [], partial(self._compiled, view, tables)) for view in views]
        found = run_in_lanes(tasks, self.engine.compile_lanes)
        pairs = zip(views, found, strict=True)
        return {view.name: compiled for view, compiled in pairs if compiled is not None}

    def _compiled(self, definition: Definition, tables: KnownTables) -> CompiledView | None:
        """None if that fails; it will fail again, and be told, when the view has its turn."""
        with suppress(DuckstreamError), self.compiler.knowing(self._definitions, tables):
            return self.compiler.compiled(definition)
        return None

    def _tasks(
        self, views: Sequence[Definition], reads: Mapping[str, Set[Source]], state: LakeState
    ) -> list[Task[None]]:
        """The refreshes, and the commits of those that are committed together.

        What others wait for comes first; the rest is done beside it.
        """
        # What a reader has to wait for.
        done: dict[str, Hashable] = {view.name: view.name for view in views}
        tasks: list[Task[None]] = []
        for number, level in enumerate(self._committed_together(views)):
            group = self.engine.write_group() if len(level) > 1 and not self.dry else None
            for view in level:
                after = [done[name] for name in self._dependencies.upstream(view) if name in done]
                work = partial(self._take_turn, view, group, state)
                tasks.append(Task(view.name, after, work, reads.get(view.name, frozenset())))
            if group is not None:
                self._groups.append(group)
                names = [view.name for view in level]
                commit = ("commit", number)
                work = partial(self._commit, group, names, state)
                tasks.append(Task(commit, names, work, holds="commit"))
                done |= dict.fromkeys(names, commit)
        return tasks

    def _committed_together(self, views: Sequence[Definition]) -> list[list[Definition]]:
        """What takes long is begun early, so that all lanes are done at about the same time; and
        while some views are committed, others are computed.
        """
        if self.dry or self.engine.write_group() is None:
            return [list(views)]
        *read, last = self._dependencies.levels(views)
        last = sorted(last, key=lambda view: -self.past.seconds(view.name))
        last.sort(key=lambda view: bool(self._dependencies.upstream(view)))
        starts = range(0, len(last), _TOGETHER)
        return [*read, *(last[start : start + _TOGETHER] for start in starts)]

    def _take_turn(
        self, definition: Definition, group: WriteGroup | None, state: LakeState
    ) -> None:
        with self.compiler.knowing(self._definitions):
            turn = self._begin(definition, group)
            self._turns[definition.name] = turn
            self._refresh(turn, state)
        if turn.waiting is None:
            self._end(turn)

    def _begin(self, definition: Definition, group: WriteGroup | None) -> _Turn:
        number = self._numbers.get(definition.name)
        if number is not None:
            self.listener(ViewStarted(definition.name, number, len(self._numbers)))
        policy = "full" if definition.name in self.full else self.policy or definition.policy
        journal = Journal(definition.name, self.id, policy, self.listener, self._clock)
        return _Turn(definition, policy, journal, group)

    def _end(self, turn: _Turn) -> None:
        turn.journal.wait()
        if turn.definition.name in self._numbers:
            self.listener(ViewFinished(turn.report))

    def _refresh(self, turn: _Turn, state: LakeState) -> None:
        outcome = self._find_failure_below(turn.definition)
        if outcome is None:
            try:
                outcome = self._try(turn, state)
            except DuckstreamError as error:
                outcome = self._fail(turn.definition, error, turn.journal)
        turn.outcome = outcome

    def _commit(self, group: WriteGroup, names: Sequence[str], state: LakeState) -> None:
        """What the views of a level have computed, in one commit, or else each by itself."""
        with self.compiler.knowing(self._definitions):
            turns = [self._turns[name] for name in names]
            waiting = [(turn, turn.waiting) for turn in turns if turn.waiting is not None]
            if waiting:
                self._write(group, waiting, state)

    def _write(
        self, group: WriteGroup, waiting: Sequence[tuple[_Turn, ViewRefresh]], state: LakeState
    ) -> None:
        start = self._clock.begin()
        try:
            try:
                group.commit()
            finally:
                passed = self._clock.end() - start
        except (DuckstreamError, *self.engine.errors):
            group.abandon()
            for turn, refresh in waiting:
                self._feeds.lose(refresh.view)
                turn.group = turn.waiting = None
                turn.journal.go_on()
                self._refresh(turn, state)
                self._end(turn)
            return
        share = passed / len(waiting)
        for turn, refresh in waiting:
            turn.journal.go_on(share)
            turn.outcome = refresh.committed(turn.outcome)
            self._note_refreshed(refresh, turn.outcome, state)
            self._end(turn)

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

    def _try(self, turn: _Turn, state: LakeState) -> Outcome:
        def wait(attempt: int, pause: float, conflict: Exception) -> None:
            self.listener(Retry(turn.definition.name, attempt, pause, str(conflict)))

        attempts = 0

        def attempt() -> Outcome:
            nonlocal attempts
            attempts += 1
            if attempts > 1:
                state.look_again()
            return self._refresh_view(turn, state)

        return try_again(attempt, on=(ConflictError,), before_pause=wait)

    def _refresh_view(self, turn: _Turn, state: LakeState) -> Outcome:
        definition, policy, journal = turn.definition, turn.policy, turn.journal
        journal.step("look")
        with self._alone:
            compiled = self.compiler.compiled(definition)
        obstacle = find_changed_plain_view(definition, compiled, state)
        if obstacle is None:
            chooser = self._chooser(definition) if policy == "auto" else None
            refresh = ViewRefresh(
                self.engine,
                definition.name,
                compiled,
                state,
                self._feeds,
                self._parts,
                journal,
                chooser,
                turn.group,
            )
            obstacle = refresh.find_obstacle()
            if obstacle is None or not obstacle.outdated:
                return self._merge(turn, refresh, obstacle, state)
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
        self, turn: _Turn, refresh: ViewRefresh, obstacle: Obstacle | None, state: LakeState
    ) -> Outcome:
        definition, policy = turn.definition, turn.policy
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
        if outcome.wrote and turn.group is not None:
            turn.waiting = refresh
            turn.journal.wait()
        elif outcome.wrote:
            self._note_refreshed(refresh, outcome, state)
        return outcome

    def _note_refreshed(self, refresh: ViewRefresh, outcome: Outcome, state: LakeState) -> None:
        """What was written is committed, and views on top of it may read that."""
        self._feeds.note_commit(refresh.view, outcome.commit)
        state.note_refreshed(refresh.view, outcome.commit)

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
