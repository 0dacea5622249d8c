"""The connections of a run: several views are computed side by side, and read what is shared.

A refresh of few rows is mostly planning, which a connection does on one core. So a run has several
connections, its lanes. Temporary tables belong to one connection alone; what a lane computes is
therefore kept in a database in memory, which is attached for the time of the run, and which all
lanes look into first for names without a schema.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import duckdb

from duckstream.lower import quoted

_DIALECT = "duckdb"
# A connection is given these by what it is for.
_OF_NAMES = ("schema", "search_path")
_numbers = count(1)


@dataclass(frozen=True)
class Lane:
    """A connection, which does one thing at a time."""

    connection: duckdb.DuckDBPyConnection
    lock: threading.RLock = field(default_factory=threading.RLock)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        with self.lock:
            self.connection.execute(sql, list(parameters) or None)

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.lock:
            return self.connection.execute(sql, list(parameters) or None).fetchall()


class Lanes:
    """The user's own connection, and beside it those of a run, one for each thread that asks."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._main = Lane(connection)
        self._current = threading.local()
        self._lock = threading.Lock()
        self._all: list[Lane] = []
        self._free: list[Lane] = []
        # Several lakes may be open in one DuckDB.
        self._database = f"__ivm_work_{next(_numbers)}"
        self._is_attached = False
        # What the user's connection is set to, where a new one is not.
        self._settings: list[str] | None = None

    @property
    def current(self) -> Lane:
        """That of this thread; outside of a lane, the user's own connection."""
        return getattr(self._current, "lane", self._main)

    def place(self, table: str) -> str:
        """The name of a table that all lanes see."""
        return ".".join(quoted(part, _DIALECT) for part in (self._database, "main", table))

    @contextmanager
    def running(self) -> Generator[None]:
        """For the time of a run: afterwards everything that was computed for it is gone."""
        self._main.execute(f"ATTACH ':memory:' AS {self._database}")
        self._is_attached = True
        try:
            yield
        finally:
            for lane in self._all:
                lane.connection.close()
            self._all, self._free = [], []
            self._is_attached, self._settings = False, None
            # (After a fatal error the connection takes no statements any more.)
            with suppress(duckdb.Error):
                self._main.execute(f"DETACH {self._database}")

    @contextmanager
    def lane(self) -> Generator[Lane]:
        """All statements of this thread go to one lane."""
        if self.current is not self._main:
            yield self.current
            return
        with self._lock:
            lane = self._free.pop() if self._free else self._open()
        self._current.lane = lane
        try:
            yield lane
        finally:
            del self._current.lane
            with self._lock:
                self._free.append(lane)

    def drop(self, tables: Sequence[str]) -> None:
        """In one transaction: one for each would take four times as long."""
        if tables and self._is_attached:
            drops = [f"DROP TABLE IF EXISTS {self.place(table)}" for table in tables]
            self.current.execute(";\n".join(["BEGIN", *drops, "COMMIT"]))

    def _open(self) -> Lane:
        """Set as the user's connection is, whose settings may change what a query gives."""
        lane = Lane(self._main.connection.cursor())
        self._all.append(lane)
        if self._settings is None:
            self._settings = self._compare_settings(lane)
        lane.execute("; ".join(self._settings))
        return lane

    def _compare_settings(self, lane: Lane) -> list[str]:
        """Statements that set a new connection as the user's is set."""
        wanted, known = (dict(each.rows(_SETTINGS)) for each in (self._main, lane))
        names = [f"{self._database}.main", wanted.get("search_path")]
        path = ",".join(name for name in names if name)
        return [
            *(
                f"SET SESSION {name} = {_text(value)}"
                for name, value in wanted.items()
                if known.get(name) != value and value is not None and name not in _OF_NAMES
            ),
            f"SET search_path = {_text(path)}",
        ]


_SETTINGS = "SELECT name, value FROM duckdb_settings() WHERE scope = 'LOCAL'"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
