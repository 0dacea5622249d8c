"""The results as a table for people, as JSON for programs, and as a drawing."""

from __future__ import annotations

import argparse
import math
import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from tpch_changes import Size
from tpch_measure import Measured, Result

WHERE = {"recent": "the last keys", "random": "keys spread over all"}
SHORTEST_STEP = 0.002


def show_results(
    console: Console, measured: Measured, size: Size, options: argparse.Namespace
) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("query")
    table.add_column("strategy")
    for header in ("rows\nread", "rows\nwritten", "refresh\ns", "recompute\ns", "ratio"):
        table.add_column(header, justify="right")
    table.add_column("choice")
    table.add_column("result")
    for result in measured.results:
        table.add_row(
            result.name,
            result.best.strategy,
            f"{result.best.rows_in}",
            f"{result.best.rows_out}",
            f"{result.refresh:.3f}",
            f"{result.recompute:.3f}",
            f"{result.ratio:.2f}x",
            "right" if result.chose_well else "wrong",
            "equal" if result.equal else "DIFFERS",
        )
    table.add_section()
    rest = measured.run - sum(result.refresh for result in measured.results)
    if rest > 0:
        table.add_row("stages", "", "", "", f"{rest:.3f}")
    ratio = f"{measured.recompute / measured.run:.2f}x"
    table.add_row("total", "", "", "", f"{measured.run:.3f}", f"{measured.recompute:.3f}", ratio)
    console.print(
        f"\nTPC-H on {options.engine}, scale factor {size.factor:g}: {size.orders:,} orders "
        f"come and as many go with their lines before each refresh, {WHERE[size.keys]}; "
        f"policy {options.policy}; {'each by itself' if options.alone else 'all in one run'}; "
        f"best of {options.repeat}. "
        "A ratio above 1 says that the refresh is faster.\n"
    )
    console.print(table)
    console.print(f"\ngeometric mean of the ratios: {_mean_ratio(measured.results):.2f}x")


def show_steps(console: Console, results: Sequence[Result]) -> None:
    """Where the fastest refresh of each view spent its time."""
    for result in results:
        console.print(f"\n{result.name}: {result.refresh * 1000:.0f} ms")
        for label, cost in result.best.steps.items():
            if cost.seconds >= SHORTEST_STEP:
                console.print(f"  {cost.seconds * 1000:7.1f}  {label}")


def as_json(
    measured: Measured, size: Size, options: argparse.Namespace, memory: int
) -> dict[str, Any]:
    packages = ["duckdb"] if options.engine == "duckdb" else ["pyspark", "delta-spark"]
    return {
        "engine": options.engine,
        "versions": {name: version(name) for name in packages},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "scale_factor": size.factor,
        "change": size.share,
        "orders_inserted_and_deleted": size.orders,
        "keys": size.keys,
        "policy": options.policy,
        "repeat": options.repeat,
        "alone": options.alone,
        "refresh_total": measured.run,
        "recompute_total": measured.recompute,
        "geometric_mean_ratio": _mean_ratio(measured.results),
        "peak_memory_mb": memory,
        "queries": [
            {
                "query": result.name,
                "strategy": result.best.strategy,
                "reason": result.best.reason,
                "rows_in": result.best.rows_in,
                "rows_out": result.best.rows_out,
                "refresh": result.refresh,
                "recompute": result.recompute,
                "ratio": result.ratio,
                "equal": result.equal,
                "steps": {label: cost.seconds for label, cost in result.best.steps.items()},
            }
            for result in measured.results
        ],
    }


def draw_plot(results: Sequence[Result], size: Size, options: argparse.Namespace) -> str:
    """Two bars per query, as SVG."""
    longest = max(max(r.refresh, r.recompute) for r in results)
    left, line, width = 50, 30, 600
    rows = []
    for number, result in enumerate(results):
        top = 40 + number * line
        rows.append(f'<text x="0" y="{top + 16}">{result.name}</text>')
        bars = ((result.refresh, "#1b7837"), (result.recompute, "#bbbbbb"))
        for place, (seconds, colour) in enumerate(bars):
            length = max(seconds / longest * width, 1)
            y = top + place * 11
            rows.append(
                f'<rect x="{left}" y="{y}" width="{length:.1f}" height="10" fill="{colour}"/>'
                f'<text x="{left + length + 4:.1f}" y="{y + 9}" font-size="9">'
                f"{seconds * 1000:.0f} ms</text>"
            )
    title = (
        f"TPC-H on {options.engine}, scale factor {size.factor:g}, {size.share:%} of orders, "
        f"{WHERE[size.keys]}: refresh (green), recompute (grey)"
    )
    height = 50 + len(results) * line
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 80}" height="{height}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>'
        f'\n<text x="0" y="16">{title}</text>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def _mean_ratio(results: Sequence[Result]) -> float:
    """Of those that had anything to do: the others would be infinitely fast."""
    ratios = [r.ratio for r in results if r.best.strategy != "no_op"]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0
