"""The strategy of every view, without an engine and without data."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckstream.pipeline.check import (
    Checked,
    check_project,
    find_lost,
    read_baseline,
    write_baseline,
)
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import read_project
from tests.pipeline.conftest import Write

VIEWS = """\
CREATE TEMPORARY VIEW large AS SELECT id, region, amount FROM orders WHERE amount > 5;
CREATE MATERIALIZED VIEW revenue AS
SELECT region, SUM(amount) AS total FROM large GROUP BY region;
CREATE MATERIALIZED VIEW best AS SELECT region FROM revenue WHERE total > 100;
CREATE STREAMING TABLE log AS SELECT id, amount FROM STREAM(orders);
CREATE VIEW logged AS SELECT id FROM log;
CREATE MATERIALIZED VIEW n AS SELECT COUNT(*) AS n FROM logged;
CREATE MATERIALIZED VIEW anew TBLPROPERTIES ('duckstream.policy' = 'full') AS
SELECT id FROM orders;
"""


def check(write: Write, text: str, engine: str, **schema: dict[str, str]) -> dict[str, Checked]:
    project = read_project(str(write(v_sql=text)))
    return {found.view: found for found in check_project(project, engine, schema or None)}


@pytest.mark.parametrize("engine", ["spark", "duckdb"])
def test_every_kind_of_view(write: Write, engine: str) -> None:
    strategies = {name: c.strategy for name, c in check(write, VIEWS, engine).items()}
    assert strategies == {
        "revenue": "incremental",
        "best": "incremental",
        "log": "append",
        "n": "incremental",
        "anew": "full",
    }


def test_with_types_less_is_computed_again(write: Write) -> None:
    columns = {"id": "INT", "region": "STRING", "amount": "INT"}
    assert check(write, VIEWS, "spark")["revenue"].reason == "by affected groups"
    assert check(write, VIEWS, "spark", orders=columns)["revenue"].reason == "by the change alone"


@pytest.mark.parametrize("engine", ["spark", "duckdb"])
def test_what_cannot_be_kept_is_told_with_operator_and_place(write: Write, engine: str) -> None:
    text = "CREATE MATERIALIZED VIEW v AS\nSELECT id\nFROM orders\nWHERE amount < now()"
    found = check(write, text, engine)["v"]
    assert found.strategy == "refused"
    assert (found.place.line, found.place.column) == (4, 16)
    assert "now" in found.reason.lower()


def test_a_place_in_a_translated_text_is_one_in_the_file(write: Write) -> None:
    text = "CREATE MATERIALIZED VIEW v AS\nSELECT date_format(d, 'yyyy') AS y,\n  now() AS n FROM t"
    found = check(write, text, "duckdb")["v"]
    assert str(found.place) == "transformations/v.sql:3:3"


def test_a_place_in_a_temporary_view_is_one_in_its_file(write: Write) -> None:
    text = (
        "CREATE TEMP VIEW a AS\n  SELECT id, random() AS r FROM orders;\n"
        "CREATE MATERIALIZED VIEW v AS SELECT r FROM a"
    )
    found = check(write, text, "spark")["v"]
    assert str(found.place) == "transformations/v.sql:2:14"


def test_what_needs_the_columns_of_tables_is_unknown(write: Write) -> None:
    text = "CREATE MATERIALIZED VIEW v AS SELECT * FROM orders"
    found = check(write, text, "spark")["v"]
    assert found.strategy == "unknown"
    assert "duckstream.schema" in str(found.error)
    assert check(write, text, "spark", orders={"id": "INT"})["v"].strategy == "incremental"


def test_a_python_function_is_full_on_spark_alone(write: Write) -> None:
    code = (
        "from pyspark import pipelines as dp\n"
        "@dp.materialized_view\ndef a():\n    return spark.range(3)\n"
    )
    project = read_project(str(write(v_py=code)))
    assert [c.strategy for c in check_project(project, "spark")] == ["full"]
    assert [c.strategy for c in check_project(project, "duckdb")] == ["refused"]


def test_a_view_that_was_incremental_and_is_not(write: Write, tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    write_baseline(baseline, list(check(write, VIEWS, "spark").values()))
    known = read_baseline(baseline)
    same = check(write, VIEWS, "spark")
    assert find_lost(list(same.values()), known) == []
    worse = check(write, VIEWS.replace("total > 100", "total > rand()"), "spark")
    assert [found.view for found in find_lost(list(worse.values()), known)] == ["best"]


@pytest.mark.parametrize(
    ("changed", "words", "column"),
    [
        ("SELECT region, RANK() OVER (ORDER BY total) AS r FROM revenue", "PARTITION BY", 49),
        (
            "SELECT region FROM revenue WHERE total > (SELECT AVG(total) FROM revenue)",
            "GROUP BY",
            83,
        ),
    ],
)
def test_what_has_no_keys_any_more_is_lost_too(
    write: Write, tmp_path: Path, changed: str, words: str, column: int
) -> None:
    baseline = tmp_path / "baseline.json"
    write_baseline(baseline, list(check(write, VIEWS, "spark").values()))
    before = "SELECT region FROM revenue WHERE total > 100"
    worse = check(write, VIEWS.replace(before, changed), "spark")
    (lost,) = find_lost(list(worse.values()), read_baseline(baseline))
    assert (lost.view, lost.strategy, lost.whole) == ("best", "incremental", True)
    assert words in lost.reason
    assert (lost.place.line, lost.place.column) == (4, column)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"views": {"a": 1}}'])
def test_a_baseline_that_is_none(tmp_path: Path, content: str) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(content)
    with pytest.raises(ProjectError, match="BAD_BASELINE"):
        read_baseline(file)
