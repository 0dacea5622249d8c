"""The results as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from measure import Result
from rich import box
from rich.console import Console
from rich.table import Table
from tables import Size
from timed_engine import Cost

# What is shorter is summed up as `other`.
SHORTEST_STEP = 0.001
WHERE = {"recent": "among the last rows written", "random": "spread over the whole table"}


def show_results(console: Console, results: Sequence[Result], size: Size, repeat: int) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("view", no_wrap=True)
    for header in ("rows\nread", "rows\nwritten", "refresh\ns", "recompute\ns", "ratio"):
        table.add_column(header, justify="right")
    table.add_column("result", vertical="bottom")
    for result in results:
        table.add_row(
            result.case.title,
            f"{result.best.rows_in}",
            f"{result.best.rows_out}",
            f"{result.refresh:.3f}",
            f"{result.recompute:.3f}",
            f"{result.ratio:.2f}x",
            "equal" if result.equal else "DIFFERS",
        )
    kinds = "inserts" if size.inserts_only else "inserts, updates, deletes"
    console.print(
        f"\n{size.rows:,} rows, {size.changes:,} changed before each refresh ({kinds}), "
        f"{WHERE[size.keys]}; best of {repeat}. A ratio above 1 says that the refresh is faster."
    )
    console.print()
    console.print(table)


def show_reads(console: Console, results: Sequence[Result]) -> None:
    console.print("\nWhat a refresh reads after a change of lines, as explain says:")
    for result in results:
        console.print(f"  {result.case.title}")
        for line in result.reads:
            console.print(f"    {line}", soft_wrap=True)


def show_steps(console: Console, results: Sequence[Result]) -> None:
    """Where the fastest refresh of each view spent its time."""
    for result in results:
        whole = result.best.refresh
        console.print(f"\n{result.case.title}: the fastest refresh, ms on the clock and of CPU")
        for label, cost in [*steps_of(result).items(), ("the whole refresh", whole)]:
            console.print(
                f"  {cost.seconds * 1000:7.1f} {cost.cpu * 1000:7.1f}  {label}", soft_wrap=True
            )


def steps_of(result: Result) -> dict[str, Cost]:
    """The costs by statement, in the order in which they were first run; short ones together."""
    turn = result.best
    shown = {k: cost for k, cost in turn.costs.items() if cost.seconds >= SHORTEST_STEP}
    statements = sum(turn.costs.values(), Cost())
    shown["other statements"] = statements - sum(shown.values(), Cost())
    shown["Python"] = turn.refresh - statements
    return shown


def as_json(results: Sequence[Result], size: Size, repeat: int) -> dict[str, Any]:
    return {
        "rows": size.rows,
        "keys": size.keys,
        "changes": size.changes,
        "inserts_only": size.inserts_only,
        "repeat": repeat,
        "cases": [
            {
                "name": result.case.name,
                "title": result.case.title,
                "sql": " ".join(result.case.sql.split()),
                "reads": result.reads,
                "strategy": result.best.strategy,
                "rows_in": result.best.rows_in,
                "rows_out": result.best.rows_out,
                "refresh": [asdict(turn.refresh) for turn in result.turns],
                "recompute": [asdict(turn.recompute) for turn in result.turns],
                "ratio": result.ratio,
                "equal": result.equal,
                "refresh_by_statement": {k: asdict(c) for k, c in steps_of(result).items()},
            }
            for result in results
        ],
    }
