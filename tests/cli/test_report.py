"""`duckstream report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import duckstream as ds
from tests.cli.conftest import Invoke


@pytest.fixture
def lake(tmp_path: Path) -> str:
    target = f"ducklake:{tmp_path / 'shop.ducklake'}"
    with ds.open(target) as lake:
        lake.sql("CREATE TABLE t (a INT)")
        lake.create_view("totals", "SELECT SUM(a) AS total FROM t")
    return target


def test_it_writes_a_page_and_says_where(invoke: Invoke, lake: str) -> None:
    result = invoke("report", lake, "--output", "page.html")
    assert result.exit_code == 0, result.output
    assert result.stdout == "page.html\n"
    assert "totals" in Path("page.html").read_text("utf-8")


def test_the_usual_name_of_the_file(invoke: Invoke, lake: str) -> None:
    result = invoke("report", lake, "--json")
    assert json.loads(result.stdout) == {"file": "report.html"}
    assert Path("report.html").exists()


def test_the_lake_of_a_project(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    assert invoke("init", "--name", "shop").exit_code == 0
    monkeypatch.chdir("shop")
    early = invoke("report", "--engine", "duckdb")
    assert early.exit_code == 2
    assert "NO_LAKE" in early.stderr
    assert invoke("run", "--engine", "duckdb").exit_code == 0
    assert invoke("report", "--engine", "duckdb").exit_code == 0
    assert "example_totals" in Path("report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ducklake:nowhere.ducklake"], "there is no lake nowhere.ducklake"),
        (["ducklake:sqlite:nowhere.sqlite"], "there is no lake sqlite:nowhere.sqlite"),
        (["spark:nowhere"], "there is no lake nowhere"),
        (["shop.ducklake"], "is not a lake"),
        (["{lake}", "--engine", "duckdb"], "for the lake of a project"),
        ([], "PIPELINE_SPEC_FILE_NOT_FOUND"),
        (["{lake}", "--output", "nowhere/page.html"], "there is no folder nowhere"),
        (["{lake}", "--output", "."], "is a folder"),
    ],
)
def test_a_wrong_call_is_told_and_writes_nothing(
    invoke: Invoke, lake: str, arguments: list[str], said: str
) -> None:
    before = set(Path().iterdir())
    result = invoke("report", *(argument.format(lake=lake) for argument in arguments))
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert set(Path().iterdir()) == before


def test_a_file_that_is_no_lake(invoke: Invoke) -> None:
    Path("notes.txt").write_text("no lake")
    result = invoke("report", "ducklake:notes.txt")
    assert result.exit_code == 2
    assert "CANNOT_OPEN" in result.stderr
    assert not Path("report.html").exists()
