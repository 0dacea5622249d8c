"""Whatever is wrong with a project: code 2, one clear message on stderr, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Invoke

SPEC = """\
name: shop
storage: storage
configuration:
  duckstream.engine: duckdb
libraries:
  - glob:
      include: views/**
"""
GOOD = "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;\n"
COMMANDS = ["run", "dry-run", "check", "graph", "status", "history", "verify", "explain"]


def call(invoke: Invoke, command: str, *more: str):
    return invoke(command, *(["a"] if command == "explain" else []), *more)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "spark-pipeline.yml").write_text(SPEC)
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "a.sql").write_text(GOOD)
    return tmp_path


def files(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def assert_refused(result, *words: str) -> None:
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("Error: [") == 1
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_no_project(invoke: Invoke, tmp_path: Path, command: str) -> None:
    assert_refused(call(invoke, command), "PIPELINE_SPEC_FILE_NOT_FOUND", "duckstream init")
    missing = call(invoke, command, "--spec", "missing.yml")
    assert_refused(missing, "PIPELINE_SPEC_FILE_DOES_NOT_EXIST", "missing.yml")
    assert files(tmp_path) == set()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("spark-pipeline.yml", "name: [", ["spark-pipeline.yml:1:8", "not valid YAML"]),
        ("spark-pipeline.yml", SPEC + "colour: red\n", ["'colour'", "the fields are"]),
        ("spark-pipeline.yml", SPEC.replace("duckdb", "oracle"), ["oracle", "spark, duckdb"]),
        (
            "views/b.sql",
            "CREATE MATERIALIZED VIEW b AS SELECT x FROM c;\n"
            "CREATE MATERIALIZED VIEW c AS SELECT x FROM b;",
            ["b reads c, c reads b", "views/b.sql:1:26"],
        ),
        ("views/b.sql", GOOD, ["a is defined twice", "views/a.sql:1:26", "views/b.sql:1:26"]),
        ("views/b.sql", "CREATE MATERIALIZED VIEW b AS\nSELECT x FROM", ["views/b.sql:2:", "SYNT"]),
        ("views/b.sql", "CREATE MATERIALIZED VIEW b AS 'x", ["views/b.sql", "cannot be read"]),
        ("views/b.sql", "DROP TABLE a", ["views/b.sql:1:1", "defines nothing"]),
        ("views/b.py", "def (", ["views/b.py:1:5", "not valid Python"]),
        ("views/b.txt", "", ["views/b.txt"]),
    ],
)
def test_a_project_that_is_wrong(
    invoke: Invoke, project: Path, command: str, file: str, text: str, words: list[str]
) -> None:
    (project / file).write_text(text)
    before = files(project)
    assert_refused(call(invoke, command), *words)
    assert files(project) == before


@pytest.mark.parametrize("command", ["status", "history", "verify"])
@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_no_lake(invoke: Invoke, project: Path, command: str, engine: str) -> None:
    before = files(project)
    result = call(invoke, command, "--engine", engine)
    assert_refused(result, "NO_LAKE", "duckstream run", "storage")
    assert files(project) == before


def test_a_storage_that_is_elsewhere(invoke: Invoke, project: Path) -> None:
    spec = SPEC.replace("storage: storage", "storage: s3a://bucket/lake")
    (project / "spark-pipeline.yml").write_text(spec)
    assert_refused(invoke("run"), "s3a://bucket/lake", "duckstream.lake")


def test_a_file_in_the_place_of_the_storage(invoke: Invoke, project: Path) -> None:
    (project / "storage").write_text("")
    assert_refused(invoke("run"), "NO_STORAGE", "storage")


def test_something_else_in_the_place_of_the_lake(invoke: Invoke, project: Path) -> None:
    (project / "storage").mkdir()
    (project / "storage" / "lake.ducklake").write_text("not a lake")
    for command in ("run", "dry-run", "status", "verify", "history"):
        assert_refused(call(invoke, command), "CANNOT_OPEN", "lake.ducklake")


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "--refresh", "b"],
        ["run", "--full-refresh", "a,b"],
        ["run", "--select", "+b"],
        ["run", "--full-refresh-all", "--refresh", "a"],
        ["run", "--full-refresh-all", "--full-refresh", "a"],
        ["run", "--policy", "never"],
        ["run", "--engine", "oracle"],
        ["run", "--watch", "0"],
        ["run", "--watch", "soon"],
        ["run", "more"],
        ["dry-run", "--select", "b"],
        ["dry-run", "--policy", "never"],
        ["check", "--baseline", "missing.json"],
        ["check", "--schema", "missing.sql"],
        ["check", "--engine", "oracle"],
        ["graph", "--format", "picture"],
        ["explain"],
        ["explain", "b"],
        ["history", "--limit", "0"],
        ["init"],
        ["init", "--name", ""],
        ["init", "--name", "../outside"],
        ["init", "--name", "views"],
    ],
)
def test_a_call_that_is_wrong(invoke: Invoke, project: Path, arguments: list[str]) -> None:
    before = files(project)
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert files(project) == before


def test_a_baseline_that_is_none(invoke: Invoke, project: Path) -> None:
    (project / "duckstream-baseline.json").write_text("[]")
    assert_refused(invoke("check"), "BAD_BASELINE", "--write-baseline")
