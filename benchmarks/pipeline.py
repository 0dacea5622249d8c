"""TPC-H as a project: `duckstream run` against `spark-pipelines run` of the same folder, timed.

    python benchmarks/pipeline.py [--sf N] [--change SHARE] [--brief] [--data FOLDER]
        [--json FILE]

Each command is a process of its own, as a scheduler would start it, on a lake of its own with the
same tables: first with new views, then after a change, then with nothing changed. Exit code 1 when
a view differs from what `spark-pipelines` has computed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The queries and the generator are those of the tests.
sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from tpch_changes import Size, change  # noqa: E402

from duckstream.engines.delta.connect import open_folder  # noqa: E402
from duckstream.engines.delta.jars import delta_jars, spark_home  # noqa: E402
from duckstream.engines.delta.java import find_java  # noqa: E402
from duckstream.engines.delta.session import session_settings  # noqa: E402
from tests.tpch.data import create_tables, generate  # noqa: E402
from tests.tpch.tables import TABLES  # noqa: E402

QUERIES = {
    path.stem: path.read_text().strip().rstrip(";")
    for path in sorted((ROOT / "tests" / "tpch" / "queries").glob("*.sql"))
}
# Delta Lake refuses the name that this column of Q18 has without one.
NAMED = {"q18": ("sum(l_quantity)\nFROM", "sum(l_quantity) AS quantity\nFROM")}
ROUNDS = ("new views", "changed", "nothing changed")


@dataclass(frozen=True)
class Side:
    """One of the two commands, and the lake that it works on."""

    name: str
    command: list[str]
    lake: Path
    project: Path
    # Is Spark's own command told, like ours tells itself, that its Java is there for minutes only?
    brief: bool = False

    def run(self) -> float:
        """The seconds of the whole command."""
        start = time.perf_counter()
        found = subprocess.run(
            self.command,
            cwd=self.project,
            env=self._variables(),
            capture_output=True,
            text=True,
            check=False,
        )
        if found.returncode != 0:
            raise SystemExit(f"{' '.join(self.command)}:\n{found.stdout}\n{found.stderr}")
        return time.perf_counter() - start

    def _variables(self) -> dict[str, str]:
        """Spark's own command is given the settings of a local lake of ours."""
        conf = self.project / "conf"
        conf.mkdir(exist_ok=True)
        settings = session_settings(self.lake, delta_jars(), brief=self.brief)
        del settings["spark.master"]
        # What names no format is to be stored in the same one as ours.
        settings["spark.sql.sources.default"] = "delta"
        lines = (f"{key} {value}\n" for key, value in settings.items())
        (conf / "spark-defaults.conf").write_text("".join(lines))
        own = {
            **find_java().environment(),
            "SPARK_HOME": str(spark_home()),
            "SPARK_CONF_DIR": str(conf),
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
        }
        kept = {key: value for key, value in os.environ.items() if key not in own}
        return kept | {key: value for key, value in own.items() if value is not None}


def main() -> int:
    options = _parse()
    console = Console(highlight=False)
    progress = Console(stderr=True)
    with (
        tempfile.TemporaryDirectory(prefix="duckstream-pipeline-") as folder,
        progress.status("generating") as status,
    ):
        data = options.data or Path(folder) / "data"
        if not all((data / f"{table}.parquet").exists() for table in TABLES):
            data.mkdir(parents=True, exist_ok=True)
            generate(data, options.sf)
        sides = [
            _side(name, Path(folder), brief=options.brief)
            for name in ("spark-pipelines", "duckstream")
        ]
        seconds: dict[str, dict[str, float]] = {side.name: {} for side in sides}
        for number, round in enumerate(ROUNDS):
            for side in sides:
                status.update(f"{side.name}: {round}")
                _prepare(side.lake, data, Size(options.sf, options.change, "recent"), number)
                seconds[side.name][round] = side.run()
                progress.print(f"{side.name}, {round}: {seconds[side.name][round]:.1f} s")
        status.update("comparing")
        different = _compare(*(side.lake for side in sides))
    _show(console, seconds, different)
    if options.json:
        options.json.write_text(json.dumps({"seconds": seconds, "different": different}) + "\n")
    return 1 if different else 0


def _side(name: str, folder: Path, *, brief: bool = False) -> Side:
    project, lake = folder / name, folder / f"{name}-lake"
    files = project / "transformations"
    files.mkdir(parents=True)
    for view, sql in QUERIES.items():
        text = sql.replace(*NAMED[view]) if view in NAMED else sql
        (files / f"{view}.sql").write_text(f"CREATE MATERIALIZED VIEW {view} AS\n{text};\n")
    (project / "spark-pipeline.yml").write_text(
        f"name: tpch\nstorage: file://{project / 'storage'}\n"
        f"configuration:\n  duckstream.lake: spark:{lake}\n"
        "libraries:\n  - glob:\n      include: transformations/**\n"
    )
    scripts = Path(sys.executable).parent
    commands = {
        "duckstream": [str(scripts / "duckstream"), "run"],
        "spark-pipelines": [
            str(spark_home() / "bin" / "spark-pipelines"), "--remote", "local[2]", "run",
        ],
    }  # fmt: skip
    return Side(name, commands[name], lake, project, brief)


def _prepare(lake: Path, data: Path, size: Size, number: int) -> None:
    """The tables before the first round, a change before the second, nothing before the third."""
    statements = [create_tables(data, "spark"), change(size, 0), []][number]
    if statements:
        engine = open_folder(str(lake), None, None)
        for statement in statements:
            engine.execute(statement)
        engine.close()


def _compare(theirs: Path, ours: Path) -> list[str]:
    """The views that differ from what was computed."""
    engine = open_folder(str(ours), None, None)
    try:
        different = []
        for view in QUERIES:
            computed = f"SELECT * FROM delta.`{theirs / 'warehouse' / view}`"
            _, missing, extra = engine.count_differences(f"SELECT * FROM {view}", computed)
            if missing or extra:
                different.append(view)
        return different
    finally:
        engine.close()


def _show(console: Console, seconds: dict[str, dict[str, float]], different: list[str]) -> None:
    table = Table(title="22 queries of TPC-H, one command each time")
    table.add_column("")
    for name in seconds:
        table.add_column(f"{name} s", justify="right")
    table.add_column("ratio", justify="right")
    for round in ROUNDS:
        theirs, ours = (each[round] for each in seconds.values())
        table.add_row(round, f"{theirs:.1f}", f"{ours:.1f}", f"{theirs / ours:.2f}")
    console.print(table)
    console.print(f"different: {', '.join(different)}" if different else "all views are equal")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A project of TPC-H's queries, timed.")
    parser.add_argument("--sf", type=float, default=1, help="TPC-H's scale factor")
    parser.add_argument(
        "--change", type=float, default=0.001, help="share of the orders that come, and that go"
    )
    parser.add_argument(
        "--brief",
        action="store_true",
        help="spark-pipelines without Java's second compiler too, as duckstream starts it",
    )
    parser.add_argument(
        "--data", type=Path, help="folder of the generated files, made if they are not there"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
