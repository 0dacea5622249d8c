"""Rows into a stored table by a transaction of Delta Lake's own, where its Java can be reached.

Before an INSERT OVERWRITE Delta Lake 4.4 computes the state of the table by two queries over its
log, to learn which files there are and how many. But the checksum of the last version names the
files. With that, to write few rows takes a third of the time, and a commit without rows next to
none. The commit is the same: its metadata, its number, and what it conflicts with.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from duckstream.algebra import Source
from duckstream.engines.delta.errors import expecting_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from duckstream.engines.delta.engine import DeltaEngine


@dataclass(frozen=True)
class Rows:
    """What is written: these rows behind those that are stored, or in their place; or none."""

    frame: DataFrame | None
    overwrite: bool = False


@dataclass(frozen=True)
class _Java:
    """The classes that are asked; to find one takes a question for each part of its name."""

    option: Any
    nothing: Any
    lists: Any
    converters: Any
    modes: Any
    sessions: Any
    # Of Delta Lake: what was done, and the number under which that is done once.
    write: Any
    number: Any

    @classmethod
    def of(cls, java: Any) -> _Java:
        sql = java.org.apache.spark.sql
        option = java.scala.Option
        return cls(
            option,
            option.empty(),
            java.java.util.ArrayList,
            java.scala.jdk.javaapi.CollectionConverters,
            sql.SaveMode,
            sql.classic.SparkSession,
            getattr(sql.delta, "DeltaOperations$Write"),
            sql.delta.actions.SetTransaction,
        )


class Transactions:
    """Those of one session."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine

    def can_write(self, stored: Source) -> bool:
        return self._engine.versions.is_plain(stored) and self._is_known

    def write(
        self, stored: Source, rows: Rows, metadata: str, series: str, number: int
    ) -> tuple[str, int] | None:
        """The id of the table and the version that was made; None if the number was taken, and
        nothing was written.
        """
        java = self._java
        with self._active_session():
            snapshot = self._engine.versions.snapshot(stored)
            begun = snapshot.deltaLog().startTransaction(java.nothing, java.option.apply(snapshot))
            if self._last_number(snapshot, begun, series) >= number:
                return None
            actions = java.lists()
            actions.add(self._number(series, number))
            if rows.overwrite:
                begun.readWholeTable()
                told = self._engine.versions.files_told(snapshot)
                files = snapshot.allFiles().collectAsList() if told is None else told
                for file in files:
                    actions.add(file.remove())
            if rows.frame is not None:
                fitting = rows.frame._jdf.to(snapshot.metadata().schema())
                actions.addAll(java.converters.asJava(begun.writeFiles(fitting)))
            version = begun.commit(
                java.converters.asScala(actions).toSeq(),
                self._operation(rows.overwrite, metadata),
            )
        self._engine.refresh_cached(stored)
        return snapshot.metadata().id(), version

    def _last_number(self, snapshot: Any, begun: Any, series: str) -> int:
        """As `txnVersion` of a transaction, by which others that use the number are in conflict
        with it; but that computes the state of the table.
        """
        checksum = snapshot.checksumOpt()
        told = checksum.get().setTransactions() if checksum.isDefined() else self._java.nothing
        if not told.isDefined():
            return begun.txnVersion(series)
        begun.readTxn().addOne(series)
        used = self._java.converters.asJava(told.get())
        return max((each.version() for each in used if each.appId() == series), default=-1)

    @cached_property
    def _is_known(self) -> bool:
        """Has this version of Delta Lake the classes that are used here?"""
        try:
            with expecting_errors():
                self._operation(True, "")
                self._number("", 1)
        except (PySparkException, Py4JError):
            return False
        return True

    def _operation(self, overwrite: bool, metadata: str) -> Any:
        java, none = self._java, self._java.nothing
        mode = java.modes.Overwrite if overwrite else java.modes.Append
        return java.write(
            mode, none, none, java.option.apply(metadata), none, none, none, none, none
        )

    def _number(self, series: str, number: int) -> Any:
        now = self._java.option.apply(int(time.time() * 1000))
        return self._java.number(series, number, now)

    @cached_property
    def _java(self) -> _Java:
        return _Java.of(self._engine.spark._jvm)

    @contextmanager
    def _active_session(self) -> Generator[None]:
        """Delta Lake asks for the settings of the session that is active in the thread."""
        sessions = self._java.sessions
        before = sessions.getActiveSession()
        sessions.setActiveSession(self._engine.spark._jsparkSession)
        try:
            yield
        finally:
            if before.isDefined():
                sessions.setActiveSession(before.get())
            else:
                sessions.clearActiveSession()
