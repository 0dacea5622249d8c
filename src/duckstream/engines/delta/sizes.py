"""How large tables are, and how much of them has changed, from what their commits say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.engines.protocol import Since, TableSize, table_of

if TYPE_CHECKING:
    from duckstream.engines.delta.engine import DeltaEngine

# In the metrics of a commit: rows that came, and rows that went; an update is both.
_CAME = ("numOutputRows", "numUpdatedRows")
_WENT = ("numDeletedRows", "numUpdatedRows")
_CAME_BY_MERGE = ("numTargetRowsInserted", "numTargetRowsUpdated")
_WENT_BY_MERGE = ("numTargetRowsDeleted", "numTargetRowsUpdated")


class Sizes:
    """Asks about tables. Delta Lake counts rows by the statistics of their files."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        # The rows of tables that were counted: to know their changes they are not counted again.
        self._counted: dict[Source, int] = {}

    def read(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        return {source: self._size(source, since) for source, since in wanted.items()}

    def _size(self, source: Source, since: Since | None) -> TableSize:
        came, went = (0, 0) if since is None else self._changes(source, since.version)
        if since is not None and since.rows is not None:
            return TableSize(max(since.rows + came - went, 0), came + went)
        if source not in self._counted:
            table = table_of(source.catalog, source.schema, source.table)
            self._counted[source] = self._engine.count_rows(table)
        return TableSize(self._counted[source], came + went)

    def _changes(self, source: Source, version: int) -> tuple[int, int]:
        """Rows that came and rows that went after a version."""
        stamp = self._engine.versions.stamp(source)
        behind = 0 if stamp is None else stamp[1] - version
        if behind <= 0:
            return 0, 0
        name = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        history = self._engine.sql(f"DESCRIBE HISTORY {name} LIMIT {behind}").collect()
        counts = [count_rows_of_commit(row["operationMetrics"] or {}) for row in history]
        return sum(came for came, _ in counts), sum(went for _, went in counts)


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
