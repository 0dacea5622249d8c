"""Which way to bring a view up to date: by the change alone, or by computing everything anew.

What was computed anew is compared with what is stored, so that only the difference is written; or,
where most of it differs, it takes the place of all that is stored. Chosen is the way that is
predicted to take the least time. It is chosen before the change is read: where much has changed, to
read the change may take longer than to compute the view.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from duckstream.algebra import Source, Version, scans
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Cursor, Engine, Since, TableSize, shown_name
from duckstream.refresh.cost import Load, Rates, learn
from duckstream.refresh.manner import Manner, find_manners
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.past import Past, rows_of, samples_of, written_per_change

INCREMENTAL, FULL = "incremental", "full"


class Way(StrEnum):
    """What is done, in words."""

    APPLY = "apply the change"
    COMPARE = "compute anew"
    REBUILD = "rebuild"

    @property
    def strategy(self) -> str:
        """What a report calls it."""
        return INCREMENTAL if self is Way.APPLY else FULL


# What writes more has to be clearly cheaper: these are predictions.
_HANDICAP = {Way.APPLY: 1.0, Way.COMPARE: 1.1, Way.REBUILD: 1.2}
# Of tables that have fewer rows than this, changed ones included, the change is always applied:
# nobody would notice the difference, and a view should not change its ways with every row.
_SMALL = 100_000
# What a scan costs that brings only the partners of a change through the query.
_OF_PARTNERS = 0.3
# The statements of a way, beside those that compute a change: a feed is read and netted, and what
# is computed anew is computed, compared with what is stored, and written.
_PER_FEED, _TO_COMPARE, _TO_REBUILD = 2, 3, 1


@dataclass(frozen=True)
class Sizes:
    """The rows of the tables that a view reads, and of the one that stores it."""

    tables: Mapping[Source, TableSize]
    stored: int

    def changed(self, sources: Collection[Source]) -> int:
        return sum(self.tables[source].changed for source in sources)

    def rows(self, sources: Collection[Source]) -> int:
        return sum(self.tables[source].rows for source in sources)


@dataclass(frozen=True)
class Choice:
    """A way, and what it was chosen for: work and seconds of each."""

    way: Way
    sizes: Sizes
    loads: Mapping[Way, Load]
    seconds: Mapping[Way, float]

    def outcome(self, changed: Collection[Source], rows_in: int = 0) -> Outcome:
        """What is going to happen, before anything is written."""
        load = self.loads[self.way]
        if self.way is Way.APPLY:
            load = replace(load, changed=max(load.changed, rows_in))
        rows = {rows_of(source): size.rows for source, size in self.sizes.tables.items()}
        return Outcome(
            self.way.strategy,
            self._reason(changed, rows_in),
            rows_in,
            predicted_seconds=self.seconds[self.way],
            measures={**load.as_measures(), **rows},
        )

    def _reason(self, changed: Collection[Source], rows_in: int) -> str:
        names = ", ".join(shown_name(source) for source in changed)
        rows = self.sizes.rows(changed)
        number = f"{rows_in:,}" if rows_in else f"about {self.sizes.changed(changed):,}"
        changes = "change" if rows_in == 1 else "changes"
        others = [
            f"{seconds:.2f} s to {way}" for way, seconds in self.seconds.items() if way != self.way
        ]
        return (
            f"changed: {names}; {number} {changes} to {rows:,} rows, predicted "
            f"{self.seconds[self.way]:.2f} s to {self.way} against {' and '.join(others)}"
        )


@dataclass(frozen=True)
class Forecast:
    """Predicts the refreshes of one view, at the sizes that its tables have."""

    view: CompiledView
    rates: Rates
    # Rows to write per changed row.
    written: float = 1.0
    # Do views on top read it? A rebuild would be a change of everything to them.
    is_read: bool = False

    def choose(self, changed: Collection[Source], sizes: Sizes) -> Choice:
        """Which way to take if these of its sources have changed."""
        loads = {
            Way.APPLY: self._of_the_change(changed, sizes),
            Way.COMPARE: self._of_everything(changed, sizes),
        }
        if not self.is_read:
            loads[Way.REBUILD] = self._of_a_rebuild(sizes)
        seconds = {way: self.rates.predict(load) for way, load in loads.items()}
        best = min(seconds, key=lambda way: seconds[way] * _HANDICAP[way])
        if loads[Way.COMPARE].scanned + loads[Way.APPLY].changed < _SMALL:
            best = Way.APPLY
        return Choice(best, sizes, loads, seconds)

    def turning_point(self, source: Source, sizes: Sizes) -> int | None:
        """From how many changes of one source on the view is computed anew, if there is such."""

        def is_computed_anew(number: int) -> bool:
            size = TableSize(sizes.tables[source].rows, number)
            changed = Sizes({**sizes.tables, source: size}, sizes.stored)
            return self.choose([source], changed).way is not Way.APPLY

        # An update of every row is as many changes as there are rows, twice.
        numbers = range(1, 2 * sizes.tables[source].rows + 2)
        found = bisect_left(numbers, True, key=is_computed_anew)
        return numbers[found] if found < len(numbers) else None

    def _of_the_change(self, changed: Collection[Source], sizes: Sizes) -> Load:
        merge = self.view.merge(changed)
        read = [
            scan.source
            for scan in merge.scans
            if scan.version in (Version.OLD, Version.NEW) and scan.source in sizes.tables
        ]
        number = sizes.changed(changed)
        manners = find_manners(self.view, changed)
        share = _OF_PARTNERS
        if Manner.RECOMPUTE in manners:
            share = 1.0
        elif Manner.GROUPS in manners or Manner.PARTITIONS in manners:
            # Each changed row may bring in a group, and there are no more than are stored.
            touched = min(1.0, number / max(sizes.stored, 1))
            share += (1 - share) * touched
        return Load(
            steps=len(merge.compute) + len(read) + _PER_FEED * len(changed),
            scanned=share * sum(sizes.tables[source].rows for source in read),
            changed=number,
            written=self._rows_to_write(number, sizes),
        )

    def _of_everything(self, changed: Collection[Source], sizes: Sizes) -> Load:
        anew = load_anew(self.view, sizes.tables)
        return replace(
            anew,
            steps=anew.steps - _TO_REBUILD + _TO_COMPARE,
            compared=sizes.stored,
            written=self._rows_to_write(sizes.changed(changed), sizes),
        )

    def _of_a_rebuild(self, sizes: Sizes) -> Load:
        """As if there were as many rows as are stored now."""
        return replace(load_anew(self.view, sizes.tables), rebuilt=max(sizes.stored, 1))

    def _rows_to_write(self, number: int, sizes: Sizes) -> float:
        rows = number * self.written
        return rows if self.view.layout.shape.copies else min(rows, sizes.stored)


def load_anew(view: CompiledView, tables: Mapping[Source, TableSize]) -> Load:
    """To compute everything, without what is done with it."""
    read = [s.source for s in scans(view.layout.shape.input) if s.source in tables]
    return Load(_TO_REBUILD + len(read), sum(tables[source].rows for source in read))


@dataclass(frozen=True)
class Chooser:
    """Chooses for a view. `is_read` if there are views on top of it."""

    engine: Engine
    past: Past
    is_read: bool

    def choose(
        self,
        name: str,
        view: CompiledView,
        frontier: Mapping[Source, Cursor],
        touched: Collection[Source],
    ) -> Choice | None:
        """None where the lake does not tell the sizes of its tables."""
        sizes = self.look(view, self.past.since(name, view.layout.source, frontier))
        return None if sizes is None else self.forecast(name, view).choose(touched, sizes)

    def forecast(self, name: str, view: CompiledView) -> Forecast:
        records = self.past.of(name, view.layout.source)
        rates = learn(self.engine.rates, samples_of(records))
        return Forecast(view, rates, written_per_change(records), self.is_read)

    def look(self, view: CompiledView, since: Mapping[Source, Since | None]) -> Sizes | None:
        stored = view.layout.source
        found = self.engine.sizes({stored: None, **since})
        if any(source not in found for source in (stored, *view.sources)):
            return None
        tables = {source: found[source] for source in view.sources}
        return Sizes(tables, found[stored].rows)

    def describe(self, name: str, view: CompiledView) -> list[str]:
        """What is predicted for a small change of each source, and from where on it is large."""
        sizes = self.look(view, dict.fromkeys(view.sources))
        if sizes is None:
            return []
        forecast = self.forecast(name, view)
        return [_describe(forecast, source, sizes) for source in view.sources]


def _describe(forecast: Forecast, source: Source, sizes: Sizes) -> str:
    rows = sizes.tables[source].rows
    some = max(rows // 1000, 1)
    few = Sizes({**sizes.tables, source: TableSize(rows, some)}, sizes.stored)
    seconds = forecast.choose([source], few).seconds
    anew = min(taken for way, taken in seconds.items() if way is not Way.APPLY)
    turn = forecast.turning_point(source, sizes)
    words = "never" if turn is None else f"from about {turn:,} changes on"
    return (
        f"{shown_name(source)}: {seconds[Way.APPLY]:.2f} s for {some:,} changes to {rows:,} "
        f"rows, {anew:.2f} s to compute anew, which is done {words}"
    )
