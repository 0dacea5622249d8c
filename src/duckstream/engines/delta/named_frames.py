"""DataFrames that statements read under a name: what a refresh computes on its way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.functions import expr

from duckstream.engines.delta.signs import Signs

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# The name of what is counted while a frame is computed.
_COUNTED = "counts"


class NamedFrames:
    """Those of one session, until they are forgotten."""

    def __init__(self, spark: SparkSession, *, is_classic: bool) -> None:
        self._spark = spark
        self._is_classic = is_classic
        self._frames: dict[str, DataFrame] = {}
        # Of changes that several views read.
        self._signs: dict[str, Signs] = {}

    def name(self, table: str, frame: DataFrame) -> None:
        frame.createOrReplaceTempView(table)
        self._frames[table] = frame

    def columns_of(self, table: str) -> list[tuple[str, str]]:
        """The names and types."""
        return self._frames[table].dtypes

    @property
    def counts_on_the_way(self) -> bool:
        """Does a frame that is computed tell what was counted? Not through Spark Connect."""
        return self._is_classic

    def checkpoint(
        self, frame: DataFrame, calls: Sequence[str]
    ) -> tuple[DataFrame, tuple[Any, ...] | None]:
        """The frame, computed, and what these calls give for it; None if that is not told."""
        names = [f"c{number}" for number, _ in enumerate(calls)]
        each = (expr(f"{call} AS {name}") for call, name in zip(calls, names, strict=True))
        watched = frame.observe(_COUNTED, *each)
        computed = watched.localCheckpoint(eager=True)
        told = watched._jdf.queryExecution().observedMetrics().get(_COUNTED)
        if not told.isDefined():
            return computed, None
        values = json.loads(told.get().json())
        return computed, tuple(values.get(name) for name in names)

    def note_signs(self, table: str, signs: Signs) -> None:
        self._signs[table] = signs

    def signs(self, table: str) -> Signs | None:
        return self._signs.get(table)

    def gather(self, table: str) -> None:
        """Read the few rows of a frame in one task, so that grouping them is no shuffle, and where
        others are that they are joined with: a checkpoint does not know how small it is.
        """
        few = self._frames[table].coalesce(1)
        few.hint("broadcast").createOrReplaceTempView(table)

    def hint_broadcast(self, table: str) -> None:
        self._frames[table].hint("broadcast").createOrReplaceTempView(table)

    def forget(self, tables: Sequence[str]) -> None:
        # Through Spark Connect a DataFrame is its text, which names those made before it.
        for table in reversed(tables):
            self._signs.pop(table, None)
            frame = self._frames.pop(table, None)
            if frame is not None:
                frame.unpersist()
                self._spark.catalog.dropTempView(table)
