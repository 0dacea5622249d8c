"""How large tables are, from what DuckLake's catalogue says of their files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.ducklake.state import TableMark
from duckstream.engines.protocol import Since, TableSize

if TYPE_CHECKING:
    from duckstream.engines.ducklake.engine import DuckLakeEngine


def read_sizes(
    engine: DuckLakeEngine,
    wanted: Mapping[Source, Since | None],
    tables: Mapping[tuple[str, str], TableMark],
) -> dict[Source, TableSize]:
    """Rows that the catalogue keeps itself are few, and count only where there are no files."""
    marks = {source: tables.get((source.schema, source.table)) for source in wanted}
    numbers = {source: mark.number for source, mark in marks.items() if mark is not None}
    if not numbers:
        return {}
    metadata, places = engine.metadata, ", ".join("(?, ?)" for _ in numbers)
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
        SELECT table_id, SUM(kept), SUM(came) FILTER (since > start), SUM(written)
        FROM counted JOIN (VALUES {places}) AS wanted (table_id, start) USING (table_id)
        GROUP BY table_id
        """,
        *(v for source, number in numbers.items() for v in (number, _start(wanted[source]))),
    )
    found = {number: counts for number, *counts in rows}
    return {
        source: _size(*(int(count or 0) for count in found.get(number, (0, 0, 0))), wanted[source])
        for source, number in numbers.items()
    }


def _start(since: Since | None) -> int | None:
    return None if since is None else since.version


def _size(kept: int, came: int, written: int, since: Since | None) -> TableSize:
    """What went is known from what there was: a file of deletions tells only their sum."""
    rows = kept or written
    before = None if since is None else since.rows
    went = 0 if before is None else max(before + came - rows, 0)
    return TableSize(rows, came + went)
