"""What a run has to know about the lake, read once: tables, cursors, and who wrote what when."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from duckstream.algebra import Source
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.refresh.frontier import Cursor


@dataclass(frozen=True)
class TableMark:
    """What tells whether a table is still the one it was: its own id, and its columns."""

    number: int
    identity: str


@dataclass
class LakeState:
    """The state of a lake at the beginning of a run, and the snapshots made during it."""

    engine: DuckLakeEngine
    pinned: int
    tables: dict[tuple[str, str], TableMark]
    # By view, then by schema and table: the catalogue is the lake's own, whatever its name today.
    cursors: dict[str, dict[tuple[str, str], Cursor]]
    _writes: dict[int, set[int]] = field(default_factory=dict)
    _rewrites: dict[int, set[int]] = field(default_factory=dict)
    _known: tuple[int, int] | None = None

    @classmethod
    def read(cls, engine: DuckLakeEngine, cursors_table: str) -> LakeState:
        cursors: dict[str, dict[tuple[str, str], Cursor]] = {}
        for view, schema, table, snapshot, identity in engine.rows(
            "SELECT mv_name, source_schema, source_table, last_snapshot, source_identity "
            f"FROM {cursors_table}"
        ):
            cursors.setdefault(view, {})[(schema, table)] = Cursor(snapshot, identity)
        return cls(engine, engine.snapshot(), read_tables(engine), cursors)

    def frontier(self, mv_table: str, sources: tuple[Source, ...]) -> dict[Source, Cursor]:
        """Where a view stands with each of its sources."""
        known = self.cursors.get(mv_table, {})
        found = {s: known.get((s.schema, s.table)) for s in sources}
        return {source: cursor for source, cursor in found.items() if cursor is not None}

    def identity(self, source: Source) -> str | None:
        mark = self.tables.get((source.schema, source.table))
        return None if mark is None else mark.identity

    def touched(self, source: Source, start: int, end: int) -> bool:
        """May any snapshot after `start` up to `end` have written to the table?"""
        mark = self.tables.get((source.schema, source.table))
        if mark is None or start >= end:
            return mark is None
        self._read_writes(start, end)
        return any(start < snapshot <= end for snapshot in self._writes.get(mark.number, ()))

    def rewritten(self, source: Source, start: int, end: int) -> bool:
        """Were files of the table rewritten? Then DuckLake's feed repeats deletions."""
        self._read_writes(start, end)
        number = self.tables[(source.schema, source.table)].number
        return any(start < snapshot <= end for snapshot in self._rewrites.get(number, ()))

    def is_kept(self, snapshot: int) -> bool:
        """Is the snapshot still there to travel to?"""
        metadata = self.engine.metadata
        sql = f"SELECT 1 FROM {metadata}.ducklake_snapshot WHERE snapshot_id = ?"
        return bool(self.engine.rows(sql, snapshot))

    def _read_writes(self, start: int, end: int) -> None:
        if self._known is not None and self._known[0] <= start and end <= self._known[1]:
            return
        first = start if self._known is None else min(start, self._known[0])
        self._known = (first, end)
        rows = self.engine.rows(
            "SELECT snapshot_id, changes_made "
            f"FROM {self.engine.metadata}.ducklake_snapshot_changes WHERE snapshot_id > ?",
            first,
        )
        for snapshot, changes in rows:
            # "inserted_into_table:1,inlined_delete:7": every number is the id of a table.
            for kind, number in re.findall(r"(\w+):(\d+)(?=,|$)", changes or ""):
                self._writes.setdefault(int(number), set()).add(snapshot)
                if kind.startswith("rewrite"):
                    self._rewrites.setdefault(int(number), set()).add(snapshot)


def read_tables(engine: DuckLakeEngine) -> dict[tuple[str, str], TableMark]:
    """The tables of the lake, straight from its own catalogue."""
    metadata = engine.metadata
    rows = engine.rows(
        f"""
        SELECT s.schema_name, t.table_name, t.table_id, CAST(t.table_uuid AS VARCHAR) || ': '
            || string_agg(c.column_name || ' ' || c.column_type, ', ' ORDER BY c.column_id)
        FROM {metadata}.ducklake_table AS t
        JOIN {metadata}.ducklake_schema AS s USING (schema_id)
        JOIN {metadata}.ducklake_column AS c USING (table_id)
        WHERE t.end_snapshot IS NULL AND s.end_snapshot IS NULL AND c.end_snapshot IS NULL
        GROUP BY s.schema_name, t.table_name, t.table_id, t.table_uuid
        """
    )
    return {
        (schema, table): TableMark(number, identity) for schema, table, number, identity in rows
    }
