"""How large tables are, and how much of them has changed, from what their commits say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

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


class Sizes:
    """Asks about tables. Delta Lake counts rows by the statistics of their files."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        # Counted once: how many rows came and went since is known from the commits.
        self._counted: dict[Source, int] = {}

    def read(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        return {source: self._size(source, since) for source, since in wanted.items()}

    def _size(self, source: Source, since: Since | None) -> TableSize:
        if since is None:
            return TableSize(self._count(source))
        commits = self._commits_after(source, since.version)
        if any(map(_replaces_all, commits)):
            self._counted.pop(source, None)
            rows = self._count(source)
            return TableSize(rows, rows + (rows if since.rows is None else since.rows))
        counts = [count_rows_of_commit(commit["operationMetrics"] or {}) for commit in commits]
        came, went = (sum(each[side] for each in counts) for side in (0, 1))
        rows = self._count(source) if since.rows is None else max(since.rows + came - went, 0)
        return TableSize(rows, came + went)

    def _count(self, source: Source) -> int:
        if source not in self._counted:
            table = table_of(source.catalog, source.schema, source.table)
            self._counted[source] = self._engine.count_rows(table)
        return self._counted[source]

    def _commits_after(self, source: Source, version: int) -> list[Row]:
        stamp = self._engine.versions.stamp(source)
        behind = 0 if stamp is None else stamp[1] - version
        if behind <= 0:
            return []
        name = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        return self._engine.sql(f"DESCRIBE HISTORY {name} LIMIT {behind}").collect()


def _replaces_all(commit: Row) -> bool:
    """Does it leave nothing as it was? Its metrics do not tell how much that is."""
    mode = (commit["operationParameters"] or {}).get("mode")
    return mode == "Overwrite" or any(word in commit["operation"] for word in _REPLACING)


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
