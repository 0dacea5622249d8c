"""Tables at a version, by Delta Lake's newer reader where there is one.

Delta Lake's usual way to find the files of a version is a query of Spark over the table's log, and
two more over the result of that: half a second before the first row of a new version is read. Its
newer reader (`spark.databricks.delta.v2.enableMode`) follows the log in the driver, in a tenth of
the time. It reads only, so that a statement that writes must not be analysed under this setting: it
is that of a session of its own, with the settings that the user's has otherwise.
"""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import TYPE_CHECKING

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from duckstream.algebra import Source
from duckstream.engines.delta.errors import expecting_errors
from duckstream.engines.protocol import table_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from duckstream.engines.delta.engine import DeltaEngine

_MODE = "spark.databricks.delta.v2.enableMode"
_SHARED = "spark.sql.globalTempDatabase"


class Reader:
    """Gives DataFrames of the engine's own session."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine

    def frame(self, source: Source, version: int) -> DataFrame:
        """The rows of a table at a version."""
        table = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        text = f"SELECT * FROM {table} VERSION AS OF {version}"
        if self._session is not None and self._engine.versions.is_plain(source):
            try:
                with expecting_errors():
                    return self._bring_over(self._session.sql(text))
            except (PySparkException, Py4JError):
                # Whatever it is that this reader does not know, the usual one does, or says so.
                pass
        return self._engine.sql(text)

    @cached_property
    def _session(self) -> SparkSession | None:
        """None through Spark Connect, where a session cannot be made of another."""
        if not self._engine.versions.is_classic:
            return None
        session = self._engine.spark.newSession()
        for key, value in self._engine.spark.conf.getAll.items():
            if session.conf.isModifiable(key):
                session.conf.set(key, value)
        session.conf.set(_MODE, "STRICT")
        return session

    def _bring_over(self, frame: DataFrame) -> DataFrame:
        """The same rows in the engine's session: one names them for all, the other reads that."""
        name = f"__ivm_read_{uuid.uuid4().hex}"
        frame.createGlobalTempView(name)
        try:
            return self._engine.sql(f"SELECT * FROM {self._shared_schema}.{name}")
        finally:
            self._engine.spark.catalog.dropGlobalTempView(name)

    @cached_property
    def _shared_schema(self) -> str:
        return self._engine.spark.conf.get(_SHARED, "global_temp") or "global_temp"
