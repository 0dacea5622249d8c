"""The records of refreshes: those that wrote rows are in the commits of the stored tables.

What wrote none, failures and comparisons, is in a table of its own, made when it is needed; so is
what was told by the commits of tables that are gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.protocol import table_of
from duckstream.plan import PREFIX
from duckstream.refresh.record import COLUMNS, RefreshRecord, as_columns, from_columns

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from duckstream.engines.delta.engine import DeltaEngine

RECORDS_TABLE = f"{PREFIX}records"
# A record of a commit that is gone says its number itself.
_SCHEMA = ", ".join(f"`{name}` {type}" for name, type in COLUMNS.items()) + ", `commit` BIGINT"


class Records:
    """Reads and writes them."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        name = table_of(engine.catalog, engine.schema, RECORDS_TABLE)
        self._table = name.sql(engine.dialect)

    def add(self, records: Sequence[RefreshRecord]) -> None:
        if not records:
            return
        with self._engine.commits.alone():
            create = f"CREATE TABLE IF NOT EXISTS {self._table} ({_SCHEMA}) USING DELTA"
            self._engine.execute(create)
            self._frame(records).writeTo(self._table).append()

    def read(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        """Newest first."""
        definitions = self._engine.definitions().values()
        stored = [d.stored_table for d in definitions if view is None or d.name == view]
        found = [record for table in stored for record in self.of_table(table)]
        if self._engine.has_table(RECORDS_TABLE):
            rows = self._engine.sql(f"SELECT * FROM {self._table}").collect()
            kept = (from_columns(row.asDict()) for row in rows)
            found += [record for record in kept if view is None or record.view == view]
        found.sort(key=lambda record: (record.started, record.commit or 0), reverse=True)
        return found[:most]

    def of_table(self, table: str) -> list[RefreshRecord]:
        """Those that are told by the commits of a stored table."""
        source = Source(self._engine.catalog, self._engine.schema, table)
        return [commit.record for commit in self._engine.commits.read(source)]

    def show(self, name: str) -> None:
        """As a temporary view of the session."""
        frame = self._frame(self.read(None, None))
        frame = frame.withColumn("started", frame["started"].cast("timestamp"))
        frame.createOrReplaceTempView(name)

    def _frame(self, records: Sequence[RefreshRecord]) -> DataFrame:
        rows = [{**as_columns(record), "commit": record.commit} for record in records]
        values = [[row[name] for name in (*COLUMNS, "commit")] for row in rows]
        return self._engine.spark.createDataFrame(values, _SCHEMA)
