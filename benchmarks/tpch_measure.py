"""The 22 queries as views of one lake: change, then per view refresh and recompute, in turns."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from timed_engine import Cost, TimedEngine
from tpch_changes import Size, change

import duckstream as ds
from duckstream.engines.ducklake.connect import CATALOG, connect_lake
from duckstream.lake import Lake
from duckstream.refresh.report import ViewReport
from tests.tpch.data import create_tables


@dataclass(frozen=True)
class Turn:
    """A refresh and a recompute after the same change."""

    strategy: str
    reason: str
    rows_in: int
    rows_out: int
    refresh: float
    recompute: float = 0.0
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


@dataclass(frozen=True)
class Measured:
    """The results by query, and how long the fastest run took that refreshed all of them."""

    results: list[Result]
    run: float

    @property
    def recompute(self) -> float:
        return sum(result.recompute for result in self.results)


@dataclass
class Bench:
    """One lake with its views."""

    lake: Lake
    queries: dict[str, str]
    # Makes a table of the query that follows; and computes it again into the same table.
    make_table: str
    fill_table: str
    # What a view is compared with.
    expected: str
    engine: TimedEngine | None = None

    def measure(
        self,
        size: Size,
        repeat: int,
        policy: str | None,
        progress: Callable[[str], None],
        *,
        alone: bool,
    ) -> Measured:
        results = {name: Result(name) for name in self.queries}
        for name, sql in self.queries.items():
            progress(f"creating {name}")
            self.lake.create_view(name, sql, policy="auto")
            make = self.make_table.format(table=f"recomputed_{name}")
            self.lake.sql(f"{make} SELECT * FROM ({sql}) AS q LIMIT 0")
        runs = []
        for number in range(repeat):
            for statement in change(size, number):
                self.lake.sql(statement)
            start = time.perf_counter()
            refreshed = {} if alone else self._refresh_all(policy)
            runs.append(time.perf_counter() - start)
            for name, result in results.items():
                progress(f"round {number + 1} of {repeat}: {name}")
                turn = refreshed[name] if name in refreshed else self._refresh(name, policy)
                result.turns.append(replace(turn, recompute=self._recompute(name)))
                result.equal = result.equal and self._is_equal(name)
        each = list(results.values())
        return Measured(each, sum(r.refresh for r in each) if alone else min(runs))

    def _refresh_all(self, policy: str | None) -> dict[str, Turn]:
        """All views in one run: what a table has changed is read once, for the first that asks."""
        self._forget_steps()
        report = self.lake.refresh(policy=policy)
        return {name: _turn(report[name], self._steps(name)) for name in self.queries}

    def _refresh(self, name: str, policy: str | None) -> Turn:
        self._forget_steps()
        start = time.perf_counter()
        report = self.lake.refresh(name, policy=policy)[name]
        seconds = time.perf_counter() - start
        return _turn(replace(report, seconds=seconds), self._steps(""))

    def _recompute(self, name: str) -> float:
        start = time.perf_counter()
        self.lake.sql(f"{self.fill_table.format(table=f'recomputed_{name}')} {self.queries[name]}")
        return time.perf_counter() - start

    def _forget_steps(self) -> None:
        if self.engine is not None:
            self.engine.costs.clear()

    def _steps(self, name: str) -> dict[str, Cost]:
        costs = {} if self.engine is None else self.engine.costs
        return {label: cost for label, cost in costs.items() if name in label}

    def _is_equal(self, name: str) -> bool:
        expected = self.expected.format(name=name, query=self.queries[name])
        stored = f"SELECT * FROM {name}"
        _, missing, extra = self.lake.engine.count_differences(stored, expected)
        return not missing and not extra


def _turn(report: ViewReport, steps: dict[str, Cost]) -> Turn:
    told = (report.strategy, report.reason, report.rows_in, report.rows_out)
    return Turn(*told, refresh=report.seconds, steps=steps)


@contextmanager
def open_bench(engine: str, data: Path, folder: Path, queries: dict[str, str]) -> Iterator[Bench]:
    if engine == "spark":
        with ds.open(f"spark:{folder / 'lake'}") as lake:
            for statement in create_tables(data, "spark"):
                lake.sql(statement)
            # Delta refuses some names of columns that the queries give, unless it maps them; and
            # of such a table it writes no feed.
            make_table = (
                "CREATE TABLE {table} USING delta TBLPROPERTIES "
                "(delta.columnMapping.mode = 'name', delta.enableChangeDataFeed = false) AS"
            )
            fill_table = "INSERT OVERWRITE {table}"
            yield Bench(lake, queries, make_table, fill_table, "SELECT * FROM recomputed_{name}")
        return
    connection = connect_lake(str(folder / "lake.ducklake"), CATALOG)
    timed = TimedEngine(connection, CATALOG, "main", owned=True)
    with Lake(timed) as lake:
        for statement in create_tables(data, "duckdb"):
            lake.sql(statement)
        yield Bench(
            lake,
            queries,
            "CREATE TABLE {table} AS",
            "CREATE OR REPLACE TABLE {table} AS",
            # A lake keeps some numbers of a small table as text.
            "SELECT * FROM ({query}) AS q",
            timed,
        )


def peak_memory() -> int:
    """Of this process, in MB. (Spark's own is that of its Java, which is a child.)"""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) // 1024
