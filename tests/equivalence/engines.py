"""The engines that every scenario runs on: one entry each, everything they do differently.

A new engine joins by adding an entry to `ENGINES`; no scenario and no comparison changes.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import duckdb
import pytest
import sqlglot
from sqlglot import exp

import duckstream as ds
from tests.equivalence import spark

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Connection:
    """The engine without duckstream: what executes a compiled plan, and recomputes a query."""

    run: Callable[[str], None]
    rows: Callable[[str], list[Row]]
    keep: Callable[[str, str], None]
    """Keep the rows that a query has now under a name, in this connection only."""
    close: Callable[[], None]


@dataclass(frozen=True)
class Engine:
    name: str
    dialect: str
    marks: tuple[pytest.MarkDecorator, ...]
    ways: frozenset[str]
    """Of `recomputed`, `runtime` and `compiler`: how the tests keep views on this engine."""
    open: Callable[[Path], tuple[Any, Callable[[], None]]]
    """A duckstream lake in this folder, and what closes it."""
    fetch: Callable[[Any], list[Row]]
    """The rows of what `lake.sql` gave."""
    read: Callable[[Any, str], list[Row]]
    """The rows of a query over tables and views of a lake, read in the way that is fastest."""
    runs_ahead: bool
    """Do its scenarios share one process, in threads?"""
    verifies: bool
    """Is `verify()` asked after every cycle, too? It costs as much as the comparison itself."""
    connect: Callable[[Path], Connection]
    """A connection of the engine's own to a lake in this folder."""
    translate: Callable[[str], str]
    """A statement of a shared scenario in this engine's words."""
    transaction: Callable[[Sequence[str]], Sequence[str]]
    """The texts that run these statements, as one commit where the engine can."""
    as_text: Callable[[str], str]
    """This query with every value as text: how rows are shown, whatever their types."""
    comparison: Callable[[str, str], str]
    """A query that compares two as multisets: (extra, missing, expected, *values as text).

    Of this row the first query has so many copies too many, so many too few, and the second has so
    many. The counts of rows with equal values add up.
    """
    columns_of: Callable[[str], str]
    """A query for the (name, type, ...) of each column of this query, in order."""
    schema: Callable[[Connection], list[Row]]
    """The (table, column, type) of each column of each base table."""

    def quoted(self, name: str) -> str:
        return exp.to_identifier(name, quoted=True).sql(self.dialect)


def _open_ducklake(folder: Path) -> tuple[Any, Callable[[], None]]:
    lake = ds.open(f"ducklake:{folder / 'lake.ducklake'}")
    lake.sql("SET threads = 1")
    return lake, lake.close


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

    def keep(name: str, query: str) -> None:
        connection.execute(f'CREATE OR REPLACE TEMPORARY TABLE "{name}" AS\n{query}')

    return Connection(run, rows, keep, connection.close)


def _ducklake_transaction(statements: Sequence[str]) -> list[str]:
    if len(statements) == 1:
        return [*statements]
    return [";\n".join(["BEGIN", *statements, "COMMIT"])]


def _ducklake_comparison(stored: str, expected: str) -> str:
    values = "CAST(COLUMNS(*) AS VARCHAR)"
    stored, expected = f"SELECT * FROM ({stored}\n)", f"SELECT * FROM ({expected}\n)"
    return f"""
        SELECT 1, 0, 0, {values} FROM ({stored} EXCEPT ALL {expected})
        UNION ALL SELECT 0, 1, 0, {values} FROM ({expected} EXCEPT ALL {stored})
        UNION ALL SELECT 0, 0, 1, {values} FROM ({expected})"""


DUCKLAKE = Engine(
    name="ducklake",
    dialect="duckdb",
    marks=(),
    ways=frozenset({"recomputed", "runtime", "compiler"}),
    open=_open_ducklake,
    fetch=lambda relation: relation.fetchall(),
    read=lambda lake, query: lake.sql(query).fetchall(),
    runs_ahead=False,
    verifies=True,
    connect=_connect_ducklake,
    translate=lambda sql: sql,
    transaction=_ducklake_transaction,
    as_text=lambda query: f"SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ({query}\n)",
    comparison=_ducklake_comparison,
    columns_of=lambda query: (
        f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ({query}\n))"
    ),
    schema=lambda connection: connection.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = 'dl' AND schema_name = 'main' ORDER BY table_name, column_index"
    ),
)


