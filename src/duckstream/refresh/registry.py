"""The definitions of the views, kept in the lake itself."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.protocol import table_of

POLICIES = ("auto", "incremental", "strict", "full")


@dataclass(frozen=True)
class Definition:
    name: str
    sql: str
    policy: str


class Registry:
    """Reads and writes the table `_ivm_views`."""

    table_name = "_ivm_views"

    def __init__(self, engine: DuckLakeEngine) -> None:
        self._engine = engine
        self._table = table_of(engine.catalog, engine.schema, self.table_name).sql("duckdb")

    def create(self) -> None:
        self._engine.execute(
            f"CREATE TABLE IF NOT EXISTS {self._table} (name VARCHAR, sql VARCHAR, policy VARCHAR)"
        )

    def definitions(self) -> dict[str, Definition]:
        """All views, by name."""
        try:
            rows = self._engine.rows(f"SELECT name, sql, policy FROM {self._table} ORDER BY name")
        except duckdb.CatalogException:
            return {}  # no view was ever created here
        return {name: Definition(name, sql, policy) for name, sql, policy in rows}

    def add(self, definition: Definition) -> None:
        self._engine.execute(
            f"INSERT INTO {self._table} VALUES (?, ?, ?)",
            definition.name,
            definition.sql,
            definition.policy,
        )

    def remove(self, name: str) -> None:
        self._engine.execute(f"DELETE FROM {self._table} WHERE name = ?", name)
