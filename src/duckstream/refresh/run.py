"""Refreshing one view: look at what changed, compute, write, move the frontier, in one commit."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Cursor, Definition, Engine, LakeState, Work
from duckstream.errors import RefreshError
from duckstream.plan import PREFIX
from duckstream.refresh.feeds import RunFeeds
from duckstream.storage import Merge
from duckstream.storage.feed import feed_table


@dataclass(frozen=True)
class Outcome:
    """How a view was brought up to date, and why that way."""

    strategy: str
    reason: str
    rows_in: int = 0
    rows_out: int = 0


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


@dataclass
class ViewRefresh:
    """One refresh of one view, to the versions that the run has pinned."""

    engine: Engine
    name: str
    view: CompiledView
    state: LakeState
    feeds: RunFeeds

    def __post_init__(self) -> None:
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
        return target

    def find_obstacle(self) -> Obstacle | None:
        """What stands in the way of reading the change alone, if anything."""
        for source in self.view.sources:
            if source not in self._frontier:
                return Obstacle(f"there is no cursor for {source}")
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

    def apply_change(self, *, recompute: str | None = None) -> Outcome:
        """Read the change and merge it; with `recompute`, the reason, compute the view anew."""
        touched = self.touched()
        if not touched:
            return Outcome("no_op", "no source was written to since the last refresh")
        with self._working(touched) as work:
            rows_in = {source: self._read_change(work, source) for source in touched}
            changed = [source for source, rows in rows_in.items() if rows]
            if not changed:
                return Outcome("no_op", "nothing that the view reads has changed")
            total = sum(rows_in.values())
            if recompute is not None:
                return self._apply(work, self.view.replacement, "full", recompute, total)
            names = ", ".join(source.table.removeprefix(PREFIX) for source in changed)
            merge = self.view.merge(changed)
            return self._apply(work, merge, "incremental", f"changed: {names}", total)

    def compute_anew(self, reason: str) -> Outcome:
        """Compute the view from the pinned state of its sources and write what differs."""
        with self._working([]) as work:
            return self._apply(work, self.view.replacement, "full", reason, 0)

    @contextmanager
    def _working(self, touched: list[Source]) -> Generator[Work]:
        """All or nothing; an error of the engine says which view it was."""
        ranges = {source: self._range(source, touched) for source in self.view.sources}
        try:
            with self.engine.refreshing(self.view, ranges, self._frontier) as work:
                yield work
        except self.engine.errors as error:
            raise RefreshError(
                "REFRESH_FAILED",
                f"view {self.name}: {self.engine.tell(error)}",
                "the view is as it was before; mend the cause and refresh again",
            ) from error

    def _range(self, source: Source, touched: list[Source]) -> tuple[int, int]:
        """Where nothing was written the old state is the new one: it is read at one version."""
        end = self._target[source].version
        return (self._frontier[source].version if source in touched else end), end

    def _read_change(self, work: Work, source: Source) -> int:
        """The net change of a source, into a table; how many rows it has."""
        start, end = self._range(source, [source])
        self.feeds.read(work, self.view, source, start, end)
        work.compute(self.view.feed(source))
        number, naming = self.view.numbers[source], self.view.place.naming
        return work.count(feed_table(number, naming))[0]

    def _apply(self, work: Work, merge: Merge, strategy: str, reason: str, rows_in: int) -> Outcome:
        """Compute the rows to write, and write them."""
        for statement in merge.compute:
            work.compute(statement)
        naming = self.view.place.naming
        rows, known = work.count(naming.temp_table("next"), naming.aux_column("known"))
        outcome = Outcome(strategy, reason, rows_in, rows)
        statements = merge.write.merge if known else merge.write.append
        work.write(statements, self._target, asdict(outcome))
        return outcome
