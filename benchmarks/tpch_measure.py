"""The 22 queries as views of one lake: change, then per view refresh and recompute, in turns."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from timed_engine import Cost, TimedEngine
from tpch_changes import Size, change

import duckstream as ds
from duckstream.engines.ducklake.connect import CATALOG, connect_lake
from duckstream.lake import Lake
from tests.tpch.data import create_tables


@dataclass(frozen=True)
class Turn:
    """A refresh and a recompute after the same change."""

    strategy: str
    reason: str
    rows_in: int
    rows_out: int
    refresh: float
    recompute: float
    steps: dict[str, Cost] = field(default_factory=dict)


@dataclass
class Result:
    name: str
    turns: list[Turn] = field(default_factory=list)
    equal: bool = True

    @property
    def best(self) -> Turn:
        return min(self.turns, key=lambda turn: turn.refresh)

    @property
    def refresh(self) -> float:
        return self.best.refresh

    @property
    def recompute(self) -> float:
        return min(turn.recompute for turn in self.turns)

    @property
    def ratio(self) -> float:
        """How many times as long the recompute takes."""
        return self.recompute / self.refresh

    @property
    def chose_well(self) -> bool:
        """Was what the refresh did not much slower than a recompute?"""
        return self.refresh <= 1.2 * self.recompute


@dataclass
class Bench:
    """One lake with its views."""

    lake: Lake
    queries: dict[str, str]
    # CREATE OR REPLACE TABLE ..., as the engine calls it.
    replace_table: str
    fetch: Callable[[Any], list[Any]]
    engine: TimedEngine | None = None

    def measure(
        self, size: Size, repeat: int, policy: str | None, progress: Callable[[str], None]
    ) -> list[Result]:
        results = {name: Result(name) for name in self.queries}
        for name, sql in self.queries.items():
            progress(f"creating {name}")
            self.lake.create_view(name, sql, policy="auto")
        for number in range(repeat):
            for statement in change(size, number):
                self.lake.sql(statement)
            for name, result in results.items():
                progress(f"round {number + 1} of {repeat}: {name}")
                result.turns.append(self._take_turn(name, policy))
                result.equal = result.equal and self._is_equal(name)
        return list(results.values())

    def _take_turn(self, name: str, policy: str | None) -> Turn:
        if self.engine is not None:
            self.engine.costs.clear()
        start = time.perf_counter()
        report = self.lake.refresh(name, policy=policy)[name]
        refresh = time.perf_counter() - start
        steps = {} if self.engine is None else dict(self.engine.costs)
        start = time.perf_counter()
        self.lake.sql(f"{self.replace_table.format(table='recomputed')} {self.queries[name]}")
        recompute = time.perf_counter() - start
        told = (report.strategy, report.reason, report.rows_in, report.rows_out)
        return Turn(*told, refresh, recompute, steps)

    def _is_equal(self, name: str) -> bool:
        """Compared with the query: a lake keeps some numbers of a small table as text."""
        views = [f"SELECT * FROM {name}", f"SELECT * FROM ({self.queries[name]}) AS q"]
        return all(
            not self.fetch(self.lake.sql(f"SELECT 1 FROM ({a} EXCEPT ALL {b}) AS d LIMIT 1"))
            for a, b in (views, views[::-1])
        )


@contextmanager
def open_bench(engine: str, data: Path, folder: Path, queries: dict[str, str]) -> Iterator[Bench]:
    if engine == "spark":
        with ds.open(f"spark:{folder / 'lake'}") as lake:
            for statement in create_tables(data, "spark"):
                lake.sql(statement)
            # Delta refuses some names of columns that the queries give.
            replace = (
                "CREATE OR REPLACE TABLE {table} USING delta "
                "TBLPROPERTIES ('delta.columnMapping.mode' = 'name') AS"
            )
            yield Bench(lake, queries, replace, lambda frame: frame.collect())
        return
    connection = connect_lake(str(folder / "lake.ducklake"), CATALOG)
    timed = TimedEngine(connection, CATALOG, "main", owned=True)
    with Lake(timed) as lake:
        for statement in create_tables(data, "duckdb"):
            lake.sql(statement)
        yield Bench(
            lake,
            queries,
            "CREATE OR REPLACE TABLE {table} AS",
            lambda found: found.fetchall(),
            timed,
        )


def peak_memory() -> int:
    """Of this process, in MB. (Spark's own is that of its Java, which is a child.)"""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) // 1024
