"""Spark over Delta Lake, connected: runs statements and answers questions about the tables.

Plain SQL and the DataFrame calls that Spark Connect has too.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import PlainView, TableColumn, Unreadable, read_type
from duckstream.engines.delta.commits import Commit, Commits
from duckstream.engines.delta.errors import (
    condition_of,
    expecting_errors,
    find_lost_history,
    first_line,
    is_conflict,
    user_error,
)
from duckstream.engines.delta.frames import store_frame
from duckstream.engines.delta.named_frames import NamedFrames
from duckstream.engines.delta.plain_views import keep_plain_view, read_described_view
from duckstream.engines.delta.reader import Reader
from duckstream.engines.delta.records import Records
from duckstream.engines.delta.sizes import Sizes
from duckstream.engines.delta.snapshots import Snapshots
from duckstream.engines.delta.state import DeltaState
from duckstream.engines.delta.statements import CHANGE_FEED, STORED, create_delta
from duckstream.engines.delta.versions import Versions, fill_in
from duckstream.engines.delta.work import DeltaWork
from duckstream.engines.plain_views import read_plain_views, write_plain_views
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
)
from duckstream.errors import InvalidSQLError, LakeError
from duckstream.lower import quoted
from duckstream.refresh.cost import Rates

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import DataFrame, SparkSession

    from duckstream.compiler import CompiledView
    from duckstream.refresh.record import RefreshRecord

_DEFINITION = {"name": "duckstream.name", "sql": "duckstream.sql", "policy": "duckstream.policy"}
_PLAIN_VIEWS = "duckstream.plain_views"
# The SQL view names its table: of two, one is being stored beside the other.
_TABLE = "duckstream.table"
# A stored table that nobody reads after this time was left behind.
_ABANDONED = timedelta(hours=1)
# How many views are refreshed at a time. They share the cores of the driver: more bring no more.
_LANES = 3
# How often something is asked for again that others have just changed.
_ATTEMPTS = 10


class DeltaEngine:
    """One Spark session, and the schema in it that holds the views."""

    dialect = "spark"
    errors = (PySparkException, Py4JError)
    # So many bytes are written anew faster than some of them are changed, and are kept in memory.
    small_table = 4_000_000
    rates = Rates(
        fixed=0.25,
        steps=0.05,
        scanned=0.08e-6,
        changed=2e-6,
        compared=0.3e-6,
        written=2e-6,
        rebuilt=1e-6,
    )

    def __init__(
        self,
        spark: SparkSession,
        catalog: str | None,
        schema: str | None,
        *,
        close: Callable[[], None] | None = None,
    ) -> None:
        """`close` ends a session that is ours."""
        self.spark = spark
        self._close = close
        self.catalog = catalog or spark.catalog.currentCatalog()
        self.schema = schema or spark.catalog.currentDatabase()
        # Two lakes of one session see the same temporary views, and may be refreshed at once.
        self.door = f"{uuid.uuid4().hex[:8]}_"
        self.versions = Versions(self)
        self.frames = NamedFrames(spark, is_classic=self.versions.is_classic)
        self.reader = Reader(self)
        self.snapshots = Snapshots(self)
        self.commits = Commits(self)
        self._records = Records(self)
        self._sizes = Sizes(self)

    @property
    def lanes(self) -> int:
        """Through Spark Connect one: there a frame is looked up by its name whenever it is read,
        and goes if the view fails that made it for others.
        """
        return _LANES if self.versions.is_classic else 1

    @property
    def compile_lanes(self) -> int:
        return self.lanes

    def sql(self, text: str) -> DataFrame:
        """Every statement gives a DataFrame."""
        return self.spark.sql(text)

    def frame(self, sql: str) -> pandas.DataFrame:
        return self.spark.sql(sql).toPandas()

    def close(self) -> None:
        if self._close is not None:
            self._close()

    def tell(self, error: Exception) -> str:
        return first_line(error)

    def is_conflict(self, error: Exception) -> bool:
        return is_conflict(error)

    def find_lost_history(self, error: Exception) -> str | None:
        return find_lost_history(error)

    def add_record(self, record: RefreshRecord) -> None:
        self._records.add([record])

    def records(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        return self._records.read(view, most)

    def past(self, view: str, stored: Source, most: int) -> Iterable[RefreshRecord]:
        return (commit.record for commit in self.commits.past(stored, most))

    def show_records(self, name: str) -> None:
        self._records.show(name)

    def execute(self, sql: str) -> None:
        self.spark.sql(sql)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.spark.sql(sql).collect()]

    def count_rows(self, table: exp.Expr) -> int:
        """The statistics of its files tell, with few files without a job."""
        if isinstance(table, exp.Table):
            told = self.versions.count_rows(Source(table.catalog, table.db, table.name))
            if told is not None:
                return told
        return self.rows(f"SELECT COUNT(*) FROM {table.sql(self.dialect)}")[0][0]

    def count_differences(self, left: str, right: str) -> tuple[int, int, int]:
        """Each is read once; EXCEPT ALL both ways would read them several times."""
        with self.current_schema():
            columns = [f"c{n}" for n, _ in enumerate(self.spark.sql(left).columns)]
            listed = ", ".join(columns)
            rows, missing, extra = self.rows(f"""
                SELECT
                    COALESCE(SUM(had), 0),
                    COALESCE(SUM(GREATEST(wanted - had, 0)), 0),
                    COALESCE(SUM(GREATEST(had - wanted, 0)), 0)
                FROM (
                    SELECT COUNT_IF(is_left) AS had, COUNT_IF(NOT is_left) AS wanted
                    FROM (
                        SELECT *, TRUE FROM (\n{left}\n)
                        UNION ALL SELECT *, FALSE FROM (\n{right}\n)
                    ) AS both({listed}, is_left)
                    GROUP BY {listed}
                )""")[0]
        return rows, missing, extra

    def show_differences(self, left: str, right: str, most: int) -> list[tuple[str | None, ...]]:
        with self.current_schema():
            differing = self.spark.sql(f"({left}) EXCEPT ALL ({right})")
            texts = differing.select([differing[name].cast("string") for name in differing.columns])
            return [tuple(row) for row in texts.orderBy(*texts.columns).limit(most).collect()]

    def count_events(self, source: Source, start: int, end: int) -> int:
        name = table_of(source.catalog, source.schema, source.table).sql(self.dialect)
        return self.rows(f"SELECT COUNT(*) FROM table_changes('{name}', {start + 1}, {end})")[0][0]

    def spread(self, source: Source, columns: Sequence[str]) -> float | None:
        """Not known: the log of a table tells the ranges of its files only."""
        return None

    def sizes(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        return self._sizes.read(wanted)

    def describe(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        return [
            (name, read_type(type, self.dialect, known=True))
            for name, type in self.spark.sql(sql).dtypes
        ]

    def describe_view(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        with self.current_schema():
            try:
                described = self.describe(sql)
            except PySparkException as error:
                raise user_error(sql, error) from error
        names = [name.casefold() for name, _ in described]
        for name, _ in described:
            if names.count(name.casefold()) > 1:
                raise InvalidSQLError(
                    "DUPLICATE_COLUMN",
                    f"column {name}",
                    "two columns of a view cannot have the same name",
                    hint="give one of them another name with AS",
                    sql=sql,
                )
        return described

    def find_table(self, parts: Sequence[str]) -> LakeTable | Unreadable | None:
        names = [self.catalog, self.schema][: 3 - len(parts)] + list(parts)
        if len(names) != 3:
            return None
        catalog, schema, name = names
        if len(parts) == 1 and self._is_temporary(name):
            return Unreadable(
                "TEMPORARY_VIEW",
                "it is a temporary view, whose changes are not known",
                "write it to a Delta table, or put its SELECT into a WITH clause",
            )
        table = table_of(catalog, schema, name).sql(self.dialect)
        try:
            with expecting_errors():
                if not self.spark.catalog.tableExists(table):
                    return None
                described = self.rows(f"DESCRIBE TABLE EXTENDED {table}")
        except PySparkException:
            return None
        detail = {key: value for key, value, *_ in described}
        if detail.get("Type") == "VIEW":
            plain = self._read_view(catalog, schema, name, described)
            return LakeTable(catalog, schema, name, (), plain)
        try:
            columns = self.spark.table(table).dtypes
        except PySparkException:
            return None
        refused = self._refuse_source(table, detail)
        if refused is not None:
            return refused
        typed = (TableColumn(n, read_type(t, self.dialect, known=True)) for n, t in columns)
        return LakeTable(catalog, schema, name, tuple(typed))

    def _read_view(
        self, catalog: str, schema: str, name: str, described: list[tuple[Any, ...]]
    ) -> PlainView | Unreadable:
        """A view, as it is described: first its columns, an empty row, then what else there is."""
        if catalog.casefold() != self.catalog.casefold():
            return Unreadable(
                "OTHER_CATALOG",
                f"it is a view outside of the catalogue {self.catalog}",
                "create the view in the catalogue of the lake",
            )
        columns = [column for column, *_ in takewhile(lambda row: row[0], described)]
        detail = {key: value for key, value, *_ in described[len(columns) :]}
        return read_described_view(schema, name, columns, detail)

    def _is_temporary(self, name: str) -> bool:
        folded = name.casefold()
        return any(temporary and table == folded for _, table, temporary in self._listed())

    def _refuse_source(self, table: str, detail: Mapping[str, str]) -> Unreadable | None:
        """Is it a Delta table with a change feed?"""
        provider = detail.get("Provider", "").casefold()
        if provider != "delta":
            return Unreadable(
                "NOT_DELTA",
                f"it is a {provider or 'foreign'} table, which keeps no versions",
                f"CONVERT TO DELTA, or write it to a Delta table: {table}",
            )
        if not re.search(rf"{re.escape(CHANGE_FEED)}=true", detail.get("Table Properties", "")):
            return Unreadable(
                "NO_CHANGE_FEED",
                "it has no change feed",
                f"ALTER TABLE {table} SET TBLPROPERTIES ({CHANGE_FEED} = true)",
            )
        return None

    def table_names(self) -> list[str]:
        return [name for _, name, _ in self._listed()]

    def _listed(self) -> list[tuple[Any, ...]]:
        """Namespace, name in lower case, and whether it is temporary, of all tables and views."""
        return self.rows(f"SHOW TABLES IN {self._schema_name}")

    def has_table(self, name: str) -> bool:
        return name in self.table_names()

    def definitions(self) -> dict[str, Definition]:
        """The SQL view names the stored table, which says itself what it holds.

        The SQL view comes after the table: without it the view was never finished.
        """
        found = {}
        for table in self._stored_tables().values():
            properties = self.versions.properties(Source(self.catalog, self.schema, table))
            if all(key in properties for key in _DEFINITION.values()):
                fields = {k: properties[v] for k, v in _DEFINITION.items()}
                plain_views = read_plain_views(properties.get(_PLAIN_VIEWS))
                definition = Definition(**fields, plain_views=plain_views)
                if definition.stored_table.casefold() != table:
                    definition = replace(definition, table=table)
                found[definition.name] = definition
        return dict(sorted(found.items()))

    def _stored_tables(self) -> dict[str, str]:
        """The tables that the SQL views of our views read, by the names of these, in lower case."""
        found = {}
        for _, name, _, information in self._described():
            told = re.search(rf"\b{re.escape(_TABLE)}=([^,\]]+)", information)
            if told is not None:
                found[name] = told[1].strip().casefold()
        return found

    def _described(self) -> list[tuple[Any, ...]]:
        """All tables and views. Temporary ones are among them, and one of another thread may go
        while they are listed: then Spark does not find it, and is asked again.
        """
        attempts = 0
        while True:
            attempts += 1
            try:
                with expecting_errors():
                    return self.rows(f"SHOW TABLE EXTENDED IN {self._schema_name} LIKE '*'")
            except PySparkException as error:
                is_gone = condition_of(error).startswith("TABLE_OR_VIEW_NOT_FOUND")
                if not is_gone or attempts == _ATTEMPTS:
                    raise

    def choose_table(self, name: str) -> str:
        """Another one than that which is being read, until the SQL view is replaced."""
        usual = Definition(name, "", "").stored_table
        is_read = self._stored_tables().get(name.casefold()) == usual.casefold()
        return f"{usual}__{uuid.uuid4().hex[:8]}" if is_read else ""

    def look(self) -> DeltaState:
        return DeltaState(self, self.definitions())

    def store(self, definition: Definition, view: CompiledView, record: RefreshRecord) -> Stored:
        """A table beside what is read now, with definition and frontier in its first commit; then
        the SQL view is replaced, and reads it.
        """
        before = self._stored_tables().get(definition.name.casefold())
        marks = {source: self.versions.mark(source) for source in view.sources}
        missing = [str(source) for source, mark in marks.items() if mark is None]
        if missing:
            raise LakeError("NO_SOURCE", f"table {', '.join(missing)} is gone", "create it again")
        frontier = {
            source: Cursor(mark.latest, mark.identity)
            for source, mark in marks.items()
            if mark is not None
        }
        properties = {
            **STORED,
            **{key: getattr(definition, field) for field, key in _DEFINITION.items()},
            _PLAIN_VIEWS: write_plain_views(definition.plain_views),
        }
        create = create_delta(view.place.table, view.pinned_content, properties)
        ranges = {source: (cursor.version, cursor.version) for source, cursor in frontier.items()}
        went = {shown_name(s): (None, c.version) for s, c in frontier.items()}
        commit = replace(Commit.first(frontier, replace(record, sources=went)), is_counted=False)
        with self.snapshots.kept():
            text = fill_in(view.sql(create), view, ranges, self.snapshots.read)
            version = self.commits.write(view.layout.source, [text], commit) or 0
        shown = table_of(view.place.catalog, view.place.schema, definition.name)
        named = exp.Property(
            this=exp.Literal.string(_TABLE), value=exp.Literal.string(view.place.table.name)
        )
        created = exp.Create(
            this=shown,
            kind="VIEW",
            replace=True,
            expression=view.query,
            properties=exp.Properties(expressions=[named]),
        )
        self.execute(view.sql(created))
        if before is not None and before != view.place.table.name.casefold():
            self._drop_table(before)
        self._drop_leftovers(definition.name, view.place.table.name, _ABANDONED)
        rows = self.versions.rows_written(view.layout.source, version)
        return Stored(version, self.count_rows(view.place.table) if rows is None else rows)

    def _drop_leftovers(self, name: str, kept: str, age: timedelta) -> None:
        """Drop tables of a view that no SQL view reads, because what stored them was killed.

        A younger one may be about to be read: somebody is storing it.
        """
        usual = re.escape(Definition(name, "", "").stored_table.casefold())
        named_so = [
            table
            for table in self.table_names()
            if table != kept.casefold() and re.fullmatch(rf"{usual}(__[0-9a-f]{{8}})?", table)
        ]
        read = set(self._stored_tables().values()) if named_so else set()
        for table in named_so:
            if table not in read:
                named = table_of(self.catalog, self.schema, table).sql(self.dialect)
                written = self.sql(f"DESCRIBE DETAIL {named}").collect()[0]["lastModified"]
                if datetime.now(UTC).timestamp() - written.timestamp() >= age.total_seconds():
                    self.execute(f"DROP TABLE IF EXISTS {named}")

    def _drop_table(self, table: str) -> None:
        """What its commits tell is kept."""
        self._records.add(self._records.of_table(table))
        name = table_of(self.catalog, self.schema, table).sql(self.dialect)
        self.execute(f"DROP TABLE IF EXISTS {name}")

    def redefine(self, definition: Definition, place: ViewPlace) -> None:
        table, policy = place.table.sql(self.dialect), exp.Literal.string(definition.policy)
        setting = f"'{_DEFINITION['policy']}' = {policy.sql(self.dialect)}"
        self.execute(f"ALTER TABLE {table} SET TBLPROPERTIES ({setting})")

    def remove(self, definition: Definition, place: ViewPlace) -> None:
        view = table_of(place.catalog, place.schema, definition.name)
        self.execute(f"DROP VIEW IF EXISTS {view.sql(self.dialect)}")
        if self.has_table(place.table.name.casefold()):
            self._drop_table(place.table.name)
        self._drop_leftovers(definition.name, place.table.name, timedelta())

    @contextmanager
    def refreshing(
        self,
        view: CompiledView,
        ranges: Mapping[Source, tuple[int, int]],
        base: Mapping[Source, Cursor],
    ) -> Generator[DeltaWork]:
        work = DeltaWork(self, view, ranges, base)
        try:
            yield work
        finally:
            self.forget(work.tables)

    def share(self, lanes: int) -> None:
        """Spark shares its cores among jobs by itself."""

    def write_group(self) -> None:
        """A commit is that of one table."""

    def forget(self, tables: Sequence[str]) -> None:
        self.frames.forget(tables)

    def refresh_cached(self, stored: Source) -> None:
        """What others have cached of a table is read again."""
        name = table_of(stored.catalog, stored.schema, stored.table).sql(self.dialect)
        self.spark.catalog.refreshTable(name)

    def prepare(self) -> None:
        """Nothing: it is kept with the tables themselves."""

    def keep_plain_view(self, name: str, sql: str) -> None:
        keep_plain_view(self, name, sql)

    takes_frames = True

    def store_frame(self, name: str, frame: DataFrame) -> int:
        return store_frame(self, name, frame)

    @contextmanager
    def current_schema(self) -> Generator[None]:
        """The lake's schema as the current one, and the user's again afterwards."""
        catalog = self.spark.catalog
        before = (catalog.currentCatalog(), catalog.currentDatabase())
        if before == (self.catalog, self.schema):
            yield
            return
        self._use(self.catalog, self.schema)
        try:
            yield
        finally:
            self._use(*before)

    def _use(self, *names: str) -> None:
        self.execute(f"USE {'.'.join(quoted(name, self.dialect) for name in names)}")

    @property
    def _schema_name(self) -> str:
        return f"{quoted(self.catalog, self.dialect)}.{quoted(self.schema, self.dialect)}"
