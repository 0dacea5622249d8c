"""What duckstream keeps in a lake beside the views: definitions, cursors and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import duckdb

from duckstream.algebra import Source
from duckstream.engines.ducklake.statements import CURSOR_COLUMNS
from duckstream.engines.plain_views import read_plain_views, write_plain_views
from duckstream.engines.protocol import Cursor, Definition, table_of
from duckstream.lower import quoted
from duckstream.plan import PREFIX, Naming
from duckstream.refresh.record import COLUMNS, RefreshRecord, as_columns, from_columns

if TYPE_CHECKING:
    from duckstream.engines.ducklake.engine import DuckLakeEngine

VIEWS_TABLE = f"{PREFIX}views"
CURSORS_TABLE = Naming().cursors_table()
RECORDS_TABLE = f"{PREFIX}records"

# By view, then by schema and table: the catalogue is the lake's own, whatever its name today.
Cursors = dict[str, dict[tuple[str, str], Cursor]]


class Bookkeeping:
    """Reads and writes the tables of definitions, cursors and records."""

    def __init__(self, engine: DuckLakeEngine) -> None:
        self._engine = engine
        self._views, self._cursors, self._records = (
            table_of(engine.catalog, engine.schema, name).sql(engine.dialect)
            for name in (VIEWS_TABLE, CURSORS_TABLE, RECORDS_TABLE)
        )

    def create(self) -> None:
        self._engine.execute(
            f"CREATE TABLE IF NOT EXISTS {self._views} "
            "(name VARCHAR, sql VARCHAR, policy VARCHAR, plain_views VARCHAR)"
        )
        # Lakes from before plain views were read through.
        self._engine.execute(
            f"ALTER TABLE {self._views} ADD COLUMN IF NOT EXISTS plain_views VARCHAR"
        )
        columns = ", ".join(f"{quoted(name, 'duckdb')} {type}" for name, type in COLUMNS.items())
        self._engine.execute(f"CREATE TABLE IF NOT EXISTS {self._records} ({columns})")

    def definitions(self) -> dict[str, Definition]:
        """All views, by name."""
        try:
            rows = self._engine.rows(f"SELECT * FROM {self._views} ORDER BY name")
        except duckdb.CatalogException:
            return {}  # no view was ever created here
        return {
            name: Definition(name, sql, policy, read_plain_views(*plain_views))
            for name, sql, policy, *plain_views in rows
        }

    def add(self, definition: Definition) -> None:
        plain_views = write_plain_views(definition.plain_views)
        values = (definition.name, definition.sql, definition.policy, plain_views)
        self._engine.execute(f"INSERT INTO {self._views} VALUES (?, ?, ?, ?)", *values)

    def remove(self, name: str) -> None:
        self._engine.execute(f"DELETE FROM {self._views} WHERE name = ?", name)

    def cursors(self) -> Cursors:
        cursors: Cursors = {}
        for view, schema, table, version, identity in self._engine.rows(
            "SELECT mv_name, source_schema, source_table, last_snapshot, source_identity "
            f"FROM {self._cursors}"
        ):
            cursors.setdefault(view, {})[(schema, table)] = Cursor(version, identity)
        return cursors

    def take_cursors(self, base: Mapping[str, Mapping[Source, Cursor]]) -> bool:
        """Remove the cursors of views if they are where they are said to be, by stored table.

        Two refreshes of one view that run at the same time conflict here. (An UPDATE would take
        DuckLake longer than to delete and to insert.)
        """
        rows = [
            (mv_table, source.schema, source.table, cursor.version)
            for mv_table, cursors in base.items()
            for source, cursor in cursors.items()
        ]
        if not rows:
            return True
        places = ", ".join("(?, ?, ?, ?)" for _ in rows)
        taken = self._engine.value(
            f"DELETE FROM {self._cursors} "
            f"WHERE (mv_name, source_schema, source_table, last_snapshot) IN ({places})",
            *(value for row in rows for value in row),
        )
        return taken == len(rows)

    def place_cursors(self, frontiers: Mapping[str, Mapping[Source, Cursor]]) -> None:
        """Put the cursors where the views stand now."""
        rows = [
            (mv_table, s.catalog, s.schema, s.table, cursor.version, cursor.identity)
            for mv_table, frontier in frontiers.items()
            for s, cursor in frontier.items()
        ]
        columns = ", ".join((*CURSOR_COLUMNS, "last_snapshot", "source_identity"))
        self._insert(f"{self._cursors} ({columns})", rows)

    def forget_cursors(self, mv_table: str) -> None:
        self._engine.execute(f"DELETE FROM {self._cursors} WHERE mv_name = ?", mv_table)

    def add_records(self, records: Sequence[RefreshRecord]) -> None:
        rows = [as_columns(record) for record in records]
        self._insert(self._records, [tuple(row[name] for name in COLUMNS) for row in rows])

    def _insert(self, target: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            places = ", ".join(f"({', '.join('?' for _ in row)})" for row in rows)
            values = (value for row in rows for value in row)
            self._engine.execute(f"INSERT INTO {target} VALUES {places}", *values)

    def records(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        """Newest first. A table remembers of each row which snapshot wrote it."""
        condition, values = ("", []) if view is None else ("WHERE view = ?", [view])
        limit = "" if most is None else f"LIMIT {most:d}"
        try:
            rows = self._engine.rows(
                f"SELECT snapshot_id, * FROM {self._records} {condition} "
                f"ORDER BY started DESC, snapshot_id DESC {limit}",
                *values,
            )
        except duckdb.CatalogException:
            return []  # no view was ever created here
        names = ("commit", *COLUMNS)
        return [from_columns(dict(zip(names, row, strict=True))) for row in rows]

    def show_records(self, name: str) -> None:
        """Under a name for SQL. (A lake without views has no records to show.)"""
        with suppress(duckdb.CatalogException):
            self._engine.execute(
                f"CREATE OR REPLACE TEMPORARY VIEW {quoted(name, 'duckdb')} AS "
                f"SELECT * REPLACE (CAST(started AS TIMESTAMPTZ) AS started), "
                f'snapshot_id AS "commit" FROM {self._records}'
            )
