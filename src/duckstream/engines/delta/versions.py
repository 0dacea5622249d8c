"""The versions of Delta tables, without running a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.engines.delta.errors import condition_of, expecting_errors
from duckstream.engines.protocol import table_of, version_name
from duckstream.errors import LakeError

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.delta.engine import DeltaEngine

# No table has it: asking for it is answered by the versions that there are.
_NEVER = 9_000_000_000_000_000_000
_OWN_CATALOG = "spark_catalog"
_GONE = ("TABLE_OR_VIEW_NOT_FOUND", "DELTA_TABLE_NOT_FOUND", "DELTA_MISSING_DELTA_TABLE")


@dataclass(frozen=True)
class TableMark:
    """The latest version of a table, and what tells whether it is still the one it was."""

    latest: int
    identity: str


class Versions:
    """Asks about tables."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        self._is_classic = hasattr(engine.spark, "_jsparkSession")

    def mark(self, source: Source) -> TableMark | None:
        """None if there is no such table."""
        stamp = self.stamp(source)
        if stamp is None:
            return None
        table, version = stamp
        columns = self._engine.spark.table(self._name(source)).dtypes
        listed = ", ".join(f"{name} {type}" for name, type in columns)
        return TableMark(version, f"{table}: {listed}")

    def stamp(self, source: Source) -> tuple[str, int] | None:
        """The id of a table and its latest version."""
        try:
            with expecting_errors():
                if self._is_classic and source.catalog == _OWN_CATALOG:
                    return self._ask_java(source)
                return self._ask_sql(self._name(source))
        except PySparkException as error:
            if condition_of(error).startswith(_GONE):
                return None
            raise

    def is_kept(self, source: Source, version: int) -> bool:
        """Can the version still be travelled to?"""
        try:
            with expecting_errors():
                self._engine.describe(f"SELECT 1 FROM {self._name(source)} VERSION AS OF {version}")
        except PySparkException as error:
            if condition_of(error).startswith("DELTA_"):
                return False
            raise
        return True

    def _ask_java(self, source: Source) -> tuple[str, int] | None:
        """As Delta Lake itself does at the beginning of every statement, at next to no cost."""
        session, java = self._engine.spark._jsparkSession, self._engine.spark._jvm
        assert java is not None
        if not session.catalog().tableExists(self._name(source)):
            return None
        # An identifier of the session's own catalogue has two parts.
        two_parts = exp.Table(
            this=exp.to_identifier(source.table, quoted=True),
            db=exp.to_identifier(source.schema, quoted=True),
        )
        parser = session.sessionState().sqlParser()
        table = parser.parseTableIdentifier(two_parts.sql(self._engine.dialect))
        log = java.org.apache.spark.sql.delta.DeltaLog.forTable(session, table)
        nothing = java.scala.Option.empty()
        snapshot = log.update(False, nothing, nothing)
        return snapshot.metadata().id(), snapshot.version()

    def _ask_sql(self, name: str) -> tuple[str, int]:
        """Through Spark Connect. The version is in the message of an error, which costs no job."""
        table = self._engine.sql(f"DESCRIBE DETAIL {name}").collect()[0]["id"]
        try:
            self._engine.describe(f"SELECT 1 FROM {name} VERSION AS OF {_NEVER}")
        except PySparkException as error:
            if condition_of(error) == "DELTA_VERSION_NOT_FOUND":
                return table, int((error.getMessageParameters() or {})["latest"])
            raise
        raise LakeError("NO_VERSIONS", f"{name} does not say which versions it has", "report it")

    def _name(self, source: Source) -> str:
        return table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)


def fill_in(text: str, view: CompiledView, ranges: Mapping[Source, tuple[int, int]]) -> str:
    """The statement with the versions in the places of its parameters."""
    for source, versions in ranges.items():
        for which, version in zip(("from", "to"), versions, strict=True):
            name = version_name(source, view.numbers[source], which)
            text = text.replace(f"${{{name}}}", str(version))
    return text
