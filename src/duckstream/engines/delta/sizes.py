"""How large tables are, and how much of them has changed, from what their commits say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duckstream.algebra import Source
from duckstream.engines.protocol import Since, TableSize, table_of

if TYPE_CHECKING:
    from pyspark.sql import Row

    from duckstream.engines.delta.engine import DeltaEngine

# In the metrics of a commit: rows that came, and rows that went; an update is both.
_CAME = ("numOutputRows", "numUpdatedRows")
_WENT = ("numDeletedRows", "numUpdatedRows")
_CAME_BY_MERGE = ("numTargetRowsInserted", "numTargetRowsUpdated")
_WENT_BY_MERGE = ("numTargetRowsDeleted", "numTargetRowsUpdated")
_REPLACING = ("REPLACE", "RESTORE", "TRUNCATE")
# Who writes the log may leave these out.
_NOTHING_TOLD = {"operation": "", "operationParameters": None, "operationMetrics": None}


@dataclass(frozen=True)
class _Told:
    """What a commit says of itself."""

    operation: str
    mode: str | None
    metrics: Mapping[str, str]

    @classmethod
    def of(cls, commit: Mapping[str, Any] | Row) -> _Told:
        parameters = commit["operationParameters"] or {}
        return cls(commit["operation"], parameters.get("mode"), commit["operationMetrics"] or {})

    @property
    def replaces_all(self) -> bool:
        """Does it leave nothing as it was?"""
        return self.mode == "Overwrite" or any(word in self.operation for word in _REPLACING)


class Sizes:
    """Asks about tables. Delta Lake counts rows by the statistics of their files."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        # Counted once: how many rows came and went since is known from the commits.
        self._counted: dict[Source, int] = {}
        # By the id of a table and a version: what is written there stays.
        self._told: dict[tuple[str, int], _Told] = {}

    def read(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        return {source: self._size(source, since) for source, since in wanted.items()}

    def _size(self, source: Source, since: Since | None) -> TableSize:
        if since is None:
            return TableSize(self._count(source))
        commits = self._commits_after(source, since.version)
        if any(commit.replaces_all for commit in commits):
            self._counted.pop(source, None)
            rows = self._count(source)
            return TableSize(rows, rows + (rows if since.rows is None else since.rows))
        counts = [count_rows_of_commit(commit.metrics) for commit in commits]
        came, went = (sum(each[side] for each in counts) for side in (0, 1))
        rows = self._count(source) if since.rows is None else max(since.rows + came - went, 0)
        return TableSize(rows, came + went)

    def _count(self, source: Source) -> int:
        if source not in self._counted:
            table = table_of(source.catalog, source.schema, source.table)
            self._counted[source] = self._engine.count_rows(table)
        return self._counted[source]

    def _commits_after(self, source: Source, version: int) -> list[_Told]:
        # (A run has looked at its tables before.)
        stamp = self._engine.versions.last_stamp(source)
        if stamp is None:
            return []
        table, latest = stamp
        versions = range(version + 1, latest + 1)
        found = [self._commit(source, table, version) for version in versions]
        told = [commit for commit in found if commit is not None]
        return told if len(told) == len(found) else self._history(source, len(versions))

    def _commit(self, source: Source, table: str, version: int) -> _Told | None:
        if (table, version) not in self._told:
            info = self._engine.versions.commit_info(source, version)
            if info is None:
                return None
            self._told[table, version] = _Told.of({**_NOTHING_TOLD, **info})
        return self._told[table, version]

    def _history(self, source: Source, last: int) -> list[_Told]:
        name = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        rows = self._engine.sql(f"DESCRIBE HISTORY {name} LIMIT {last}").collect()
        return [_Told.of(row) for row in rows]


def count_rows_of_commit(metrics: Mapping[str, str]) -> tuple[int, int]:
    """The rows that came and those that went with one commit.

    >>> count_rows_of_commit({"numUpdatedRows": "3", "numCopiedRows": "900"})
    (3, 3)
    >>> count_rows_of_commit({"numTargetRowsInserted": "2", "numOutputRows": "900"})
    (2, 0)
    """
    by_merge = any(name in metrics for name in _CAME_BY_MERGE)
    came = _CAME_BY_MERGE if by_merge else _CAME
    went = _WENT_BY_MERGE if by_merge else _WENT
    return _sum(metrics, came), _sum(metrics, went)


def _sum(metrics: Mapping[str, str], names: tuple[str, ...]) -> int:
    return sum(int(metrics.get(name, 0)) for name in names)
