"""What refreshes have computed, written together: rows, cursors and records of several views.

A commit takes DuckLake as long as a small refresh does, and to move the cursors of many views takes
it no longer than those of one. Everything was computed before, into temporary tables, so that the
transaction is short, and reads nothing that it writes: time travel would see its own writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from duckstream.algebra import Source
from duckstream.engines.ducklake.statements import sets_inlining
from duckstream.engines.protocol import Cursor, overtaken
from duckstream.refresh.retry import try_again
from duckstream.storage import Statement

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.ducklake.engine import DuckLakeEngine
    from duckstream.engines.ducklake.work import DuckLakeWork
    from duckstream.refresh.record import RefreshRecord

Frontier: TypeAlias = Mapping[Source, Cursor]


@dataclass(frozen=True)
class Writing:
    """What one refresh has to write, and what is called before the commit."""

    work: DuckLakeWork
    statements: Sequence[Statement]
    frontier: Mapping[Source, Cursor]
    record: RefreshRecord
    before_commit: Callable[[], None]

    @property
    def mv_table(self) -> str:
        return self.work.view.place.naming.mv_table()


class DuckLakeGroup:
    """See `WriteGroup`."""

    def __init__(self, engine: DuckLakeEngine) -> None:
        self._engine = engine
        self._writings: list[Writing] = []
        # Of views that nothing is written to, by stored table: from where to where they go.
        self._moves: dict[str, tuple[Frontier, Frontier]] = {}

    def add(self, writing: Writing) -> None:
        self._writings.append(writing)

    def advance(self, view: CompiledView, base: Frontier, frontier: Frontier) -> None:
        self._moves[view.place.naming.mv_table()] = (base, frontier)

    def commit(self) -> None:
        # (An overtaken refresh has to be computed again: it is not tried again here.)
        with self._engine.lane():
            try_again(self._write, on=self._engine.errors, if_=self._engine.is_conflict)
            commit = self._engine.last_commit()
        for writing in self._writings:
            writing.work.commit = commit
        self._engine.note_commit(self._frontiers)
        # (Not before: a COMMIT that fails does not bring back what it has dropped of these.)
        self.abandon()

    def abandon(self) -> None:
        """(After a commit there is nothing left to be dropped.)"""
        tables = [table for each in self._writings for table in each.work.tables]
        self._writings = []
        self._engine.forget(tables)

    @property
    def _frontiers(self) -> dict[str, Frontier]:
        """Where all views stand afterwards, by stored table."""
        moved = {table: end for table, (_, end) in self._moves.items()}
        return moved | {each.mv_table: each.frontier for each in self._writings}

    def _write(self) -> None:
        start, books = time.perf_counter(), self._engine.bookkeeping
        setting = any(sets_inlining(each.work.view.layout) for each in self._writings)
        with self._engine.transaction(keep_inlining=setting) as restore:
            for writing in self._writings:
                for statement in writing.statements:
                    self._engine.execute(statement.text(writing.work.view.dialect))
                if sets_inlining(writing.work.view.layout):
                    restore()
            base = {table: start for table, (start, _) in self._moves.items()}
            base |= {each.mv_table: each.work.base for each in self._writings}
            if not books.take_cursors(base):
                raise overtaken(self._writings[0].work.view)
            books.place_cursors(self._frontiers)
            share = (time.perf_counter() - start) / len(self._writings)
            records = [each.record for each in self._writings]
            books.add_records([replace(r, seconds=r.seconds + share) for r in records])
            for writing in self._writings:
                writing.before_commit()
