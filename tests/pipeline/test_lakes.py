"""Where the lake of a project is."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckstream.pipeline.lakes import find_lake
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import read_project
from tests.pipeline.conftest import SPEC, Write

VIEW = "CREATE MATERIALIZED VIEW v AS SELECT 1 AS a"


def address(write: Write, engine: str, setting: str = "") -> str:
    extra = f"  duckstream.lake: {setting}\n" if setting else ""
    spec = write(spec=SPEC.replace("duckdb\n", f"duckdb\n{extra}"), v_sql=VIEW)
    return find_lake(read_project(str(spec)), engine).target


def test_it_is_in_the_storage(write: Write, tmp_path: Path) -> None:
    assert address(write, "duckdb") == f"ducklake:{tmp_path}/storage/lake.ducklake"
    assert address(write, "spark") == f"spark:{tmp_path}/storage/spark"


@pytest.mark.parametrize(
    ("engine", "setting", "found"),
    [
        ("duckdb", "ducklake:my.ducklake", "ducklake:{}/my.ducklake"),
        ("duckdb", "ducklake:sqlite:my.db", "ducklake:sqlite:{}/my.db"),
        ("duckdb", "ducklake:postgres:dbname=x", "ducklake:postgres:dbname=x"),
        ("spark", "spark:/data/lake", "spark:/data/lake"),
        ("spark", "sc://server:15002", "sc://server:15002"),
        # A lake of the other engine is not this one's.
        ("duckdb", "sc://server:15002", "ducklake:{}/storage/lake.ducklake"),
    ],
)
def test_or_where_the_project_says(
    write: Write, tmp_path: Path, engine: str, setting: str, found: str
) -> None:
    assert address(write, engine, f'"{setting}"') == found.format(tmp_path)


def test_or_where_spark_is_told_to_go(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_REMOTE", "sc://elsewhere")
    assert address(write, "spark") == "sc://elsewhere"


def test_a_lake_of_no_kind(write: Write) -> None:
    with pytest.raises(ProjectError, match="BAD_SETTING"):
        address(write, "duckdb", "oracle:x")
