"""How large tables are, from what DuckLake's catalogue says of their files."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.ducklake.state import TableMark
from duckstream.engines.protocol import Since, TableSize

if TYPE_CHECKING:
    from duckstream.engines.ducklake.engine import DuckLakeEngine


@dataclass
class _Counts:
    """Rows of a table: in files, ever written, and those that came with each snapshot."""

    kept: int = 0
    written: int = 0
    came: dict[int, int] = field(default_factory=dict)


@dataclass
class Sizes:
    """Of all tables, read when they are first asked for; by several lanes, but only once."""

    engine: DuckLakeEngine
    _counts: dict[int, _Counts] | None = None
    # Tables by name that were written to since.
    _written: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(
        self,
        wanted: Mapping[Source, Since | None],
        tables: Mapping[tuple[str, str], TableMark],
    ) -> dict[Source, TableSize]:
        counts = self._current(source.table for source in wanted)
        marks = {source: tables.get((source.schema, source.table)) for source in wanted}
        return {
            source: _size(counts.get(mark.number, _Counts()), wanted[source])
            for source, mark in marks.items()
            if mark is not None
        }

    def note_written(self, tables: Collection[str]) -> None:
        with self._lock:
            self._written.update(tables)

    def _current(self, tables: Iterable[str]) -> dict[int, _Counts]:
        with self._lock:
            if self._counts is None or not self._written.isdisjoint(tables):
                self._counts = _read_counts(self.engine)
                self._written.clear()
            return self._counts


def _read_counts(engine: DuckLakeEngine) -> dict[int, _Counts]:
    metadata = engine.metadata
    rows = engine.rows(
        f"""
        WITH counted AS (
            SELECT table_id, begin_snapshot AS since, record_count AS came,
                CASE WHEN end_snapshot IS NULL THEN record_count END AS kept, 0 AS written
            FROM {metadata}.ducklake_data_file
            UNION ALL
            SELECT d.table_id, NULL, 0, -d.delete_count, 0
            FROM {metadata}.ducklake_delete_file AS d
            JOIN {metadata}.ducklake_data_file AS f USING (data_file_id)
            WHERE d.end_snapshot IS NULL AND f.end_snapshot IS NULL
            UNION ALL
            SELECT table_id, NULL, 0, 0, record_count FROM {metadata}.ducklake_table_stats
        )
        SELECT table_id, since, SUM(kept), SUM(came), SUM(written) FROM counted GROUP BY ALL
        """
    )
    found: dict[int, _Counts] = {}
    for table, since, kept, came, written in rows:
        counts = found.setdefault(table, _Counts())
        counts.kept += int(kept or 0)
        counts.written += int(written or 0)
        if since is not None:
            counts.came[since] = int(came or 0)
    return found


def _size(counts: _Counts, since: Since | None) -> TableSize:
    """What went is known from what there was: a file of deletions tells only their sum.

    Rows that the catalogue keeps itself are few, and count only where there are no files.
    """
    rows = counts.kept or counts.written
    if since is None:
        return TableSize(rows)
    came = sum(number for snapshot, number in counts.came.items() if snapshot > since.version)
    went = 0 if since.rows is None else max(since.rows + came - rows, 0)
    return TableSize(rows, came + went)
