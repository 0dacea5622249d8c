"""Whatever is wrong with a call: code 2, one clear message on stderr, nothing on stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import Result

import duckstream.cli.compile as compile_command
from duckstream.cli.failures import report
from duckstream.errors import RefreshError
from tests.cli.conftest import Invoke, Run

VIEW = "SELECT region, COUNT(*) AS n FROM orders GROUP BY region"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "view.sql").write_text(VIEW)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.sql").write_text("")
    (tmp_path / "blank.sql").write_text(" \n\t\n")
    (tmp_path / "latin.sql").write_bytes("SELECT 'é' AS e FROM t".encode("latin-1"))
    (tmp_path / "utf16.sql").write_bytes("SELECT 1 AS a".encode("utf-16"))
    (tmp_path / "binary.sql").write_bytes(bytes(range(256)))
    (tmp_path / "tables.txt").write_text("CREATE TABLE orders (region TEXT)")


def assert_refused(result: Result, *words: str) -> None:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert "\x1b" not in result.stderr
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("missing.sql", "no such file"),
        ("no/such/folder/view.sql", "no such file"),
        ("folder", "a folder, not a file"),
        ("view.sql/view.sql", "cannot be read"),
        ("empty.sql", "is empty"),
        ("blank.sql", "is empty"),
        ("latin.sql", "not UTF-8"),
        ("utf16.sql", "not UTF-8"),
        ("binary.sql", "not UTF-8"),
        ("x" * 5000, "cannot be read"),
    ],
)
def test_a_file_that_is_no_view(invoke: Invoke, file: str, reason: str) -> None:
    result = invoke("compile", file)
    assert_refused(result, file, reason)
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "view.sql").chmod(0)
    assert_refused(invoke("compile", "view.sql"), "view.sql", "Permission denied")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "not valid JSON"),
        ("", "is empty"),
        ("[]", "not an object"),
        ('"orders"', "not an object"),
        ("null", "not an object"),
        ("{}", "no table"),
        ('{"orders": {}}', "no columns"),
        ('{"orders": []}', "orders is not an object"),
        ('{"orders": {"region": 5}}', "orders.region"),
        ('{"orders": {"region": null}}', "orders.region"),
        ('{"orders": {"region": "DECIMAL(("}}', "orders.region"),
        ('{"orders": {"region": "INT; DROP TABLE t"}}', "orders.region"),
        ('{"orders": {"region": ""}}', "orders.region"),
        ('{"orders": {"a": "INT", "b": {"c": "INT"}}}', "orders.a is not an object"),
        ('{"orders": {"a": {"b": {"c": {"d": "INT"}}}}}', "nested too deeply"),
        ('{"orders": {"a": "INT"}, "orders": {"b": "INT"}}', "there twice"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_json_schema_that_is_none(
    invoke: Invoke, tmp_path: Path, content: str, reason: str
) -> None:
    (tmp_path / "schema.json").write_text(content)
    result = invoke("compile", "view.sql", "--schema", "schema.json")
    assert_refused(result, "schema.json", reason)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("SELECT 1", "no CREATE TABLE"),
        ("-- nothing", "no CREATE TABLE"),
        ("CREATE VIEW v AS SELECT 1", "no CREATE TABLE"),
        ("CREATE TABLE orders AS SELECT 1 AS region", "does not name its columns"),
        ("CREATE TABLE orders", "does not name its columns"),
        ("CREATE TABLE orders (region TEXT", "not valid SQL"),
        ("CREATE TABLE orders (region 'text)", "not valid SQL"),
        ("CREATE TABLE t (a INT); CREATE TABLE t (a INT)", "there twice"),
        ("CREATE TABLE t (a INT, a TEXT)", "there twice"),
    ],
)
def test_a_sql_schema_that_is_none(
    invoke: Invoke, tmp_path: Path, content: str, reason: str
) -> None:
    (tmp_path / "schema.sql").write_text(content)
    result = invoke("compile", "view.sql", "--schema", "schema.sql")
    assert_refused(result, "schema.sql", reason)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("schema", ["tables.txt", "folder", "missing.json", "missing.sql", "-"])
def test_a_schema_file_of_another_kind(invoke: Invoke, schema: str) -> None:
    assert_refused(invoke("compile", "view.sql", "--schema", schema), schema)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELEC 1", ["SYNTAX"]),
        ("SELECT a FROM", ["SYNTAX"]),
        ("SELECT 'a FROM t", ["SYNTAX"]),
        ("SELECT 1; SELECT 2", ["SEVERAL_STATEMENTS"]),
        ("DELETE FROM t", ["NOT_A_SELECT"]),
        ("-- nothing but a comment", ["SYNTAX"]),
        ("SELECT region\nFROM orders\nWHERE random() < 0.5", ["line 3", "^"]),
        ("(" * 5000 + "SELECT 1" + ")" * 5000, []),
        ("SELECT " + "-" * 20_000 + "1 AS a", []),
        ("SELECT " + "(" * 20_000 + "1" + ")" * 20_000 + " AS a", []),
    ],
)
def test_sql_that_is_no_view(invoke: Invoke, sql: str, words: list[str]) -> None:
    assert_refused(invoke("compile", "-", stdin=sql), "standard input" if words else "", *words)


def test_an_unknown_table_and_column_are_named(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps({"orders": {"id": "INT"}}))
    schema = ["--schema", "schema.json"]
    assert_refused(invoke("compile", "view.sql", *schema), "view.sql", "region", "line 1")
    result = invoke("compile", "-", *schema, stdin="SELECT id FROM customers")
    assert_refused(result, "customers")


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile"],
        ["compile", "view.sql", "view.sql"],
        ["compile", "view.sql", "--schema"],
        ["compile", "view.sql", "--no-such-option"],
        ["compile", "view.sql", "--name", ""],
        ["compile", "view.sql", "--catalog", " "],
        ["compile", "view.sql", "--mv-schema", ""],
        ["compile", "view.sql", "--name", "a\udcffb"],
        ["compile", "view.sql", "--dialect", "klingon"],
        ["compile", "view.sql", "--dialect", ""],
        ["compile", ""],
        ["compil", "view.sql"],
        ["demo", "--engine", "oracle"],
        ["demo", "--keep", "view.sql"],
        ["demo", "--keep", "."],
        ["demo", "--keep", "view.sql/inside"],
        ["demo", "and more"],
        ["--no-such-option"],
        [],
    ],
)
def test_a_call_that_is_wrong(invoke: Invoke, arguments: list[str]) -> None:
    result = invoke(*arguments)
    assert_refused(result)
    assert result.stderr.strip()


def test_as_a_process_of_its_own(run: Run) -> None:
    found = run("compile", "missing.sql")
    assert (found.returncode, found.stdout) == (2, b"")
    assert found.stderr.decode() == "Error: missing.sql: no such file\n"


def test_a_bug_is_reported_without_a_traceback(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(compile_command, "compile_ivm", fail)
    result = invoke("compile", "view.sql")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "KeyError" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_refresh_that_failed_is_not_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(RefreshError("REFRESH_FAILED", "view v: no")) == 1
    assert capsys.readouterr().err == "Error: [REFRESH_FAILED] view v: no\n"


def test_an_interrupt_has_the_exit_code_of_the_shell(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compile_command, "compile_ivm", interrupt)
    result = invoke("compile", "view.sql")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")
def test_a_result_that_nobody_reads() -> None:
    command = [sys.executable, "-m", "duckstream", "compile", "-"]
    reading, writing = os.pipe()
    os.close(reading)
    unread = subprocess.run(
        command, input=VIEW.encode(), stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (unread.returncode, unread.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_result_that_cannot_be_written() -> None:
    command = [sys.executable, "-m", "duckstream", "compile", "-"]
    with open("/dev/full", "wb") as full:
        found = subprocess.run(
            command, input=VIEW.encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert found.returncode == 1
    assert b"No space left" in found.stderr
    assert b"Traceback" not in found.stderr
    assert found.stderr.count(b"\n") == 1
