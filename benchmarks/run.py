"""Refresh against recompute, timed, on DuckDB with a lake in a temporary folder.

    python benchmarks/run.py [--rows N] [--changes N] [--keys recent|random|both] [--repeat N]
        [--only VIEW] [--inserts-only] [--steps] [--json FILE]

Exit code 1 when a refreshed view is not equal to its query computed again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from cases import CASES
from measure import Result, measure_case
from rich.console import Console
from show import as_json, show_reads, show_results, show_steps
from tables import BATCHES, Size


def main() -> int:
    options = _parse()
    console = _console()
    kinds = ["recent", "random"] if options.keys == "both" else [options.keys]
    runs = []
    for keys in kinds:
        size = Size(options.rows, options.changes, keys, options.inserts_only)
        results = _measure(options, size)
        runs.append((size, results))
        show_results(console, results, size, options.repeat)
        if options.steps:
            show_steps(console, results)
    show_reads(console, runs[0][1])
    if options.json:
        content = [as_json(results, size, options.repeat) for size, results in runs]
        options.json.write_text(json.dumps(content, indent=2) + "\n")
    return 0 if all(result.equal for _, results in runs for result in results) else 1


def _measure(options: argparse.Namespace, size: Size) -> list[Result]:
    progress = Console(stderr=True)
    results = []
    for case in CASES:
        if options.only and case.name not in options.only:
            continue
        with (
            progress.status(f"{case.title}, {size.keys} keys"),
            tempfile.TemporaryDirectory(prefix="duckstream-bench-") as folder,
        ):
            results.append(measure_case(case, size, options.repeat, Path(folder)))
    return results


def _console() -> Console:
    """A log has no width of its own."""
    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=90)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Refresh against recompute, timed.")
    parser.add_argument("--rows", type=_from(100), default=1_000_000, help="rows of the table")
    parser.add_argument("--changes", type=_from(10), default=1_000, help="rows changed each time")
    parser.add_argument(
        "--repeat", type=_from(1), default=3, help="turns, of which the best counts"
    )
    parser.add_argument(
        "--only", action="append", choices=[case.name for case in CASES], help="this view alone"
    )
    parser.add_argument(
        "--keys",
        choices=["recent", "random", "both"],
        default="both",
        help="change rows of the last batch, or rows spread over the table",
    )
    parser.add_argument("--inserts-only", action="store_true", help="no updates and deletes")
    parser.add_argument("--steps", action="store_true", help="show the time of each statement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    options = parser.parse_args()
    # Each turn updates and deletes rows that no turn before it has touched.
    if options.changes * (options.repeat + 1) * BATCHES > options.rows:
        parser.error(f"--rows has to be {BATCHES} times larger than --changes times --repeat")
    return options


def _from(least: int):
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"at least {least}")
        return value

    return number


if __name__ == "__main__":
    sys.exit(main())
