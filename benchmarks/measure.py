"""One case: change, refresh, recompute, in turns, each result checked against the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cases import Case
from tables import Size, change_lines, create_tables
from timed_engine import Cost, TimedEngine

from duckstream.engines.ducklake.connect import CATALOG, connect_lake
from duckstream.lake import Lake, View


@dataclass(frozen=True)
class Turn:
    """A refresh and a recompute after the same change."""

    strategy: str
    rows_in: int
    rows_out: int
    refresh: Cost
    recompute: Cost
    equal: bool
    costs: dict[str, Cost]


@dataclass(frozen=True)
class Result:
    case: Case
    reads: list[str]
    turns: list[Turn]

    @property
    def refresh(self) -> float:
        return min(turn.refresh.seconds for turn in self.turns)

    @property
    def recompute(self) -> float:
        return min(turn.recompute.seconds for turn in self.turns)

    @property
    def ratio(self) -> float:
        """How many times as long the recompute takes."""
        return self.recompute / self.refresh

    @property
    def best(self) -> Turn:
        return min(self.turns, key=lambda turn: turn.refresh.seconds)

    @property
    def equal(self) -> bool:
        return all(turn.equal for turn in self.turns)


def measure_case(case: Case, size: Size, repeat: int, folder: Path) -> Result:
    """The case in a lake of its own, so that no other view's writes are in its way."""
    connection = connect_lake(str(folder / f"{case.name}.ducklake"), CATALOG)
    engine = TimedEngine(connection, CATALOG, "main", owned=True)
    with Lake(engine) as lake:
        for statement in create_tables(size):
            lake.sql(statement)
        view = lake.create_view(case.name, case.sql, policy="strict")
        reads = _reads(view)
        turns = [_take_turn(lake, engine, view, case, size, batch) for batch in range(repeat)]
    return Result(case, reads, turns)


def _take_turn(
    lake: Lake, engine: TimedEngine, view: View, case: Case, size: Size, batch: int
) -> Turn:
    for statement in change_lines(size, batch):
        lake.sql(statement)
    engine.costs.clear()
    start = Cost.now()
    report = lake.refresh()[case.name]
    refresh = Cost.now() - start
    costs = dict(engine.costs)
    recompute = _time_recompute(lake, case)
    equal = bool(view.verify()) and _equal_to_recomputed(lake, case)
    return Turn(
        report.strategy,
        report.rows_in,
        report.rows_out,
        refresh,
        recompute,
        equal,
        costs,
    )


def _time_recompute(lake: Lake, case: Case) -> Cost:
    """The whole result into a table of the same lake: what one would do without duckstream."""
    start = Cost.now()
    lake.sql(f"CREATE OR REPLACE TABLE recomputed AS {case.sql}")
    return Cost.now() - start


def _equal_to_recomputed(lake: Lake, case: Case) -> bool:
    """`verify` looks at the view's own frontier; this at what the tables hold now."""
    differences = lake.sql(
        f"""
        SELECT COUNT(*) FROM (
            (FROM {case.name} EXCEPT ALL FROM recomputed)
            UNION ALL
            (FROM recomputed EXCEPT ALL FROM {case.name})
        )
        """
    ).fetchall()
    return differences == [(0,)]


def _reads(view: View) -> list[str]:
    """What `explain` says that a refresh reads when only the lines have changed."""
    after = view.explain(changed=["lines"]).partition("a refresh reads\n")[2]
    return [line.strip() for line in after.partition("\n\n")[0].splitlines()]
