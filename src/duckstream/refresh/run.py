"""Refreshing one view: look at what changed, compute, write, move the frontier, in one commit."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import (
    Cursor,
    Definition,
    Engine,
    LakeState,
    Work,
    WriteGroup,
    shown_name,
)
from duckstream.errors import ConflictError, RefreshError
from duckstream.refresh.choose import Choice, Chooser, Way
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.journal import Journal
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.parts import RunParts
from duckstream.refresh.stages import is_stage_name
from duckstream.storage import Merge, Statement
from duckstream.storage.feed import feed_table


@dataclass(frozen=True)
class Obstacle:
    """Why the change alone cannot be applied; `outdated` if the view has to be compiled again."""

    reason: str
    outdated: bool = False


def find_changed_plain_view(
    definition: Definition, view: CompiledView, state: LakeState
) -> Obstacle | None:
    """Does one of the plain views that the stored rows were read through say something else now?

    The tables that the view reads may be others then, so this comes before any look at them.
    """
    for plain in definition.plain_views:
        now = state.plain_view(plain.schema, plain.name)
        if now != plain:
            what = "is gone" if now is None else "was changed"
            return Obstacle(f"the plain view {plain.name} {what}", outdated=True)
    unknown = [v.name for v in view.bound.plain_views if v not in definition.plain_views]
    if unknown:
        return Obstacle(f"{', '.join(unknown)} has become a plain view", outdated=True)
    return None


class HistoryGone(Exception):
    """The change could not be read after all: what it is made of is gone."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass
