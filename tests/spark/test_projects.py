"""Projects on Spark: the very folder that `spark-pipelines` runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duckstream.engines.delta.connect import open_session
from duckstream.engines.delta.jars import spark_home
from duckstream.engines.delta.java import find_java
from duckstream.lake import Lake
from duckstream.pipeline.choose import Wanted
from duckstream.pipeline.project import read_project
from duckstream.pipeline.run import ProjectRun
from tests.equivalence import spark

pytestmark = [*spark.MARKS]


@pytest.fixture
def lake() -> Iterator[Lake]:
    """A schema of its own. The session is the one that the files of a project find active."""
    session = spark.session()
    session.sql("CREATE SCHEMA projects")
    session.sql("USE projects")
    yield Lake(open_session(session, None, None))
    session.sql("USE default")
    session.sql("DROP SCHEMA projects CASCADE")


def spark_pipelines(folder: Path, *arguments: str) -> None:
    """Spark's own command, as its users call it; tables go to the folder `warehouse`."""
    conf = folder / "conf"
    conf.mkdir(exist_ok=True)
    (conf / "spark-defaults.conf").write_text(
        f"spark.sql.warehouse.dir {folder / 'warehouse'}\nspark.ui.enabled false\n"
    )
    variables = {
        **find_java().environment(),
        "SPARK_HOME": str(spark_home()),
        "SPARK_CONF_DIR": str(conf),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    kept = {k: v for k, v in os.environ.items() if k not in variables}
    found = subprocess.run(
        [str(spark_home() / "bin" / "spark-pipelines"), "--remote", "local[2]", *arguments],
        cwd=folder / "shop" if (folder / "shop").exists() else folder,
        env=kept | {k: v for k, v in variables.items() if v is not None},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr


def rows(lake: Lake, sql: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in lake.sql(sql).collect())


def strategies(lake: Lake, spec: Path) -> dict[str, str]:
    project = read_project(str(spec))
    report = ProjectRun(project, lake, Wanted(project.views(), policy="incremental")).go()
    assert not report.failed, str(report)
    return {name: view.strategy for name, view in report.items()}


def test_the_project_of_spark_pipelines_init(lake: Lake, tmp_path: Path) -> None:
    """Both examples untouched: the same rows; and what is then kept, and how."""
    spark_pipelines(tmp_path, "init", "--name", "shop")
    spark_pipelines(tmp_path, "run")
    spec = tmp_path / "shop" / "spark-pipeline.yml"
    python, sql = "example_python_materialized_view", "example_sql_materialized_view"
    assert strategies(lake, spec) == {python: "full", sql: "full"}
    for view in (python, sql):
        theirs = spark.session().read.parquet(str(tmp_path / "warehouse" / view)).collect()
        assert rows(lake, f"SELECT * FROM {view}") == sorted(tuple(row) for row in theirs)

    lake.sql("CREATE TABLE orders (id INT, amount INT) USING DELTA")
    lake.sql("INSERT INTO orders VALUES (1, 2), (2, 5)")
    (spec.parent / "transformations" / "more.sql").write_text(
        "CREATE MATERIALIZED VIEW total AS SELECT SUM(amount) AS total FROM orders;"
        "CREATE STREAMING TABLE log AS SELECT id FROM STREAM(orders);"
        "CREATE VIEW logged AS SELECT id FROM log;"
        "CREATE MATERIALIZED VIEW n AS SELECT COUNT(*) AS n FROM logged;"
    )
    assert strategies(lake, spec)["total"] == "full"
    quiet = strategies(lake, spec)
    assert quiet == {python: "full", sql: "no_op", "total": "no_op", "log": "no_op", "n": "no_op"}
    lake.sql("INSERT INTO orders VALUES (3, 9)")
    lake.sql("DELETE FROM orders WHERE id = 1")
    changed = strategies(lake, spec)
    assert (changed["total"], changed["log"], changed["n"]) == ("incremental",) * 3
    assert rows(lake, "SELECT * FROM total") == [(14,)]
    assert rows(lake, "SELECT * FROM log") == [(1,), (2,), (3,)]
    assert rows(lake, "SELECT * FROM n") == [(3,)]


@pytest.mark.whole
def test_the_command_and_the_demo_on_a_spark_of_their_own(tmp_path: Path) -> None:
    def call(*arguments: str) -> Any:
        found = subprocess.run(
            [sys.executable, "-m", "duckstream", *arguments, "--json"],
            capture_output=True,
            cwd=tmp_path,
            timeout=900,
            check=False,
        )
        assert (found.returncode, found.stderr) == (0, b""), found.stdout
        return json.loads(found.stdout)

    demo = call("demo", "--engine", "spark", "--lines", "4000", "--keep", "shop")
    assert [engine["equal"] for engine in demo["engines"]] == [True]
    for round in demo["engines"][0]["rounds"]:
        assert "full" not in {view["strategy"] for view in round["views"]}
    spec = ("--spec", "shop/spark-pipeline.yml")
    assert {view["strategy"] for view in call("run", *spec)["views"]} == {"no_op"}
    assert all(view["equal"] for view in call("verify", *spec)["views"])
    assert {view["fresh"] for view in call("status", *spec)["views"]} == {True}
