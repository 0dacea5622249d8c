"""DuckDB over DuckLake, connected: runs statements and answers questions about the lake."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import duckdb
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import PlainView, TableColumn, Unreadable, read_type
from duckstream.engines.ducklake.bookkeeping import Bookkeeping
from duckstream.engines.ducklake.group import DuckLakeGroup
from duckstream.engines.ducklake.lanes import Lane, Lanes
from duckstream.engines.ducklake.plain_views import keep_plain_view, read_create_view
from duckstream.engines.ducklake.sizes import Sizes
from duckstream.engines.ducklake.spread import read_spread
from duckstream.engines.ducklake.state import DuckLakeState, Memory, look, read_tables
from duckstream.engines.ducklake.statements import INLINING, DuckLakeSQL, sets_inlining
from duckstream.engines.ducklake.work import DuckLakeWork
from duckstream.engines.protocol import (
    Cursor,
    Definition,
    LakeTable,
    Since,
    Stored,
    TableSize,
    ViewPlace,
    shown_name,
    table_of,
    version_name,
)
from duckstream.errors import InvalidSQLError, LakeError, Position
from duckstream.lower import quoted
from duckstream.plan import Naming
from duckstream.refresh.cost import Rates
from duckstream.refresh.record import timed
from duckstream.refresh.retry import try_again

if TYPE_CHECKING:
    import pandas

    from duckstream.compiler import CompiledView
    from duckstream.refresh.record import RefreshRecord

# What DuckDB, and the database that holds the catalogue, say when another commit came first.
_OF_CONFLICTS = ("conflict", "database is locked", "could not serialize", "deadlock detected")


class DuckLakeEngine:
    """One connection to one lake."""

    dialect = "duckdb"
    errors = (duckdb.Error,)
    # Much of a refresh is done on one core.
    lanes = 2
    rates = Rates(
        fixed=0.03,
        steps=0.004,
        scanned=0.2e-6,
        changed=1.2e-6,
        compared=0.3e-6,
        written=2e-6,
        rebuilt=0.5e-6,
    )

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        catalog: str,
        schema: str,
        *,
        owned: bool = False,
    ) -> None:
        """`owned` connections are closed with the lake."""
        self.connection = connection
        self._lanes = Lanes(connection)
        self._owned = owned
        self.catalog = catalog
        self.schema = schema
        attached = self.rows("SELECT type FROM duckdb_databases() WHERE database_name = ?", catalog)
        if not attached:
            raise LakeError(
                "NO_CATALOG",
                f"the connection has no catalogue {catalog!r}",
                f"ATTACH 'ducklake:<file>' AS {catalog}, or pass the name that it has",
            )
        if attached[0][0] != "ducklake":
            raise LakeError(
                "NOT_A_LAKE",
                f"{catalog!r} is a {attached[0][0]} catalogue, without snapshots and a change feed",
                "ATTACH 'ducklake:<file>'",
            )
        self.bookkeeping = Bookkeeping(self)
        self._memory: Memory | None = None
        self._sizes: Sizes | None = None
        self._writing = threading.RLock()
        self._threads = 1

    # A connection has temporary tables of its own.
    door = ""

    @property
    def compile_lanes(self) -> int:
        """The types of a query are there at once."""
        return 1

    @property
    def metadata(self) -> str:
        """The catalogue's own tables, as DuckLake attaches them."""
        return quoted(f"__ducklake_metadata_{self.catalog}", self.dialect)

    def sql(self, text: str) -> Any:
        """A query gives a relation to fetch from."""
        return self.connection.sql(text)

    def frame(self, sql: str) -> pandas.DataFrame:
        return self.connection.sql(sql).df()

    def close(self) -> None:
        if self._owned:
            self.connection.close()

    def tell(self, error: Exception) -> str:
        return str(error).split("\n")[0]

    def is_conflict(self, error: Exception) -> bool:
        return any(word in str(error).casefold() for word in _OF_CONFLICTS)

    def find_lost_history(self, error: Exception) -> str | None:
        """Snapshots that are gone are seen before anything is read."""
        return None

    def add_record(self, record: RefreshRecord) -> None:
        def add() -> None:
            with self.transaction():
                self.bookkeeping.add_records([record])

        try_again(add, on=self.errors, if_=self.is_conflict)

    def records(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        return self.bookkeeping.records(view, most)

    def past(self, view: str, stored: Source, most: int) -> Iterable[RefreshRecord]:
        return self.records(view, most)

    def show_records(self, name: str) -> None:
        self.bookkeeping.show_records(name)

    def execute(self, sql: str, *parameters: Any) -> None:
        self._lanes.current.execute(sql, parameters)

    def rows(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        return self._lanes.current.rows(sql, parameters)

    def value(self, sql: str, *parameters: Any) -> Any:
        found = self.rows(sql, *parameters)
        return found[0][0] if found else None

    def describe(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        """Names and types of the columns of a query, without running it."""
        return [
            (name, read_type(type, self.dialect, known=True))
            for name, type, *_ in self.rows(f"DESCRIBE {sql}")
        ]

    def describe_view(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        """The same for the user's own text, in the lake's schema; its mistakes become errors."""
        with self.current_schema():
            try:
                return self.describe(sql)
            except duckdb.Error as error:
                raise _user_error(sql, error) from error

    def find_table(self, parts: Sequence[str]) -> LakeTable | Unreadable | None:
        catalog, schema, name = self._place(parts)
        if catalog.casefold() != self.catalog.casefold():
            return Unreadable(
                "OTHER_CATALOG",
                f"it is not in the lake {self.catalog}, so its changes are not known",
                "copy the table into the lake",
            )
        found = self.rows(
            """
            SELECT schema_name, table_name, NULL AS create_view FROM duckdb_tables()
            WHERE database_name = $1 AND lower(schema_name) = $2 AND lower(table_name) = $3
            UNION ALL
            SELECT schema_name, view_name, sql FROM duckdb_views()
            WHERE database_name = $1 AND lower(schema_name) = $2 AND lower(view_name) = $3
            """,
            self.catalog,
            schema.lower(),
            name.lower(),
        )
        if not found:
            return None
        schema, name, create_view = found[0]
        columns = self.rows(
            """
            SELECT column_name, data_type FROM duckdb_columns()
            WHERE database_name = ? AND schema_name = ? AND table_name = ? ORDER BY column_index
            """,
            self.catalog,
            schema,
            name,
        )
        typed = (TableColumn(n, read_type(t, self.dialect, known=True)) for n, t in columns)
        plain = None
        if create_view is not None:
            names = [column for column, _ in columns]
            text = read_create_view(create_view, self.catalog, names)
            plain = PlainView(schema, name, text, home=(schema,))
        return LakeTable(self.catalog, schema, name, tuple(typed), plain)

    def _place(self, parts: Sequence[str]) -> tuple[str, str, str]:
        """`a.t` is the table t of the schema a if there is one, else of the catalogue a."""
        match list(parts):
            case [name]:
                return self.catalog, self.schema, name
            case [first, name]:
                schemas = self.rows(
                    "SELECT 1 FROM duckdb_schemas() "
                    "WHERE database_name = ? AND lower(schema_name) = ?",
                    self.catalog,
                    first.lower(),
                )
                if schemas:
                    return self.catalog, first, name
                return first, self.schema, name
            case [catalog, schema, name]:
                return catalog, schema, name
        return "", "", ".".join(parts)

    def table_names(self) -> list[str]:
        rows = self.rows(
            """
            SELECT table_name FROM duckdb_tables() WHERE database_name = $1 AND schema_name = $2
            UNION ALL
            SELECT view_name FROM duckdb_views() WHERE database_name = $1 AND schema_name = $2
            """,
            self.catalog,
            self.schema,
        )
        return [name for (name,) in rows]

    def snapshot(self) -> int:
        return self.value("SELECT id FROM ducklake_current_snapshot(?)", self.catalog)

    def last_commit(self) -> int:
        """The snapshot that this connection has made last."""
        return self.value("SELECT id FROM ducklake_last_committed_snapshot(?)", self.catalog)

    def count_differences(self, left: str, right: str) -> tuple[int, int, int]:
        with self.current_schema():
            rows, missing, extra = (
                self.value(f"SELECT COUNT(*) FROM ({query})")
                for query in (
                    left,
                    f"FROM ({right}) EXCEPT ALL FROM ({left})",
                    f"FROM ({left}) EXCEPT ALL FROM ({right})",
                )
            )
        return rows, missing, extra

    def show_differences(self, left: str, right: str, most: int) -> list[tuple[str | None, ...]]:
        with self.current_schema():
            return self.rows(
                f"SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "
                f"(FROM ({left}) EXCEPT ALL FROM ({right})) ORDER BY ALL LIMIT {most:d}"
            )

    def count_events(self, source: Source, start: int, end: int) -> int:
        place = (source.catalog, source.schema, source.table, start + 1, end)
        return sum(
            self.value(f"SELECT COUNT(*) FROM ducklake_table_{kind}(?, ?, ?, ?, ?)", *place)
            for kind in ("insertions", "deletions")
        )

    def count_rows(self, table: exp.Expr) -> int:
        return self.value(f"SELECT COUNT(*) FROM {table.sql(self.dialect)}")

    def sizes(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        tables = read_tables(self) if self._memory is None else self._memory.tables
        return (self._sizes or Sizes(self)).of(wanted, tables)

    @contextmanager
    def running(self) -> Generator[None]:
        """For the time of a run, in which nothing but our own commits changes sizes for us."""
        self._sizes = Sizes(self)
        self._threads = self.value("SELECT current_setting('threads')")
        try:
            with self._lanes.running():
                yield
        finally:
            self._sizes = None
            # (After a fatal error the connection takes no statements any more.)
            with suppress(duckdb.Error):
                self.share(1)

    def share(self, lanes: int) -> None:
        """To divide a small statement among threads takes longer than to run it: where each of them
        has a lane to itself, that is what it does. A DuckDB of the user's own stays as it is set.
        """
        if self._owned and lanes <= self._threads:
            threads = 1 if lanes == self._threads else self._threads
            self.execute(f"SET threads = {threads:d}")

    def lane(self) -> AbstractContextManager[Lane]:
        """A connection for the statements of this thread."""
        return self._lanes.lane()

    def work_table(self, table: str) -> str:
        """The name of a table that is there for the time of a run."""
        return self._lanes.place(table)

    def spread(self, source: Source, columns: Sequence[str]) -> float | None:
        return read_spread(self, source, columns)

    def definitions(self) -> dict[str, Definition]:
        return self.bookkeeping.definitions()

    def look(self) -> DuckLakeState:
        state = try_again(lambda: look(self, self._memory), on=self.errors, if_=self.is_conflict)
        self._memory = state.memory
        return state

    def store(self, definition: Definition, view: CompiledView, record: RefreshRecord) -> Stored:
        place, text = view.place, view.sql
        with self.transaction(keep_inlining=sets_inlining(view.layout)):
            self.bookkeeping.create()
            for statement in view.lake.create_cursors(place):
                self.execute(text(statement))
            self._remove(definition.name, place)
            for statement in view.create_table:
                self.execute(text(statement))
            shown = table_of(place.catalog, place.schema, definition.name)
            query = view.query.copy()
            for table in query.find_all(exp.Table):
                # The lake may be attached under another name tomorrow.
                table.set("catalog", None)
            self.execute(text(exp.Create(this=shown, kind="VIEW", expression=query)))
            # The content was computed from the tables as they are in this transaction.
            now, marks = self.snapshot(), read_tables(self)
            frontier = {
                source: Cursor(now, mark.identity)
                for source in view.sources
                if (mark := marks.get((source.schema, source.table))) is not None
            }
            self.bookkeeping.place_cursors({place.naming.mv_table(): frontier})
            self.bookkeeping.add(definition)
            ranges = {shown_name(source): (None, now) for source in frontier}
            rows = self.count_rows(place.table)
            written = replace(record, sources=ranges, rows_out=rows)
            self.bookkeeping.add_records([timed(written)])
        self._memory = None
        return Stored(self.last_commit(), rows)

    def choose_table(self, name: str) -> str:
        """Always the usual one: a table is replaced in the transaction that stores the view."""
        return ""

    def redefine(self, definition: Definition, place: ViewPlace) -> None:
        with self.transaction():
            self.bookkeeping.remove(definition.name)
            self.bookkeeping.add(definition)
        self._memory = None

    def remove(self, definition: Definition, place: ViewPlace) -> None:
        with self.transaction():
            self._remove(definition.name, place)
        self._memory = None

    def _remove(self, name: str, place: ViewPlace) -> None:
        view = table_of(place.catalog, place.schema, name)
        self.execute(f"DROP VIEW IF EXISTS {view.sql(self.dialect)}")
        self.execute(f"DROP TABLE IF EXISTS {place.table.sql(self.dialect)}")
        self.bookkeeping.forget_cursors(place.naming.mv_table())
        self.bookkeeping.remove(name)

    @contextmanager
    def refreshing(
        self,
        view: CompiledView,
        ranges: Mapping[Source, tuple[int, int]],
        base: Mapping[Source, Cursor],
    ) -> Generator[DuckLakeWork]:
        work = DuckLakeWork(self, view, base)
        versions = [
            f"SET VARIABLE {version_name(source, view.numbers[source], which)} = {version:d}"
            for source, versions in ranges.items()
            for which, version in zip(("from", "to"), versions, strict=True)
        ]
        with self.lane():
            try:
                if versions:
                    self.execute("; ".join(versions))
                yield work
                work.leave()
            except BaseException:
                work.leave(failed=True)
                raise

    def write_group(self) -> DuckLakeGroup:
        return DuckLakeGroup(self)

    def note_commit(self, frontiers: Mapping[str, Mapping[Source, Cursor]]) -> None:
        """One of our own has moved the cursors of views, by stored table."""
        if self._sizes is not None:
            self._sizes.note_written(frontiers)
        if self._memory is None:
            return
        for mv_table, frontier in frontiers.items():
            by_table = {(s.schema, s.table): cursor for s, cursor in frontier.items()}
            self._memory.cursors[mv_table] = by_table
        self._memory.own_commits += 1

    def forget(self, tables: Sequence[str]) -> None:
        self._lanes.drop(tables)

    def prepare(self) -> None:
        with self.transaction():
            self.bookkeeping.create()
            place = ViewPlace(self.catalog, self.schema, Naming())
            for statement in DuckLakeSQL().create_cursors(place):
                self.execute(statement.sql(self.dialect))

    def keep_plain_view(self, name: str, sql: str) -> None:
        keep_plain_view(self, name, sql)

    takes_frames = False

    def store_frame(self, name: str, frame: Any) -> int:
        raise LakeError(
            "NEEDS_SPARK", f"{name} is a DataFrame of Spark, which is not here", "use Spark"
        )

    @contextmanager
    def reading(self) -> Generator[None]:
        """One transaction for several looks at the lake: it is begun once and sees one state."""
        with self._lanes.current.lock:
            self.begin()
            try:
                yield
            finally:
                self.roll_back()

    @contextmanager
    def transaction(self, *, keep_inlining: bool = False) -> Generator[Callable[[], None]]:
        """All or nothing. A transaction of the user's own is not ours to commit.

        How small writes are kept may be set by the statements that write to views. With
        `keep_inlining` it is set back to the user's choice in the end, and whenever what this gives
        is called.

        One at a time: all of them write what duckstream keeps beside the views, and of two at the
        same time one would fail.
        """
        with self._writing, self._lanes.current.lock:
            self.begin()
            inlining = self.value("SELECT current_setting(?)", INLINING) if keep_inlining else None

            def restore() -> None:
                if inlining is not None:
                    self.execute(f"SET {INLINING} = {int(inlining):d}")

            try:
                yield restore
                self.execute("COMMIT")
            except BaseException:
                self.roll_back()
                raise
            finally:
                # After a fatal error the connection takes no statements any more.
                with suppress(duckdb.FatalException):
                    restore()

    def begin(self) -> None:
        try:
            self.execute("BEGIN")
        except duckdb.TransactionException as error:
            raise LakeError(
                "IN_TRANSACTION",
                "the connection is in a transaction already",
                "COMMIT or ROLLBACK it first",
            ) from error

    def roll_back(self) -> None:
        # A failed COMMIT has rolled back by itself.
        with suppress(duckdb.Error):
            self.execute("ROLLBACK")

    @contextmanager
    def current_schema(self) -> Generator[None]:
        """The lake's catalogue and schema as the current ones, and the user's again afterwards."""
        before = self.rows("SELECT current_catalog(), current_schema()")[0]
        self._use(self.catalog, self.schema)
        try:
            yield
        finally:
            self._use(*before)

    def _use(self, *names: str) -> None:
        self.execute(f"USE {'.'.join(quoted(name, self.dialect) for name in names)}")


def _user_error(sql: str, error: duckdb.Error) -> InvalidSQLError:
    """An error of the engine about the user's text, with its place in it."""
    message = str(error)
    kind, _, reason = message.split("\n\nLINE ")[0].partition(": ")
    codes = {"Binder Error": "TYPE", "Catalog Error": "UNKNOWN_NAME", "Parser Error": "SYNTAX"}
    told = reason.split("Candidate functions")[0]
    lines = [line.strip() for line in told.split("\n") if line.strip()]
    return InvalidSQLError(
        codes.get(kind, "ENGINE"),
        kind,
        lines[0] if lines else message,
        hint=lines[1] if len(lines) > 1 else "the engine itself refuses this text",
        position=_caret(message, sql),
        sql=sql,
    )


def _caret(message: str, sql: str) -> Position | None:
    """The place that DuckDB's `LINE 3: ...` with a caret below it points at."""
    found = re.search(r"LINE (\d+): (.*)\n( *)\^", message)
    if found is None:
        return None
    line, excerpt = int(found[1]), found[2]
    offset = len(found[3]) - len(f"LINE {line}: ")
    lines = sql.split("\n")
    # DESCRIBE stands before the text on its first line, and long lines are cut.
    if line > len(lines):
        return None
    cut = excerpt.startswith("...")
    core = excerpt.strip(".")
    shift = 3 if cut else 0
    place = lines[line - 1].find(core[: max(len(core), 1)]) if cut else None
    if place is not None and place >= 0:
        return Position(line, place + offset - shift + 1)
    prefix = len("DESCRIBE ") if line == 1 else 0
    return Position(line, max(offset - prefix, 0) + 1)
