"""Parts of tables that the changes of a run meet: read once, for all the views that need them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from duckstream.algebra import Source, Version
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import LakeState, Work
from duckstream.refresh.feeds import RunFeeds
from duckstream.refresh.journal import Costs, Journal
from duckstream.refresh.lanes import Locks
from duckstream.simplify import Part, Place
from duckstream.storage.parts import MISSING

# From where to where a refresh goes with a source.
Range = tuple[int, int]


@dataclass(frozen=True)
class _Made:
    """A part, the version it was read at, and the ranges of the changes."""

    part: Part
    version: int
    ranges: Mapping[Source, Range]


class RunParts:
    """Knows what the views of a run read within the reach of changes, and which of it is there."""

    def __init__(self, views: Sequence[CompiledView], state: LakeState, feeds: RunFeeds) -> None:
        self._views = views
        self._state = state
        self._feeds = feeds
        # With the number of views that want each.
        self._wanted: dict[Place, tuple[Part, int]] | None = None
        self._costs = Costs[Place]()
        self._made: dict[Place, _Made] = {}
        # Several views may be refreshed at a time: who comes second waits for the first.
        self._locks = Locks[Place]()
        self._wanting = threading.Lock()
        # The temporary tables that outlive the refresh of one view.
        self.tables: list[str] = []

    def provide(
        self,
        work: Work,
        view: CompiledView,
        changed: Collection[Source],
        ranges: Mapping[Source, Range],
        journal: Journal,
    ) -> list[Place]:
        """See that parts are there which the view can share; the places of those."""
        found: list[Place] = []
        known = {source: ranges[source] for source in changed if self._is_netted(source, ranges)}
        for place, part in view.merge(changed).parts.items():
            if place not in self._find_wanted() or not _comes_from(part, known):
                continue
            start, end = ranges[place.source]
            version = start if place.version is Version.OLD else end
            with self._locks.of(place):
                if is_new := place not in self._made:
                    _, views = self._find_wanted()[place]
                    with journal.sharing(self._costs, place, views):
                        self._make(work, view, part, version, known)
                made = self._made[place]
            agrees = all(made.ranges.get(source) == known[source] for source, _ in part.bounds)
            if agrees and made.version == version and part <= made.part:
                found.append(place)
                if not is_new:
                    journal.bear(self._costs, place)
        return found

    def _is_netted(self, source: Source, ranges: Mapping[Source, Range]) -> bool:
        return self._feeds.net(source, *ranges[source]) is not None

    def _find_wanted(self) -> dict[Place, tuple[Part, int]]:
        """What more than one view would read, if everything that was written to has changed."""
        with self._wanting:
            if self._wanted is None:
                self._wanted = self._count_wanted()
        return self._wanted

    def _count_wanted(self) -> dict[Place, tuple[Part, int]]:
        counts: Counter[Place] = Counter()
        wanted: dict[Place, Part] = {}
        for view in self._views:
            for place, part in self._parts_of(view).items():
                counts[place] += 1
                wanted[place] = wanted[place] | part if place in wanted else part
        return {place: (part, counts[place]) for place, part in wanted.items() if counts[place] > 1}

    def _parts_of(self, view: CompiledView) -> Mapping[Place, Part]:
        frontier = self._state.frontier(view)
        touched = [
            source
            for source, cursor in frontier.items()
            if self._state.is_touched(source, cursor.version)
        ]
        return view.merge(touched).parts if touched else {}

    def _make(
        self,
        work: Work,
        view: CompiledView,
        part: Part,
        version: int,
        known: Mapping[Source, Range],
    ) -> None:
        """With the columns of all views, and as many of the changes as this one has read."""
        place = part.place
        wanted = self._find_wanted()[place][0] | part
        bounds = frozenset(bound for bound in wanted.bounds if bound[0] in known)
        whole = Part(place, wanted.columns, bounds)
        changes = []
        for source, column in sorted(bounds, key=str):
            net = self._feeds.net(source, *known[source])
            assert net is not None
            changes.append((net, column))
        keys = view.part_keys(place, changes)
        work.compute(keys, shared=True)
        assert keys.table is not None
        _, missing = work.count(keys.table, MISSING)
        rows = view.part(whole, with_null=bool(missing))
        work.compute(rows, shared=True)
        assert rows.table is not None
        self.tables += [rows.table, keys.table]
        self._made[place] = _Made(whole, version, dict(known))


def _comes_from(part: Part, known: Collection[Source]) -> bool:
    return all(source in known for source, _ in part.bounds)
