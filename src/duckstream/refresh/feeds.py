"""The changes of the sources: read once in a run, for all the views that need them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Work
from duckstream.refresh.journal import Costs, Journal
from duckstream.refresh.lanes import Locks

# With more rows than this, each view nets its own columns.
_MANY = 300_000


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
        # Several views may be refreshed at a time: who comes second waits for the first.
        self._locks = Locks[Source]()
        self._tables: dict[tuple[Source, int, int], str] = {}
        self._nets: dict[tuple[Source, int, int], str] = {}
        self._costs = Costs[tuple[Source, int, int]]()
        # By the table of a view that was refreshed in this run: its last change.
        self._handed: dict[Source, Handed] = {}
        self._handed_tables: set[str] = set()

    def hand_over(self, work: Work, view: CompiledView) -> None:
        """Keep the change that is about to be written, if a view of this run reads it."""
        if self.is_read(view):
            work.compute(view.handed, shared=True)
            assert view.handed.table is not None
            self._handed[view.layout.source] = Handed(view.handed.table)
            self._handed_tables.add(view.handed.table)

    def is_read(self, view: CompiledView) -> bool:
        """Does a view of this run read what the view stores?"""
        return view.layout.source in self._readers

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

    def read(
        self,
        work: Work,
        view: CompiledView,
        source: Source,
        start: int,
        end: int,
        journal: Journal,
    ) -> None:
        """Bring the events of a source into the view's own table for them."""
        if not self._is_shared(source):
            work.compute(view.events(source))
            return
        with self._locks.of(source):
            known = self._tables.get((source, start, end))
            if known is None:
                with self._for_all(journal, source, start, end):
                    self._read_for_all(work, view, source, start, end)
                return
            journal.bear(self._costs, (source, start, end))
            if known != view.events(source).table:
                work.compute(view.shared_events(source, known))

    def share(
        self,
        work: Work,
        view: CompiledView,
        source: Source,
        start: int,
        end: int,
        journal: Journal,
    ) -> bool:
        """Bring the change of a source into the view's own table, from the net of all views.

        False where that is not done: because no other view reads it, or there are so many
        rows that it takes less to net the columns of one view.
        """
        if not self._is_shared(source):
            return False
        with self._locks.of(source):
            net = self._nets.get((source, start, end))
            if net is not None:
                journal.bear(self._costs, (source, start, end))
            elif (source, start, end) in self._tables:
                return False
            else:
                with self._for_all(journal, source, start, end):
                    net = self._net_for_all(work, view, source, start, end)
        if net is not None:
            if work.keeps_apart(net, view.columns_read(source)):
                work.compute(view.narrowed_feed(source, net))
            else:
                work.compute(view.shared_feed(source, net))
        return net is not None

    def _net_for_all(
        self, work: Work, view: CompiledView, source: Source, start: int, end: int
    ) -> str | None:
        events = self._read_for_all(work, view, source, start, end)
        if work.count(events)[0] > _MANY:
            return None
        statement = view.net(source, self._columns(source))
        work.compute(statement, shared=True)
        assert statement.table is not None
        self._nets[source, start, end] = statement.table
        return statement.table

    def _for_all(
        self, journal: Journal, source: Source, start: int, end: int
    ) -> AbstractContextManager[None]:
        readers = len(self._readers[source])
        return journal.sharing(self._costs, (source, start, end), readers)

    def net(self, source: Source, start: int, end: int) -> str | None:
        """The table with the net change of a source between two versions, for all views."""
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

    def lose(self, view: CompiledView) -> None:
        """A refresh was undone, and the change that it was about to make is none."""
        self._handed.pop(view.layout.source, None)

    @property
    def tables(self) -> list[str]:
        """The temporary tables that outlive the refresh of one view."""
        return [*self._tables.values(), *self._nets.values(), *self._handed_tables]
