"""The versions of Delta tables, without running a job."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql.types import StructType
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.engines.delta.errors import condition_of, expecting_errors
from duckstream.engines.protocol import table_of, version_name
from duckstream.errors import LakeError
from duckstream.lower import quoted

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.delta.engine import DeltaEngine

# No table has it: asking for it is answered by the versions that there are.
_NEVER = 9_000_000_000_000_000_000
_OWN_CATALOG = "spark_catalog"
# What tables may ask of their readers that all of Delta Lake's own have known for long.
_PLAIN_FEATURES = {"columnMapping", "deletionVectors", "timestampNtz", "v2Checkpoint"}
_GONE = (
    "TABLE_OR_VIEW_NOT_FOUND",
    "SCHEMA_NOT_FOUND",
    "DELTA_TABLE_NOT_FOUND",
    "DELTA_MISSING_DELTA_TABLE",
)


@dataclass(frozen=True)
class TableMark:
    """The latest version of a table, and what tells whether it is still the one it was."""

    latest: int
    identity: str


@dataclass(frozen=True)
class _Delta:
    """The classes of Delta Lake that are asked. To find one takes a question per part of its name,
    to which Java looks through all of its archives.
    """

    logs: Any
    histories: Any
    file_names: Any
    converters: Any
    # Of an option.
    nothing: Any

    @classmethod
    def of(cls, java: Any) -> _Delta:
        delta = java.org.apache.spark.sql.delta
        return cls(
            delta.DeltaLog,
            delta.DeltaHistoryManager,
            delta.util.FileNames,
            java.scala.jdk.javaapi.CollectionConverters,
            java.scala.Option.empty(),
        )


class Versions:
    """Asks about tables."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        self.is_classic = hasattr(engine.spark, "_jsparkSession")
        self._identifiers: dict[Source, Any] = {}
        # What was found at the last look at a table.
        self._seen: dict[tuple[str, ...], Any] = {}

    def mark(self, source: Source) -> TableMark | None:
        """None if there is no such table."""
        stamp = self.stamp(source)
        if stamp is None:
            return None
        table, version = stamp
        listed = ", ".join(f"{name} {type}" for name, type in self._dtypes(source))
        return TableMark(version, f"{table}: {listed}")

    def _dtypes(self, source: Source) -> list[tuple[str, str]]:
        """The columns of a table that was just looked at, with Spark's words for their types."""
        seen = self._seen.get(_place_of(source))
        if seen is not None:
            schema = StructType.fromJson(json.loads(seen.schema().json()))
            columns = [(field.name, field.dataType.simpleString()) for field in schema.fields]
            # To Spark they are strings.
            if not any("char(" in type for _, type in columns):
                return columns
        return self._engine.spark.table(self._name(source)).dtypes

    def last_stamp(self, source: Source) -> tuple[str, int] | None:
        """The stamp at the last look at the table, if there was one."""
        seen = self._seen.get(_place_of(source))
        return self.stamp(source) if seen is None else (seen.metadata().id(), seen.version())

    def stamp(self, source: Source) -> tuple[str, int] | None:
        """The id of a table and its latest version."""
        try:
            with expecting_errors():
                if self._has_java(source):
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

    def size(self, source: Source) -> int | None:
        """The bytes of a table that was just read; None where asking takes a job."""
        if not self._has_java(source):
            return None
        seen = self._last_seen(source)
        told = seen.checksumOpt()
        return told.get().tableSizeBytes() if told.isDefined() else seen.sizeInBytes()

    def is_small(self, source: Source) -> bool:
        size = self.size(source)
        return size is not None and size <= self._engine.small_table

    def is_plain(self, source: Source) -> bool:
        """Does a table ask of its readers no more than every one knows?"""
        if not self._has_java(source):
            return False
        protocol = self._last_seen(source).protocol()
        return set(protocol.getReaderFeatures() or ()) <= _PLAIN_FEATURES

    def properties(self, source: Source) -> dict[str, str]:
        """Those of a table, its definition among them if it stores a view."""
        if not self._has_java(source):
            return dict(self._engine.rows(f"SHOW TBLPROPERTIES {self._name(source)}"))
        told = json.loads(self.snapshot(source).metadata().json())
        return told["metaData"]["configuration"]

    def count_rows(self, source: Source) -> int | None:
        """As the statistics of its files have it; None where asking takes a job."""
        if not self._has_java(source):
            return None
        files = self.files_told(self.snapshot(source))
        counts = [None] if files is None else [file.numLogicalRecords() for file in files]
        if any(count is None or not count.isDefined() for count in counts):
            return None
        return sum(count.get() for count in counts)

    def files_told(self, snapshot: Any) -> Any | None:
        """The files of a version, if its checksum names them: if they are not many."""
        checksum = snapshot.checksumOpt()
        told = checksum.get().allFiles() if checksum.isDefined() else self._delta.nothing
        return self._delta.converters.asJava(told.get()) if told.isDefined() else None

    def said(self, source: Source, version: int) -> str | None:
        """What its writer says of a commit; None where that takes a DESCRIBE HISTORY, a job."""
        told = self.commit_info(source, version)
        return None if told is None else told.get("userMetadata")

    def rows_written(self, source: Source, version: int) -> int | None:
        """The rows that a commit wrote, as Delta Lake counted them; None where that takes a job."""
        told = self.commit_info(source, version)
        rows = ((told or {}).get("operationMetrics") or {}).get("numOutputRows")
        return None if rows is None else int(rows)

    def commit_info(self, source: Source, version: int) -> dict[str, Any] | None:
        """What the log says of a commit beside its rows; None where that takes a job."""
        return next(self.commit_infos(source, [version]), None)

    def commit_infos(self, source: Source, versions: Iterable[int]) -> Iterator[dict[str, Any]]:
        """The same of several commits, each read when it is asked for; up to the first of which
        the log does not tell.
        """
        if not self._has_java(source):
            return
        with suppress(PySparkException, Py4JError):
            with expecting_errors():
                log = self._log(source)
                path, store, conf = log.logPath(), log.store(), log.newDeltaHadoopConf()
            for version in versions:
                with expecting_errors():
                    file = self._delta.file_names.unsafeDeltaFile(path, version)
                    told = self._delta.histories.getCommitInfoOpt(store, file, conf)
                if not told.isDefined():
                    return
                yield json.loads(told.get().json())["commitInfo"]

    def _has_java(self, source: Source) -> bool:
        return self.is_classic and source.catalog == _OWN_CATALOG

    @cached_property
    def _delta(self) -> _Delta:
        return _Delta.of(self._engine.spark._jvm)

    def _log(self, source: Source) -> Any:
        session = self._engine.spark._jsparkSession
        if source not in self._identifiers:
            # An identifier of the session's own catalogue has two parts.
            two_parts = exp.Table(
                this=exp.to_identifier(source.table, quoted=True),
                db=exp.to_identifier(source.schema, quoted=True),
            )
            parser = session.sessionState().sqlParser()
            named = parser.parseTableIdentifier(two_parts.sql(self._engine.dialect))
            self._identifiers[source] = named
        return self._delta.logs.forTable(session, self._identifiers[source])

    def _ask_java(self, source: Source) -> tuple[str, int]:
        """As Delta Lake itself does at the beginning of every statement, at next to no cost."""
        snapshot = self.snapshot(source)
        return snapshot.metadata().id(), snapshot.version()

    def snapshot(self, source: Source) -> Any:
        """The latest one, where Java can be asked."""
        nothing = self._delta.nothing
        snapshot = self._log(source).update(False, nothing, nothing)
        self._seen[_place_of(source)] = snapshot
        return snapshot

    def _last_seen(self, source: Source) -> Any:
        """What was found at the last look, for what hardly changes."""
        return self._seen.get(_place_of(source)) or self.snapshot(source)

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


def _place_of(source: Source) -> tuple[str, ...]:
    """The same however it is written, and whatever tells how often its rows count."""
    return tuple(part.casefold() for part in (source.catalog, source.schema, source.table))


def fill_in(
    text: str,
    view: CompiledView,
    ranges: Mapping[Source, tuple[int, int]],
    name_of: Callable[[Source, int], str] | None = None,
) -> str:
    """The statement with the versions in the places of its parameters.

    `name_of` gives names for tables at a version, which are read in their place.
    """
    for source, versions in ranges.items():
        table = table_of(source.catalog, source.schema, source.table).sql(view.dialect.name)
        for which, version in zip(("from", "to"), versions, strict=True):
            parameter = f"${{{version_name(source, view.numbers[source], which)}}}"
            travelled = f"{table} VERSION AS OF {parameter}"
            if name_of is not None and travelled in text:
                name = quoted(name_of(source, version), view.dialect.name)
                text = text.replace(travelled, name)
            text = text.replace(parameter, str(version))
    return text
