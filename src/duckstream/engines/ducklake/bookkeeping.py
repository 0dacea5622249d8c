"""What duckstream keeps in a lake beside the views: definitions, cursors and records."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

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

    def take_cursors(self, mv_table: str, base: Mapping[Source, Cursor]) -> bool:
        """Remove the cursors of a view if they are where they are said to be.

        Two refreshes of one view that run at the same time conflict here. (An UPDATE would take
        DuckLake longer than to delete and to insert.)
        """
        places = " OR ".join(
            "(source_schema, source_table, last_snapshot) = (?, ?, ?)" for _ in base
        )
        values = [v for s, c in base.items() for v in (s.schema, s.table, c.version)]
        taken = self._engine.value(
            f"DELETE FROM {self._cursors} WHERE mv_name = ? AND ({places or 'FALSE'})",
            mv_table,
            *values,
        )
        return taken == len(base)

    def place_cursors(self, mv_table: str, frontier: Mapping[Source, Cursor]) -> None:
        """Put the cursors where the view stands now."""
        if not frontier:
            return
        columns = ", ".join((*CURSOR_COLUMNS, "last_snapshot", "source_identity"))
        rows = ", ".join("(?, ?, ?, ?, ?, ?)" for _ in frontier)
        values = [
            value
            for s, cursor in frontier.items()
            for value in (mv_table, s.catalog, s.schema, s.table, cursor.version, cursor.identity)
        ]
        self._engine.execute(f"INSERT INTO {self._cursors} ({columns}) VALUES {rows}", *values)

    def forget_cursors(self, mv_table: str) -> None:
        self._engine.execute(f"DELETE FROM {self._cursors} WHERE mv_name = ?", mv_table)

    def add_record(self, record: RefreshRecord) -> None:
        values = as_columns(record)
        places = ", ".join("?" for _ in COLUMNS)
        row = [values[name] for name in COLUMNS]
        self._engine.execute(f"INSERT INTO {self._records} VALUES ({places})", *row)

    def records(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        """Newest first. A table remembers of each row which snapshot wrote it."""
        condition = "" if view is None else "WHERE view = $view"
        limit = "" if most is None else f"LIMIT {most:d}"
        try:
            rows = self._engine.connection.execute(
                f"SELECT snapshot_id, * FROM {self._records} {condition} "
                f"ORDER BY started DESC, snapshot_id DESC {limit}",
                None if view is None else {"view": view},
            ).fetchall()
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
