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


def write_frontier(
    engine: DuckLakeEngine, view: CompiledView, frontier: dict[Source, Cursor]
) -> None:
    """Put the cursors where the view stands now. Two refreshes of one view conflict here."""
    table, mv_table = view.place.cursors.sql(engine.dialect), view.place.naming.mv_table()
    forget_frontier(engine, table, mv_table)
    if not frontier:
        return
    columns = ", ".join((*CURSOR_COLUMNS, "last_snapshot", "source_identity"))
    rows = ", ".join("(?, ?, ?, ?, ?, ?)" for _ in frontier)
    values = [
        value
        for source, cursor in frontier.items()
        for value in (
            mv_table,
            source.catalog,
            source.schema,
            source.table,
            cursor.snapshot,
            cursor.identity,
        )
    ]
    engine.execute(f"INSERT INTO {table} ({columns}) VALUES {rows}", *values)


def forget_frontier(engine: DuckLakeEngine, cursors: str, mv_table: str) -> None:
    engine.execute(f"DELETE FROM {cursors} WHERE mv_name = ?", mv_table)
