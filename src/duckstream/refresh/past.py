"""The refreshes of views that were, as far as a prediction learns from them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from statistics import median

from duckstream.algebra import Source
from duckstream.engines.protocol import Cursor, Engine, Since, shown_name
from duckstream.refresh.cost import Load, Sample
from duckstream.refresh.record import CREATE, RefreshRecord

# How many records are read, and how many refreshes of either strategy are learned from.
_READ, _LEARNED = 100, 8


class Past:
    """Reads the records of a view once, and is told of those that come.

    What other processes do meanwhile is missed; it would teach the same.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._records: dict[str, list[RefreshRecord]] = {}

    def of(self, view: str, stored: Source) -> list[RefreshRecord]:
        """Newest first, as far back as the view had the definition that it has."""
        if view not in self._records:
            found = []
            for record in self._engine.past(view, stored, _READ):
                if record.measures:
                    found.append(record)
                if record.kind == CREATE:
                    break
            self._records[view] = found
        return self._records[view]

    def add(self, record: RefreshRecord) -> None:
        """One of a view that was asked for."""
        self._records[record.view] = [record, *self._records[record.view]][:_READ]

    def seconds(self, view: str) -> float:
        """What the view took last, as far as that is known without a look."""
        known = self._records.get(view)
        return known[0].seconds if known else 0.0

    def forget(self, view: str) -> None:
        self._records.pop(view, None)

    def since(
        self, view: str, stored: Source, frontier: Mapping[Source, Cursor]
    ) -> dict[Source, Since | None]:
        """Where a view stands with its sources, and how many rows these had there."""
        found: dict[Source, Since | None] = {}
        for source, cursor in frontier.items():
            name = shown_name(source)
            rows = next(
                (
                    record.measures.get(rows_of(source))
                    for record in self.of(view, stored)
                    if record.sources.get(name, (None, None))[1] == cursor.version
                ),
                None,
            )
            found[source] = Since(cursor.version, None if rows is None else int(rows))
        return found


def rows_of(source: Source) -> str:
    """What the rows of a source are called among the measures of a record."""
    return f"rows of {source.schema}.{source.table}"


def samples_of(records: list[RefreshRecord]) -> list[Sample]:
    """The last refreshes of each strategy, however long ago one of them was last taken."""
    found: list[Sample] = []
    # (Before steps were counted, their time was that of other work.)
    told = [record for record in records if "steps" in record.measures]
    for strategy in ("incremental", "full"):
        taken = (record for record in told if record.strategy == strategy)
        found += [
            Sample(Load.from_measures(record.measures), record.seconds)
            for record in islice(taken, _LEARNED)
        ]
    return found


def written_per_change(records: list[RefreshRecord]) -> float:
    """How many rows a changed row has led to; one as long as nothing else is known."""
    loads = (Load.from_measures(record.measures) for record in records)
    ratios = (load.written / load.changed for load in loads if load.changed)
    last = list(islice(ratios, _LEARNED))
    return median(last) if last else 1.0
