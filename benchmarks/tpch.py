"""The 22 queries of TPC-H: refresh against recompute, timed.

    python benchmarks/tpch.py [--engine duckdb|spark] [--sf N] [--change SHARE]
        [--keys recent|random] [--policy auto|strict] [--only q01] [--repeat N] [--alone]
        [--steps] [--data FOLDER] [--json FILE] [--plot FILE]

Exit code 1 when a refreshed view is not equal to its query computed again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The queries and the generator are those of the tests.
sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402
from tpch_changes import Size  # noqa: E402
from tpch_measure import Measured, open_bench, peak_memory  # noqa: E402
from tpch_show import as_json, draw_plot, show_results, show_steps  # noqa: E402

from tests.tpch.data import generate  # noqa: E402
from tests.tpch.tables import TABLES  # noqa: E402

QUERIES = {
    path.stem: path.read_text().strip().rstrip(";")
    for path in sorted((ROOT / "tests" / "tpch" / "queries").glob("*.sql"))
}


def main() -> int:
    options = _parse()
    size = Size(options.sf, options.change, options.keys)
    measured = _measure(options, size)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    show_results(console, measured, size, options)
    if options.steps:
        show_steps(console, measured.results)
    console.print(f"\npeak memory: {peak_memory():,} MB")
    if options.json:
        content = as_json(measured, size, options, peak_memory())
        options.json.write_text(json.dumps(content, indent=2) + "\n")
    if options.plot:
        options.plot.write_text(draw_plot(measured.results, size, options))
    return 0 if all(result.equal for result in measured.results) else 1


def _measure(options: argparse.Namespace, size: Size) -> Measured:
    console = Console(stderr=True)
    queries = {n: sql for n, sql in QUERIES.items() if not options.only or n in options.only}
    with (
        console.status("generating") as status,
        tempfile.TemporaryDirectory(prefix="duckstream-tpch-") as folder,
    ):
        data = options.data or Path(folder) / "data"
        if not all((data / f"{table}.parquet").exists() for table in TABLES):
            data.mkdir(parents=True, exist_ok=True)
            generate(data, options.sf)
        status.update("loading")
        with open_bench(options.engine, data, Path(folder), queries) as bench:
            return bench.measure(
                size, options.repeat, options.policy, status.update, alone=options.alone
            )


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="TPC-H: refresh against recompute, timed.")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--sf", type=float, default=1, help="TPC-H's scale factor")
    parser.add_argument(
        "--change", type=float, default=0.001, help="share of the orders that come, and that go"
    )
    parser.add_argument(
        "--keys",
        choices=["recent", "random"],
        default="recent",
        help="orders at the end of the keys, or spread over all of them",
    )
    parser.add_argument("--policy", default="strict", help="of the refresh")
    parser.add_argument("--repeat", type=int, default=3, help="turns, of which the best counts")
    parser.add_argument("--only", action="append", choices=list(QUERIES), help="this query alone")
    parser.add_argument(
        "--alone", action="store_true", help="refresh each view by itself, not all in one run"
    )
    parser.add_argument("--steps", action="store_true", help="show the time of each statement")
    parser.add_argument(
        "--data", type=Path, help="folder of the generated files, made if they are not there"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw them there, as SVG")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
