"""One refresh of one view on DuckLake: computed in one transaction, written in another.

The second one is short. Where the catalogue is in SQLite, any commit of another process in the
course of a transaction makes it fail, so a long one would never come to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.ducklake.group import DuckLakeGroup, Writing
from duckstream.engines.protocol import Cursor, WriteGroup, count_calls
from duckstream.lower import quoted
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
        self.view = view
        self.base = base
        # The temporary tables made on the way; those of a refresh that is computed are dropped
        # when it is written.
        self.tables: list[str] = []
        self._rows: dict[str, int] = {}
        # Is everything read in one transaction? Was it handed over to be written?
        self._is_settled = self._is_written = False
        self.commit: int | None = None

    def compute(self, statement: Statement, *, shared: bool = False) -> None:
        """Into a table that all lanes see; a temporary one belongs to its connection."""
        assert statement.table is not None
        if not shared:
            self.tables.append(statement.table)
        table = self._engine.work_table(statement.table)
        query = statement.query_text(self.view.dialect)
        made = self._engine.rows(f"CREATE OR REPLACE TABLE {table} AS\n{query}")
        ((self._rows[statement.table],),) = made

    def keeps_apart(self, table: str, columns: Sequence[str]) -> bool:
        """Not known: to net a change once more takes next to nothing."""
        return False

    def settle(self) -> None:
        self._engine.begin()
        self._is_settled = True

    def leave(self, *, failed: bool = False) -> None:
        """What was computed stays until it is written, and goes if it is not going to be."""
        if self._is_settled:
            self._engine.roll_back()
        if failed or not self._is_written:
            self._engine.forget(self.tables)

    def count(self, table: str, *columns: str) -> tuple[int, ...]:
        known = self._rows.get(table)
        if known is not None and not columns:
            return (known,)
        dialect = self._engine.dialect
        calls = ", ".join(count_calls(columns, dialect))
        return self._engine.rows(f"SELECT {calls} FROM {quoted(table, dialect)}")[0]

    def choose(self, write: Write, known: int) -> Sequence[Statement]:
        """To remove many rows takes longer than to write all of them."""
        if write.anew and known:
            (rows,) = self.count(self.view.place.naming.temp_table("fresh"))
            if known > rows / 2:
                return write.anew
        return write.merge if known else write.append

    def write(
        self,
        statements: Sequence[Statement],
        frontier: Mapping[Source, Cursor],
        record: RefreshRecord,
        before_commit: Callable[[], None],
        group: WriteGroup | None = None,
    ) -> None:
        self._engine.execute("COMMIT")
        self._is_settled, self._is_written = False, True
        assert group is None or isinstance(group, DuckLakeGroup)
        own = DuckLakeGroup(self._engine) if group is None else group
        own.add(Writing(self, statements, frontier, record, before_commit))
        if group is None:
            own.commit()
