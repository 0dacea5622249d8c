"""`duckstream compile` prints the plan that `compile_ivm` makes, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import duckstream as ds
from tests.cli.conftest import Invoke, Run

VIEW = "SELECT region, SUM(amount) AS total FROM orders GROUP BY region"
TABLES = {"orders": {"region": "VARCHAR", "amount": "DECIMAL(10, 2)"}}


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "view.sql").write_text(VIEW)
    (tmp_path / "tables.json").write_text(json.dumps(TABLES))
    (tmp_path / "tables.sql").write_text(
        "-- the shop\n"
        "CREATE TABLE orders (region VARCHAR, amount DECIMAL(10, 2) NOT NULL, UNIQUE (region));"
        "CREATE INDEX i ON orders (region); INSERT INTO orders VALUES ('north', 1);"
    )


def test_the_script_is_that_of_the_library(invoke: Invoke) -> None:
    result = invoke("compile", "view.sql")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == ds.compile_ivm(VIEW).script()


def test_the_view_comes_from_standard_input(invoke: Invoke) -> None:
    assert invoke("compile", "-", stdin=VIEW).stdout == ds.compile_ivm(VIEW).script()


def test_a_byte_order_mark_is_no_part_of_the_sql(invoke: Invoke) -> None:
    marked = b"\xef\xbb\xbf" + VIEW.encode()
    assert invoke("compile", "-", stdin=marked).stdout == ds.compile_ivm(VIEW).script()


@pytest.mark.parametrize("file", ["tables.json", "tables.sql"])
def test_a_schema_file_gives_the_types(invoke: Invoke, file: str) -> None:
    result = invoke("compile", "view.sql", "--schema", file)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ds.compile_ivm(VIEW, schema=TABLES).script()
    assert result.stdout != ds.compile_ivm(VIEW).script()


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("raw.json", json.dumps({"raw": TABLES})),
        ("raw.sql", "CREATE TABLE raw.orders (region TEXT, amount DECIMAL(10, 2))"),
    ],
)
def test_a_schema_file_can_say_where_a_table_is(
    invoke: Invoke, tmp_path: Path, file: str, content: str
) -> None:
    (tmp_path / file).write_text(content)
    sql = VIEW.replace("orders", "raw.orders")
    result = invoke("compile", "-", "--schema", file, stdin=sql)
    assert result.exit_code == 0, result.stderr
    assert '"dl"."raw"."orders"' in result.stdout


@pytest.mark.parametrize("option", ["--name", "--table"])
def test_names_are_taken_over(invoke: Invoke, option: str) -> None:
    names = [option, "my view", "--catalog", "lake", "--mv-schema", "gold"]
    result = invoke("compile", "view.sql", *names)
    assert result.exit_code == 0, result.stderr
    assert 'CREATE TABLE "lake"."gold"."my view"' in result.stdout


def test_json_has_the_fields_of_the_plan(invoke: Invoke) -> None:
    result = invoke("compile", "view.sql", "--json")
    plan = ds.compile_ivm(VIEW)
    found = json.loads(result.stdout)
    assert found["maintain"] == plan.maintain
    assert found["query_mv"] == plan.query_mv
    assert found["features"] == ["aggregate"]
    assert set(found) == set(plan.__dataclass_fields__)


def test_no_engine_is_imported() -> None:
    code = (
        "import sys; sys.modules['duckdb'] = None; from duckstream.cli import app; "
        "app(['compile', '-'], standalone_mode=False)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], input=VIEW.encode(), capture_output=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.decode() == ds.compile_ivm(VIEW).script()


def test_text_is_utf_8_whatever_the_terminal_speaks(run: Run) -> None:
    sql = VIEW.replace("region", '"Größe_区"')
    found = run("compile", "-", stdin=sql.encode(), PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert "Größe_区" in found.stdout.decode("utf-8")


def test_colour_does_not_get_into_the_script(run: Run) -> None:
    found = run("compile", "view.sql", FORCE_COLOR="1", TERM="xterm-256color")
    assert found.stdout.decode() == ds.compile_ivm(VIEW).script()


def test_version_and_help(invoke: Invoke) -> None:
    assert invoke("--version").stdout.startswith("duckstream 0.")
    for arguments in (["--help"], ["compile", "--help"], ["demo", "--help"]):
        result = invoke(*arguments)
        assert result.exit_code == 0
        assert "Usage" in result.stdout
