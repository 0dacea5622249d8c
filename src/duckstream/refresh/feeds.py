"""The events of the sources: read once in a run, for all the views that need them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine, Work


class RunFeeds:
    """Knows which views of a run read which columns, and whose table holds the events."""

    def __init__(self, views: Sequence[CompiledView]) -> None:
        self._readers: dict[Source, list[CompiledView]] = {}
        for view in views:
            for source in view.sources:
                self._readers.setdefault(source, []).append(view)
        # Several views may be refreshed at a time.
        self._lock = threading.RLock()
        self._tables: dict[tuple[Source, int, int], str] = {}
        # By the table of a view that was refreshed in this run: its last change.
        self._handed: dict[Source, str] = {}

    def hand_over(self, work: Work, view: CompiledView) -> None:
        """Keep the change that is about to be written, if a view of this run reads it."""
        if view.layout.source in self._readers:
            work.compute(view.handed, shared=True)
            assert view.handed.table is not None
            self._handed[view.layout.source] = view.handed.table

    def take_over(self, work: Work, view: CompiledView, source: Source) -> bool:
        """Bring the last change of a source into the view's own table, if it was handed over."""
        table = self._handed.get(source)
        if table is not None:
            work.compute(view.shared_events(source, table))
        return table is not None

    def read(self, work: Work, view: CompiledView, source: Source, start: int, end: int) -> None:
        """Bring the events of a source into the view's own table for them."""
        readers = self._readers.get(source, [])
        if len(readers) < 2:
            work.compute(view.events(source))
            return
        with self._lock:
            known = self._tables.get((source, start, end))
            if known is None:
                columns = [name for reader in readers for name in reader.columns_read(source)]
                statement = view.events(source, tuple(dict.fromkeys(columns)))
                work.compute(statement, shared=True)
                assert statement.table is not None
                self._tables[source, start, end] = statement.table
            else:
                work.compute(view.shared_events(source, known))

    def lose(self, engine: Engine, view: CompiledView) -> None:
        """A refresh was undone, and the tables that it made for others go with it."""
        own = {view.events(source).table for source in view.sources}
        with self._lock:
            lost = {key: table for key, table in self._tables.items() if table in own}
            for key in lost:
                del self._tables[key]
        handed = self._handed.pop(view.layout.source, None)
        with suppress(*engine.errors):
            engine.forget([*lost.values(), *([] if handed is None else [handed])])

    @property
    def tables(self) -> list[str]:
        """The temporary tables that outlive the refresh of one view."""
        return [*self._tables.values(), *self._handed.values()]
