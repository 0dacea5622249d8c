"""The engines that every scenario runs on: one entry each, everything they do differently.

A new engine joins by adding an entry to `ENGINES`; no scenario and no comparison changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

import duckdb

import duckstream as ds

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Connection:
    """The engine without duckstream: what executes a compiled plan, and recomputes a query."""

    run: Callable[[str], None]
    rows: Callable[[str], list[Row]]
    close: Callable[[], None]


@dataclass(frozen=True)
class Engine:
    name: str
    dialect: str
    open: Callable[[Path], Any]
    """A duckstream lake in this folder."""
    connect: Callable[[Path], Connection]
    """A connection of the engine's own to a lake in this folder."""
    transaction: Callable[[Sequence[str]], str]
    """These statements as one text that commits once."""
    as_text: Callable[[str], str]
    """This query with every value as text: how rows are shown, whatever their types."""
    columns_of: Callable[[str], str]
    """A query for the (name, type) of each column of this query, in order."""
    schema_query: str
    """A query for the (table, column, type) of each column of each base table."""

    def difference(self, left: str, right: str) -> str:
        """A query for the rows that `left` has more often than `right`."""
        return f"SELECT * FROM ({left}\n) EXCEPT ALL SELECT * FROM ({right}\n)"


def _open_ducklake(folder: Path) -> Any:
    return ds.open(f"ducklake:{folder / 'lake.ducklake'}")


def _connect_ducklake(folder: Path) -> Connection:
    extension = resources.files("duckdb_extension_ducklake").joinpath(
        "extensions", f"v{duckdb.__version__}", "ducklake.duckdb_extension"
    )
    connection = duckdb.connect()
    connection.execute(f"LOAD '{extension}'")
    connection.execute(f"ATTACH 'ducklake:{folder / 'lake.ducklake'}' AS dl")
    connection.execute("USE dl")

    def run(sql: str) -> None:
        connection.execute(sql)

    def rows(sql: str) -> list[Row]:
        return connection.execute(sql).fetchall()

    return Connection(run, rows, connection.close)


def _ducklake_transaction(statements: Sequence[str]) -> str:
    if len(statements) == 1:
        return statements[0]
    return ";\n".join(["BEGIN", *statements, "COMMIT"])


DUCKLAKE = Engine(
    name="ducklake",
    dialect="duckdb",
    open=_open_ducklake,
    connect=_connect_ducklake,
    transaction=_ducklake_transaction,
    as_text=lambda query: f"SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ({query}\n)",
    columns_of=lambda query: (
        f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ({query}\n))"
    ),
    schema_query=(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = 'dl' AND schema_name = 'main' ORDER BY table_name, column_index"
    ),
)

ENGINES = {engine.name: engine for engine in [DUCKLAKE]}
