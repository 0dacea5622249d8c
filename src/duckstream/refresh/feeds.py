"""The changes of the sources: read once in a run, for all the views that need them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine, Work

# With more rows than this, each view nets its own columns.
_MANY = 300_000


@dataclass(frozen=True)
class Net:
    """A table with the net change of a source between two versions, and who has made it."""

    table: str
    maker: CompiledView


@dataclass(frozen=True)
class Handed:
    """A table with the change that one commit has made to a view's stored table."""

    table: str
    commit: int | None = None


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
        self._nets: dict[tuple[Source, int, int], Net] = {}
        # By the table of a view that was refreshed in this run: its last change.
        self._handed: dict[Source, Handed] = {}

    def hand_over(self, work: Work, view: CompiledView) -> None:
        """Keep the change that is about to be written, if a view of this run reads it."""
        if view.layout.source in self._readers:
            work.compute(view.handed, shared=True)
            assert view.handed.table is not None
            self._handed[view.layout.source] = Handed(view.handed.table)

    def note_commit(self, view: CompiledView, commit: int | None) -> None:
        """What was handed over is committed."""
        handed = self._handed.get(view.layout.source)
        if handed is not None:
            self._handed[view.layout.source] = replace(handed, commit=commit)

    def take_over(self, work: Work, view: CompiledView, source: Source, version: int) -> bool:
        """Bring the change that led to this version of a source into the view's own table, if it
        was handed over.
        """
        handed = self._handed.get(source)
        if handed is None or handed.commit != version:
            return False
        work.compute(view.shared_events(source, handed.table))
        return True

    def read(self, work: Work, view: CompiledView, source: Source, start: int, end: int) -> None:
        """Bring the events of a source into the view's own table for them."""
        if not self._is_shared(source):
            work.compute(view.events(source))
            return
        with self._lock:
            known = self._tables.get((source, start, end))
            if known is None:
                self._read_for_all(work, view, source, start, end)
            elif known != view.events(source).table:
                work.compute(view.shared_events(source, known))

    def share(self, work: Work, view: CompiledView, source: Source, start: int, end: int) -> bool:
        """Bring the change of a source into the view's own table, from the net of all views.

        False where that is not done: because no other view reads it, the lake has no use for it, or
        there are so many rows that it takes less to net the columns of one view.
        """
        if not view.lake.shares_reads or not self._is_shared(source):
            return False
        with self._lock:
            net = self._nets.get((source, start, end))
            if net is None:
                if (source, start, end) in self._tables:
                    return False
                events = self._read_for_all(work, view, source, start, end)
                if work.count(events)[0] > _MANY:
                    return False
                statement = view.net(source, self._columns(source))
                work.compute(statement, shared=True)
                assert statement.table is not None
                net = Net(statement.table, view)
                self._nets[source, start, end] = net
        work.compute(view.shared_feed(source, net.table))
        return True

    def net(self, source: Source, start: int, end: int) -> Net | None:
        return self._nets.get((source, start, end))

    def _is_shared(self, source: Source) -> bool:
        return len(self._readers.get(source, [])) > 1

    def _columns(self, source: Source) -> tuple[str, ...]:
        """Those that any of the views reads."""
        read = (name for view in self._readers[source] for name in view.columns_read(source))
        return tuple(dict.fromkeys(read))

    def _read_for_all(
        self, work: Work, view: CompiledView, source: Source, start: int, end: int
    ) -> str:
        statement = view.events(source, self._columns(source))
        work.compute(statement, shared=True)
        assert statement.table is not None
        self._tables[source, start, end] = statement.table
        return statement.table

    def lose(self, engine: Engine, view: CompiledView) -> None:
        """A refresh was undone, and the tables that it made for others go with it."""
        own = {view.events(source).table for source in view.sources}
        with self._lock:
            lost = [key for key, table in self._tables.items() if table in own]
            tables = [self._tables.pop(key) for key in lost]
            made = [key for key, net in self._nets.items() if net.maker is view]
            tables += [self._nets.pop(key).table for key in made]
        handed = self._handed.pop(view.layout.source, None)
        with suppress(*engine.errors):
            engine.forget([*tables, *([] if handed is None else [handed.table])])

    @property
    def tables(self) -> list[str]:
        """The temporary tables that outlive the refresh of one view."""
        nets = (net.table for net in self._nets.values())
        handed = (each.table for each in self._handed.values())
        return [*self._tables.values(), *nets, *handed]
