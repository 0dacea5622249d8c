"""The commands on a project: what they print, and with which exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import duckstream as ds
from tests.cli.conftest import Invoke, Run

SPEC = """\
name: shop
storage: storage
configuration:
  duckstream.engine: duckdb
libraries:
  - glob:
      include: views/**
"""
VIEWS = """\
CREATE MATERIALIZED VIEW revenue COMMENT 'by region' AS
SELECT region, SUM(amount) AS total FROM orders GROUP BY region;
CREATE MATERIALIZED VIEW best AS SELECT region FROM revenue WHERE total > 10;
"""


@pytest.fixture(autouse=True)
def shop(tmp_path: Path) -> Path:
    """A project with a lake that has a table, and no views yet."""
    (tmp_path / "spark-pipeline.yml").write_text(SPEC)
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "shop.sql").write_text(VIEWS)
    (tmp_path / "storage").mkdir()
    sql(tmp_path, "CREATE TABLE orders (region VARCHAR, amount INT)")
    sql(tmp_path, "INSERT INTO orders VALUES ('north', 10), ('south', 20)")
    return tmp_path


def sql(folder: Path, text: str) -> list[tuple[Any, ...]]:
    with ds.open(f"ducklake:{folder / 'storage' / 'lake.ducklake'}") as lake:
        found = lake.sql(text)
        return sorted(found.fetchall()) if found is not None else []


def answer(result: Result) -> Any:
    """What a command says with --json, and nothing else on stdout."""
    return json.loads(result.stdout)


def test_run_and_everything_after_it(invoke: Invoke, shop: Path) -> None:
    first = invoke("run")
    assert (first.exit_code, first.stderr) == (0, ""), first.output
    assert "revenue" in first.stdout
    assert sql(shop, "FROM best") == [("south",)]
    sql(shop, "INSERT INTO orders VALUES ('north', 5)")

    status = answer(invoke("status", "--json"))
    assert [(v["view"], v["fresh"]) for v in status["views"]] == [
        ("revenue", False),
        ("best", True),
    ]
    assert status["views"][0]["rows_behind"] == 1
    assert "behind" in invoke("status").stdout

    foretold = answer(invoke("dry-run", "--json"))
    assert [v["strategy"] for v in foretold["views"]] == ["incremental", "incremental"]
    assert sql(shop, "FROM best") == [("south",)]

    run = answer(invoke("run", "--json"))
    assert [v["strategy"] for v in run["views"]] == ["incremental", "incremental"]
    assert run["failed"] == []
    assert sql(shop, "FROM best") == [("north",), ("south",)]

    verified = answer(invoke("verify", "--json"))
    assert [v["equal"] for v in verified["views"]] == [True, True]
    history = answer(invoke("history", "best", "--json"))
    assert [r["kind"] for r in history["records"]] == ["verify", "refresh", "create"]
    assert "verify" in invoke("history", "--limit", "3").stdout


def test_explain_with_and_without_a_lake(invoke: Invoke, shop: Path) -> None:
    before = invoke("explain", "revenue")
    assert "from the project alone" in before.stderr
    assert before.stdout.startswith("view revenue (policy auto)")
    invoke("run")
    after = invoke("explain", "revenue", "--sql")
    assert after.stderr == ""
    assert "SELECT" in after.stdout
    assert "from the change alone" in answer(invoke("explain", "revenue", "--json"))["explained"]


def test_the_graph(invoke: Invoke) -> None:
    assert invoke("graph").stdout.splitlines()[-1] == "  best <- revenue"
    assert "-->" in invoke("graph", "--format", "mermaid").stdout
    views = answer(invoke("graph", "--json"))["views"]
    assert [(v["name"], v["reads"], v["tables"]) for v in views] == [
        ("revenue", [], ["orders"]),
        ("best", ["revenue"], []),
    ]
    assert views[0]["comment"] == "by region"


def test_a_failed_view_has_exit_code_1(invoke: Invoke, shop: Path) -> None:
    more = "CREATE MATERIALIZED VIEW bad AS SELECT x FROM orders;"
    (shop / "views" / "more.sql").write_text(more)
    result = invoke("run")
    assert result.exit_code == 1
    assert "views/more.sql:1:40" in result.stderr
    assert "^" in result.stderr
    assert sql(shop, "FROM best") == [("south",)]
    assert invoke("dry-run").exit_code == 1


def test_a_view_that_was_tampered_with(invoke: Invoke, shop: Path) -> None:
    invoke("run")
    sql(shop, "DELETE FROM _ivm_revenue WHERE region = 'north'")
    result = invoke("verify")
    assert result.exit_code == 1
    assert "different" in result.stdout
    assert "1 rows missing" in result.stderr


def test_check_is_a_gate(invoke: Invoke, shop: Path) -> None:
    assert invoke("check").exit_code == 0
    written = invoke("check", "--write-baseline")
    assert written.exit_code == 0
    baseline = json.loads((shop / "duckstream-baseline.json").read_text())
    assert baseline["views"]["best"]["strategy"] == "incremental"
    worse = VIEWS.replace("total > 10", "total > random()")
    (shop / "views" / "shop.sql").write_text(worse)
    result = invoke("check")
    assert result.exit_code == 1
    assert "best was incremental, and is now refused" in result.stderr
    assert "views/shop.sql:3:" in result.stderr
    assert "RANDOM()" in result.stderr.upper()
    found = answer(invoke("check", "--json"))
    assert found["lost"] == ["best"]


def test_check_needs_no_engine_and_no_data(shop: Path) -> None:
    code = (
        "import sys; sys.modules['duckdb'] = sys.modules['pyspark'] = None; "
        "from duckstream.cli import app; app(['check'], standalone_mode=False)"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, cwd=shop, check=False)
    assert (found.returncode, found.stderr) == (0, b"")


def test_check_takes_the_tables_from_a_file(invoke: Invoke, shop: Path) -> None:
    (shop / "tables.sql").write_text("CREATE TABLE orders (region STRING, amount INT)")
    star = VIEWS + "CREATE MATERIALIZED VIEW copy AS SELECT * FROM orders;"
    (shop / "views" / "shop.sql").write_text(star)
    unknown = answer(invoke("check", "--json"))["views"]
    assert [v["strategy"] for v in unknown] == ["incremental", "incremental", "unknown"]
    told = answer(invoke("check", "--schema", "tables.sql", "--json"))["views"]
    assert [v["strategy"] for v in told] == ["incremental"] * 3
    (shop / "spark-pipeline.yml").write_text(
        SPEC.replace("duckdb\n", "duckdb\n  duckstream.schema: tables.sql\n")
    )
    assert answer(invoke("check", "--json"))["views"] == told


def test_init_makes_a_project_that_runs(invoke: Invoke, tmp_path: Path) -> None:
    made = invoke("init", "--name", "new one")
    assert made.exit_code == 0, made.stderr
    assert "cd new one" in made.stdout
    spec = str(tmp_path / "new one" / "spark-pipeline.yml")
    first = answer(invoke("run", "--spec", spec, "--engine", "duckdb", "--json"))
    assert [v["strategy"] for v in first["views"]] == ["full", "full"]
    again = answer(invoke("run", "--spec", spec, "--engine", "duckdb", "--json"))
    assert [v["strategy"] for v in again["views"]] == ["no_op", "no_op"]
    assert invoke("check", "--spec", spec).exit_code == 0


def test_a_dry_run_without_a_lake_makes_none(invoke: Invoke, tmp_path: Path) -> None:
    invoke("init", "--name", "fresh")
    spec = tmp_path / "fresh" / "spark-pipeline.yml"
    for engine in ("duckdb", "spark"):
        result = invoke("dry-run", "--spec", str(spec), "--engine", engine)
        assert result.exit_code == 0, result.stderr
    assert list((spec.parent / "pipeline-storage").iterdir()) == []


def test_colour_only_where_it_is_wanted(run: Run) -> None:
    colourful = run("graph", "--format", "text", FORCE_COLOR="1")
    assert b"\x1b" not in colourful.stdout
    forced = run("check", FORCE_COLOR="1", TERM="xterm-256color")
    assert b"\x1b" in forced.stdout
    plain = run("check", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color")
    assert b"\x1b[3" not in plain.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_watch_runs_until_it_is_stopped(shop: Path) -> None:
    command = [sys.executable, "-m", "duckstream", "run", "--watch", "0.1", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=shop
    ) as process:
        deadline = time.monotonic() + 60
        assert process.stdout is not None
        seen = b""
        while seen.count(b'"failed": []') < 2 and time.monotonic() < deadline:
            seen += process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert seen.count(b'"no_op"') == 2
