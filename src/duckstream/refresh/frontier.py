"""The frontier of a view: for each source, up to which snapshot it has been read."""

from __future__ import annotations

from dataclasses import dataclass

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.ducklake.statements import CURSOR_COLUMNS


@dataclass(frozen=True)
class Cursor:
    """Where a view stands with one source, and which table that source was then."""

    snapshot: int
    identity: str | None


def read_frontier(engine: DuckLakeEngine, view: CompiledView) -> dict[Source, Cursor]:
    cursors = view.place.cursors.sql(engine.dialect)
    rows = engine.rows(
        f"SELECT source_catalog, source_schema, source_table, last_snapshot, source_identity "
        f"FROM {cursors} WHERE mv_name = ?",
        view.place.naming.mv_table(),
    )
    found = {(c, s, t): Cursor(snapshot, identity) for c, s, t, snapshot, identity in rows}
    frontier = {}
    for source in view.sources:
        cursor = found.get((source.catalog, source.schema, source.table))
        if cursor is not None:
            frontier[source] = cursor
    return frontier


def write_frontier(
    engine: DuckLakeEngine, view: CompiledView, frontier: dict[Source, Cursor]
) -> None:
    """Move the cursors that stand elsewhere. Two refreshes of one view at once conflict here."""
    table = view.place.cursors.sql(engine.dialect)
    matches = " AND ".join(f"{name} = ?" for name in CURSOR_COLUMNS)
    for source, cursor in frontier.items():
        engine.execute(
            f"UPDATE {table} SET last_snapshot = ?, source_identity = ? WHERE {matches}",
            cursor.snapshot,
            cursor.identity,
            view.place.naming.mv_table(),
            source.catalog,
            source.schema,
            source.table,
        )


def forget_frontier(engine: DuckLakeEngine, cursors: str, mv_table: str) -> None:
    engine.execute(f"DELETE FROM {cursors} WHERE mv_name = ?", mv_table)
