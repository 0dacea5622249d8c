"""The change grows from a ten-thousandth to half of a table: where does the policy auto switch?

    python benchmarks/growth.py [--engine duckdb|spark] [--rows N] [--repeat N]

A view over a join with an aggregation is kept three times: by the change alone, by computing it
anew, and by the policy auto. After each change all three are refreshed, in changing order, and of
the turns the best counts. Exit code 1 when a view is not equal to its query computed again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

import duckstream as ds
from duckstream.lake import Lake

SHARES = (0.0001, 0.001, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5)
POLICIES = {"applied": "strict", "anew": "full", "chosen": "auto"}
VIEW = """
    SELECT o.region, o.day, SUM(l.price * l.quantity) AS revenue, COUNT(*) AS lines
    FROM lines AS l JOIN orders AS o ON o.id = l.order_id
    GROUP BY o.region, o.day
"""
# What the two engines do not have in common.
OPEN = {"duckdb": "ducklake:{folder}/lake.ducklake", "spark": "spark:{folder}/lake"}
CREATE = {
    "duckdb": "CREATE TABLE {name} AS {select} FROM range({rows}) AS numbers (id)",
    "spark": "CREATE TABLE {name} USING delta AS {select} FROM range({rows})",
}
# A prime: its multiples spread over the table.
PRIME = 1_000_003


@dataclass
class Point:
    """One size of the change: the best seconds of each way, and what auto did."""

    share: float
    seconds: dict[str, float] = field(default_factory=dict)
    strategies: list[str] = field(default_factory=list)
    predicted: float = 0.0
    reason: str = ""

    @property
    def ratio(self) -> float:
        """How many times as long auto takes as the better of the two."""
        return self.seconds["chosen"] / min(self.seconds["applied"], self.seconds["anew"])


def main() -> int:
    options = _parse()
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    progress = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="duckstream-bench-") as folder:
        with progress.status(f"writing {options.rows:,} rows"):
            lake = ds.open(OPEN[options.engine].format(folder=Path(folder)))
            _create_tables(lake, options)
        with lake:
            for name, policy in POLICIES.items():
                lake.create_view(name, VIEW, policy=policy)
            points = []
            for share in SHARES:
                with progress.status(f"{share:.2%} changed"):
                    points.append(_measure(lake, share, len(points), options.repeat))
            explained = _predicted(lake.view("chosen").explain())
            equal = all(lake.view(name).verify() for name in POLICIES)
    _show(console, points, options)
    console.print(_switch(points))
    console.print(f"The largest ratio is {max(point.ratio for point in points):.2f}x.")
    console.print(f"The views are {'equal to' if equal else 'NOT EQUAL to'} their query.\n")
    console.print(
        "What explain says in the end:", explained.partition("predicted to take")[2][:120]
    )
    return 0 if equal else 1


def _create_tables(lake: Lake, options: argparse.Namespace) -> None:
    orders = max(options.rows // 10, 1)
    tables = {
        "lines": (
            options.rows,
            f"SELECT id, id * 7919 % {orders} AS order_id, 1 + id * 31 % 5 AS quantity, "
            "CAST(id * 17 % 10000 / 100 AS DECIMAL(10, 2)) AS price",
        ),
        "orders": (orders, "SELECT id, concat('region ', id % 20) AS region, id * 13 % 365 AS day"),
    }
    for name, (rows, select) in tables.items():
        lake.sql(CREATE[options.engine].format(name=name, select=select, rows=rows))


def _measure(lake: Lake, share: float, number: int, repeat: int) -> Point:
    point = Point(share)
    for turn in range(number * repeat, (number + 1) * repeat):
        spread = f"(id * 7919 + {turn} * 104729) % {PRIME}"
        lake.sql(
            f"UPDATE lines SET quantity = quantity % 7 + 1 WHERE {spread} < {int(share * PRIME)}"
        )
        names = list(POLICIES)
        for name in names[turn % 3 :] + names[: turn % 3]:
            start = time.perf_counter()
            # Without a look at the change, which a view of the policy full takes.
            report = lake.refresh(name, full=["anew"] if name == "anew" else ())[name]
            seconds = time.perf_counter() - start
            point.seconds[name] = min(seconds, point.seconds.get(name, seconds))
            if name == "chosen":
                point.strategies.append(report.strategy)
                point.predicted, point.reason = report.predicted_seconds or 0.0, report.reason
    return point


def _predicted(explained: str) -> str:
    """The part of an explanation that tells what a refresh takes."""
    return explained.partition("a refresh is predicted to take\n")[2].partition("\n\n")[0]


def _switch(points: list[Point]) -> str:
    """Between which sizes auto goes over to computing anew."""
    for before, after in zip([None, *points], points, strict=False):
        if after.strategies[-1] == "full":
            begin = "the smallest change" if before is None else f"{before.share:.2%}"
            return f"auto switches between {begin} and {after.share:.2%}: {after.reason}."
    return "auto does not switch."


def _show(console: Console, points: list[Point], options: argparse.Namespace) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for header in ("updated", "incremental s", "recompute s", "auto s", "predicted s", "ratio"):
        table.add_column(header, justify="right")
    table.add_column("auto took")
    for point in points:
        table.add_row(
            f"{point.share:.2%}",
            *(f"{point.seconds[name]:.3f}" for name in POLICIES),
            f"{point.predicted:.3f}",
            f"{point.ratio:.2f}x",
            ", ".join(dict.fromkeys(point.strategies)),
        )
    console.print(
        f"\n{options.engine}: a join with an aggregation over {options.rows:,} rows; "
        f"best of {options.repeat}. The ratio is that of auto to the better of the others.\n"
    )
    console.print(table)
    console.print()


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Where the policy auto switches, timed.")
    parser.add_argument("--engine", choices=OPEN, default="duckdb")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table")
    parser.add_argument("--repeat", type=int, default=3, help="turns, of which the best counts")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
