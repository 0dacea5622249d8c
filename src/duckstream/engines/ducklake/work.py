"""One refresh of one view on DuckLake: computed in one transaction, written in another.

The second one is short. Where the catalogue is in SQLite, any commit of another process in the
course of a transaction makes it fail, so a long one would never come to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.protocol import Cursor, count_text, overtaken
from duckstream.refresh.retry import try_again
from duckstream.storage import Statement, Write

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.ducklake.engine import DuckLakeEngine
    from duckstream.refresh.record import RefreshRecord


class DuckLakeWork:
    """See `Work`."""

    def __init__(
        self, engine: DuckLakeEngine, view: CompiledView, base: Mapping[Source, Cursor]
    ) -> None:
        self._engine = engine
        self._view = view
        self._base = base
        # The temporary tables made on the way, and the frontier that was written.
        self.tables: list[str] = []
        self.frontier: dict[Source, Cursor] = {}
        self.commit: int | None = None

    def compute(self, statement: Statement, *, shared: bool = False) -> None:
        if statement.table is not None and not shared:
            self.tables.append(statement.table)
        self._engine.execute(statement.text(self._view.dialect))

    def count(self, table: str, *columns: str) -> tuple[int, ...]:
        return self._engine.rows(count_text(table, columns, self._engine.dialect))[0]

    def choose(self, write: Write, known: int) -> Sequence[Statement]:
        return write.merge if known else write.append

    def write(
        self,
        statements: Sequence[Statement],
        frontier: Mapping[Source, Cursor],
        record: RefreshRecord,
        before_commit: Callable[[], None],
    ) -> None:
        # What was computed stays, in temporary tables.
        self._engine.execute("COMMIT")

        def write() -> None:
            self._write(statements, frontier, record, before_commit)

        # (An overtaken refresh has to be computed again: it is not tried again here.)
        try_again(write, on=self._engine.errors, if_=self._engine.is_conflict)
        # (Not before: a COMMIT that fails does not bring back what it has dropped of these.)
        self._engine.forget(self.tables)
        self.frontier = dict(frontier)
        self.commit = self._engine.last_commit()

    def _write(
        self,
        statements: Sequence[Statement],
        frontier: Mapping[Source, Cursor],
        record: RefreshRecord,
        before_commit: Callable[[], None],
    ) -> None:
        with self._engine.transaction(self._view):
            for statement in statements:
                self._engine.execute(statement.text(self._view.dialect))
            mv_table = self._view.place.naming.mv_table()
            if not self._engine.bookkeeping.take_cursors(mv_table, self._base):
                raise overtaken(self._view)
            self._engine.bookkeeping.place_cursors(mv_table, frontier)
            self._engine.bookkeeping.add_record(record.timed())
            before_commit()