_numbers = count(1)
# Of so many lakes one merges its changes, which takes three times as long.
MERGING = 12
_lakes = count(1)


def _delta_session() -> tuple[Any, Callable[[], None]]:
    """A session in a schema of its own in the shared catalogue, and what drops the schema."""
    session = spark.new_session()
    schema = f"scenario_{next(_numbers)}"
    session.sql(f"CREATE SCHEMA {schema}")
    session.sql(f"USE {schema}")
    return session, lambda: session.sql(f"DROP SCHEMA {schema} CASCADE")


def _open_delta(folder: Path) -> tuple[Any, Callable[[], None]]:
    """Lakes that write small tables anew, as all of the tests' are; some of them merge."""
    from duckstream.engines.delta.engine import DeltaEngine

    session, close = _delta_session()
    lake = ds.open(session)
    assert isinstance(lake.engine, DeltaEngine)
    if next(_lakes) % MERGING == 0:
        lake.engine.small_table = 0
    return lake, close


_readers: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()


def _read_delta(lake: Any, query: str) -> list[Row]:
    """By a session of its own with Delta Lake's newer reader, which needs no jobs to find files.

    What it gives does not depend on what duckstream has read before, nor on its session.
    """
    session = lake.engine.spark
    if spark.REMOTE not in os.environ and session not in _readers:
        _readers[session] = reader = session.newSession()
        reader.conf.set("spark.databricks.delta.v2.enableMode", "STRICT")
        reader.sql(f"USE {lake.engine.schema}")
    return DELTA.fetch(_readers.get(session, session).sql(query))


def _connect_delta(folder: Path) -> Connection:
    session, close = _delta_session()

    def run(sql: str) -> None:
        session.sql(sql)

    def rows(sql: str) -> list[Row]:
        return [tuple(row) for row in session.sql(sql).collect()]

    def keep(name: str, query: str) -> None:
        rows = session.sql(query)
        if len({column.lower() for column in rows.columns}) < len(rows.columns):
            raise ValueError(f"Spark makes no view with two columns of one name: {rows.columns}")
        rows.localCheckpoint().createOrReplaceTempView(name)

    return Connection(run, rows, keep, close)


def _to_spark(sql: str) -> str:
    statement = sqlglot.parse_one(sql, dialect="duckdb")
    columns = [column.name for column in statement.find_all(exp.ColumnDef)]
    text = statement.sql("spark")
    # Delta refuses some letters in the names of columns that are also the names in the files.
    if any(set(name) & set(" ,;{}()=\t\n") for name in columns):
        text += " TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    return text


def _delta_comparison(stored: str, expected: str) -> str:
    """One pass and one job; EXCEPT ALL both ways takes twice as long, and refuses maps."""
    return f"""
        SELECT greatest(kept - wanted, 0), greatest(wanted - kept, 0), wanted, {_SPARK_TEXT}
        FROM (
            SELECT row, count_if(is_kept) AS kept, count_if(NOT is_kept) AS wanted
            FROM (
                SELECT struct(*) AS row, TRUE AS is_kept FROM ({stored}\n)
                UNION ALL
                SELECT struct(*) AS row, FALSE AS is_kept FROM ({expected}\n)
            )
            GROUP BY row
        )"""


_SPARK_TEXT = "to_json(row, map('ignoreNullFields', 'false'))"


def _delta_schema(connection: Connection) -> list[Row]:
    return [
        (table, column, kind)
        for _, table, temporary in connection.rows("SHOW TABLES")
        if not temporary
        for column, kind, *_ in connection.rows(f"DESCRIBE TABLE {DELTA.quoted(table)}")
    ]


DELTA = Engine(
    name="delta",
    dialect="spark",
    marks=spark.MARKS,
    ways=frozenset({"recomputed", "runtime"}),
    open=_open_delta,
    fetch=lambda frame: [tuple(row) for row in frame.collect()],
    read=_read_delta,
    runs_ahead=True,
    verifies=False,
    connect=_connect_delta,
    translate=_to_spark,
    transaction=lambda statements: statements,
    as_text=lambda query: f"SELECT {_SPARK_TEXT} FROM (SELECT struct(*) AS row FROM ({query}\n))",
    comparison=_delta_comparison,
    columns_of=lambda query: f"DESCRIBE QUERY {query}",
    schema=_delta_schema,
)

ENGINES = {engine.name: engine for engine in [DUCKLAKE, DELTA]}
