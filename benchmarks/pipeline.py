"""The 22 queries of TPC-H as one project: `duckstream run` against `spark-pipelines run`.

    python benchmarks/pipeline.py [--sf N] [--change SHARE] [--keys recent|random] [--data FOLDER]

Both run the same folder on Spark over Delta Lake, each on a lake of its own with the same tables.
The time is that of a run after the start of Spark. duckstream runs in one process, first after it
was started, then warm, as under `duckstream watch`; `spark-pipelines` has a new process for each
run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tpch import QUERIES  # noqa: E402
from tpch_changes import Size, change  # noqa: E402

import duckstream as ds  # noqa: E402
from duckstream.engines.delta.jars import delta_jars, spark_home  # noqa: E402
from duckstream.engines.delta.java import find_java  # noqa: E402
from duckstream.engines.delta.session import session_settings, stop_session  # noqa: E402
from duckstream.pipeline.choose import Wanted  # noqa: E402
from duckstream.pipeline.project import Project, read_project  # noqa: E402
from duckstream.pipeline.run import ProjectRun  # noqa: E402
from tests.tpch.data import create_tables, generate  # noqa: E402

# Delta Lake refuses the name that this column has by itself.
UNNAMED = "sum(l_quantity)\nFROM"


def main() -> int:
    options = _parse()
    size = Size(options.sf, options.change, options.keys)
    with tempfile.TemporaryDirectory(prefix="duckstream-pipeline-") as name:
        folder = Path(name)
        data = options.data or folder / "data"
        if not data.exists():
            data.mkdir()
            generate(data, options.sf)
        spec = _write_project(folder / "project")
        ours = _run_duckstream(spec, folder / "ours", data, size)
        theirs = _run_pipelines(spec, folder / "theirs", data, size)
    for label, seconds in {**ours, **theirs}.items():
        print(f"{label:50} {seconds:8.1f} s")
    return 0


def _write_project(folder: Path) -> Path:
    (folder / "transformations").mkdir(parents=True)
    for name, sql in QUERIES.items():
        named = sql.replace(UNNAMED, UNNAMED.replace("\n", " AS sum_quantity\n"))
        file = folder / "transformations" / f"{name}.sql"
        file.write_text(f"CREATE MATERIALIZED VIEW {name} AS\n{named};\n")
    spec = folder / "spark-pipeline.yml"
    storage = (folder / "storage").resolve().as_uri()
    libraries = "libraries:\n  - glob:\n      include: transformations/**\n"
    spec.write_text(f"name: tpch\nstorage: {storage}\n{libraries}")
    return spec


def _load(lake: ds.Lake, data: Path) -> None:
    for statement in create_tables(data, "spark"):
        lake.sql(statement)


def _run_duckstream(spec: Path, folder: Path, data: Path, size: Size) -> dict[str, float]:
    project = read_project(str(spec))
    found = {}
    with ds.open(f"spark:{folder}") as lake:
        _load(lake, data)
        found["duckstream: all views created"] = _time(project, lake)
    stop_session()
    with ds.open(f"spark:{folder}") as lake:
        _change(lake, size, 0)
        found["duckstream: changed, first run of a process"] = _time(project, lake)
        found["duckstream: nothing changed"] = _time(project, lake)
        for turn in (1, 2):
            _change(lake, size, turn)
            found[f"duckstream: changed, run {turn + 1}"] = _time(project, lake)
    stop_session()
    return found


def _time(project: Project, lake: ds.Lake) -> float:
    start = time.perf_counter()
    report = ProjectRun(project, lake, Wanted(project.views())).go()
    seconds = time.perf_counter() - start
    if report.failed:
        sys.exit("\n".join(f"{view}: {report[view].error}" for view in report.failed))
    return seconds


def _change(lake: ds.Lake, size: Size, turn: int) -> None:
    for statement in change(size, turn):
        lake.sql(statement)


def _run_pipelines(spec: Path, folder: Path, data: Path, size: Size) -> dict[str, float]:
    with ds.open(f"spark:{folder}") as lake:
        _load(lake, data)
    stop_session()
    found = {}
    for label in ("created", "again, nothing changed"):
        started, ended = _spark_pipelines(spec, folder)
        found[f"spark-pipelines: {label}"] = ended - started
        found[f"spark-pipelines: start before it ({label})"] = started
    return found


def _spark_pipelines(spec: Path, folder: Path) -> tuple[float, float]:
    """Seconds until the run begins, and until it is over."""
    settings = session_settings(folder, delta_jars())
    settings |= {"spark.sql.sources.default": "delta"}
    settings.pop("spark.app.name")
    arguments = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    command = [Path(sys.executable).with_name("spark-pipelines"), *arguments, "run"]
    java = {k: v for k, v in find_java().environment().items() if v is not None}
    variables = {**os.environ, **java, "SPARK_HOME": str(spark_home())}
    variables["PYSPARK_PYTHON"] = sys.executable
    start = time.perf_counter()
    process = subprocess.Popen(
        [*map(str, command), "--spec", str(spec)],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    started, lines = 0.0, []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if "Starting run" in line and not started:
            started = time.perf_counter() - start
    if process.wait() != 0:
        sys.exit("".join(lines[-30:]))
    return started, time.perf_counter() - start


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sf", type=float, default=1.0)
    parser.add_argument("--change", type=float, default=0.001)
    parser.add_argument("--keys", choices=["recent", "random"], default="recent")
    parser.add_argument("--data", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