class ViewRefresh:
    """One refresh of one view, to the versions that the run has pinned."""

    engine: Engine
    name: str
    view: CompiledView
    state: LakeState
    feeds: RunFeeds
    parts: RunParts
    journal: Journal
    # Under the policy "auto".
    chooser: Chooser | None = None
    # What is written when others are, too.
    group: WriteGroup | None = None

    def __post_init__(self) -> None:
        self._work: Work | None = None
        self._frontier = self.state.frontier(self.view)
        self._target = {source: self._look_at(source) for source in self.view.sources}

    def _look_at(self, source: Source) -> Cursor:
        target = self.state.target(source)
        if target is None:
            raise RefreshError(
                "NO_SOURCE",
                f"view {self.name}: its table {source} is gone",
                "create the table again, or drop the view",
            )
        stands = self._frontier.get(source)
        if stands is None or stands.version <= target.version:
            return target
        # A faster run has gone further than this one goes: there is no way back, and no need.
        return target if self.state.is_touched(source, stands.version) else stands

    def find_obstacle(self) -> Obstacle | None:
        """What stands in the way of reading the change alone, if anything."""
        for source in self.view.sources:
            if source not in self._frontier:
                return Obstacle(f"there is no cursor for {source}", outdated=bool(self._frontier))
            known = self._frontier[source].identity
            if known is not None and known != self._target[source].identity:
                return Obstacle(f"{source} was created anew or its columns changed", outdated=True)
        for source in self.touched():
            gap = self.state.find_gap(source, self._frontier[source].version)
            if gap is not None:
                return Obstacle(gap)
        return None

    def touched(self) -> list[Source]:
        """The sources that were written to since the view's last refresh."""
        return [
            source
            for source in self.view.sources
            if self.state.is_touched(source, self._frontier[source].version)
        ]

    def apply_change(self, *, recompute: str | None = None, dry: bool = False) -> Outcome:
        """Read the change and merge it; with `recompute`, the reason, compute the view anew.

        That is done also where the chooser, if there is one, finds it cheaper.
        """
        touched = self.touched()
        if not touched:
            return Outcome.untouched()
        choice = self._choose(touched)
        if choice is not None and choice.way is not Way.APPLY:
            return self._go_anew(choice.outcome(touched), choice.way, dry=dry)
        with self._working(touched) as work:
            rows_in = {source: self._read_change(work, source, dry=dry) for source in touched}
            changed = [source for source, rows in rows_in.items() if rows]
            if not changed:
                if self.group is not None and not dry:
                    self.group.advance(self.view, self._frontier, self._target)
                return Outcome("no_op", "nothing that the view reads has changed")
            names = ", ".join(shown_name(source) for source in changed)
            outcome = Outcome("incremental", f"changed: {names}", sum(rows_in.values()))
            if recompute is not None:
                outcome = replace(outcome, strategy="full", reason=recompute)
            elif choice is not None:
                outcome = choice.outcome(changed, outcome.rows_in)
            if dry:
                return replace(outcome, rows_out=None, sources=self._ranges(touched))
            merge = self._merge(work, changed) if recompute is None else self._replacement
            done = self._apply(work, merge, outcome)
        return self._written(done, work)

    def _merge(self, work: Work, changed: list[Source]) -> Merge:
        ranges = {source: self._range(source, changed) for source in self.view.sources}
        shared = self.parts.provide(work, self.view, changed, ranges, self.journal)
        return self.view.merge(changed, shared, is_read=self.feeds.is_read(self.view))

    @property
    def _replacement(self) -> Merge:
        return self.view.replacement(is_read=self.feeds.is_read(self.view))

    def _choose(self, touched: list[Source]) -> Choice | None:
        # A refresh can do without statistics.
        with suppress(*self.engine.errors):
            if self.chooser is not None:
                return self.chooser.choose(self.name, self.view, self._frontier, touched)
        return None

    def _written(self, outcome: Outcome, work: Work) -> Outcome:
        self._work = work
        return outcome if self.group is not None else self.committed(outcome)

    def committed(self, outcome: Outcome) -> Outcome:
        """The outcome of what was written, now that it is committed."""
        assert self._work is not None
        if self.chooser is not None and outcome.measures:
            self.chooser.past.add(self.journal.record(outcome))
        return replace(outcome, commit=self._work.commit)

    def compute_anew(self, reason: str, *, dry: bool = False) -> Outcome:
        """Compute the view from the pinned state of its sources and write what differs."""
        return self._go_anew(Outcome("full", reason), Way.COMPARE, dry=dry)

    def _go_anew(self, outcome: Outcome, way: Way, *, dry: bool) -> Outcome:
        if dry:
            return replace(outcome, rows_out=None, sources=self._ranges(self.view.sources))
        with self._working([]) as work:
            if way is Way.REBUILD:
                done = self._rebuild(work, outcome)
            else:
                done = self._apply(work, self._replacement, outcome)
        return self._written(done, work)

    @contextmanager
    def _working(self, touched: list[Source]) -> Generator[Work]:
        """All or nothing; an error of the engine says which view it was."""
        ranges = {source: self._range(source, touched) for source in self.view.sources}
        try:
            with (
                self._undoing_change(),
                self.engine.refreshing(self.view, ranges, self._frontier) as work,
            ):
                yield work
        except self.engine.errors as error:
            told = self.engine.tell(error)
            if self.engine.is_conflict(error):
                raise ConflictError(
                    "CONFLICT",
                    f"view {self.name}: another commit came first: {told}",
                    "nothing was written; refresh again",
                ) from error
            gone = self.engine.find_lost_history(error) if touched else None
            if gone is not None:
                raise HistoryGone(gone) from error
            raise RefreshError(
                "REFRESH_FAILED",
                f"view {self.name}: {told}",
                "the view is as it was before; mend the cause and refresh again",
            ) from error

    @contextmanager
    def _undoing_change(self) -> Generator[None]:
        """What this refresh was about to hand to the views above goes with it if it fails."""
        try:
            yield
        except BaseException:
            self.feeds.lose(self.view)
            raise

    def _range(self, source: Source, touched: list[Source]) -> tuple[int, int]:
        """Where nothing was written the old state is the new one: it is read at one version."""
        end = self._target[source].version
        return (self._frontier[source].version if source in touched else end), end

    def _ranges(
        self, touched: tuple[Source, ...] | list[Source]
    ) -> dict[str, tuple[int | None, int]]:
        """From where to where the view goes, for people to read."""
        return {
            shown_name(source): (
                self._frontier[source].version if source in self._frontier else None,
                self._target[source].version,
            )
            for source in touched
        }

    def _read_change(self, work: Work, source: Source, *, dry: bool) -> int:
        """The change of a source, into a table; how many rows it has."""
        start, end = self._range(source, [source])
        # A view below, of which nothing but what this run has written is new.
        is_last = self.state.count_versions(source, start) == 1
        if is_last and self.feeds.take_over(work, self.view, source, end):
            self.journal.step(f"take over the change of {shown_name(source)}")
        else:
            self.journal.step(f"read the change of {shown_name(source)}")
            if not dry and self.feeds.share(work, self.view, source, start, end, self.journal):
                return self._count_change(work, source)
            self.feeds.read(work, self.view, source, start, end, self.journal)
        work.compute(self.view.feed(source))
        return self._count_change(work, source)

    def _count_change(self, work: Work, source: Source) -> int:
        number, naming = self.view.numbers[source], self.view.place.naming
        return work.count(feed_table(number, naming))[0]

    def _apply(self, work: Work, merge: Merge, outcome: Outcome) -> Outcome:
        """Compute the rows to write, and write them."""
        work.settle()
        for statement in merge.compute:
            self.journal.step(f"compute: {statement.purpose}")
            work.compute(statement)
        naming = self.view.place.naming
        rows, known = work.count(naming.temp_table("next"), naming.aux_column("known"))
        measures = {**outcome.measures, "written": rows} if outcome.measures else {}
        done = replace(
            outcome, rows_out=rows, sources=self._ranges(self.view.sources), measures=measures
        )
        self.feeds.hand_over(work, self.view)
        # The readers of a stage are told what has changed; others would find that everything has.
        write = merge.write if is_stage_name(self.name) else replace(merge.write, anew=())
        statements = work.choose(write, known)
        self.journal.step("write")
        self._write(work, statements, done)
        return done

    def _rebuild(self, work: Work, outcome: Outcome) -> Outcome:
        """Write all of the view, without a look at what is stored."""
        rows = None
        work.settle()
        for statement in self.view.rebuild.compute:
            self.journal.step(f"compute: {statement.purpose}")
            work.compute(statement)
            assert statement.table is not None
            rows = work.count(statement.table)[0]
        self.journal.step("write")
        done = replace(outcome, rows_out=rows, sources=self._ranges(self.view.sources))
        self._write(work, self.view.rebuild.write, done)
        if rows is None:
            rows = self.engine.count_rows(self.view.place.table)
        return replace(done, rows_out=rows)

    def _write(self, work: Work, statements: Sequence[Statement], done: Outcome) -> None:
        record = self.journal.record(done)
        told = partial(self.journal.step, "commit")
        work.write(statements, self._target, record, told, self.group)
