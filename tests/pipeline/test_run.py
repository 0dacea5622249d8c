"""Running projects on DuckLake: what each run does to each view, and the rows afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duckstream.lake import Lake
from duckstream.pipeline.choose import choose
from duckstream.pipeline.lakes import find_lake, open_project_lake
from duckstream.pipeline.preview import preview_run
from duckstream.pipeline.project import Project, read_project
from duckstream.pipeline.run import ProjectRun
from duckstream.refresh.report import RefreshReport
from tests.pipeline.conftest import SPEC, Write

SHOP = """
CREATE TEMPORARY VIEW large AS SELECT region, amount FROM orders WHERE amount > 5;
CREATE MATERIALIZED VIEW revenue AS
SELECT region, SUM(amount) AS total FROM large GROUP BY region;
CREATE MATERIALIZED VIEW best AS SELECT region FROM revenue WHERE total > 10;
"""


class Running:
    """A project and its lake, opened once."""

    def __init__(self, spec: Path) -> None:
        self.spec = spec
        self.lake: Lake = open_project_lake(self.project, find_lake(self.project, "duckdb"))

    @property
    def project(self) -> Project:
        return read_project(str(self.spec))

    def run(self, **chosen: Any) -> RefreshReport:
        project = self.project
        return ProjectRun(project, self.lake, choose(project, **chosen)).go()

    def strategies(self, **chosen: Any) -> dict[str, str]:
        return {name: report.strategy for name, report in self.run(**chosen).items()}

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return sorted(self.lake.sql(sql).fetchall(), key=str)


@pytest.fixture
def start(write: Write) -> Iterator[Any]:
    """A running project of these files, with a table of orders."""
    opened: list[Running] = []

    def begin(**files: str) -> Running:
        running = Running(write(**files))
        opened.append(running)
        running.lake.sql("CREATE TABLE orders (id INT, region VARCHAR, amount INT)")
        running.lake.sql("INSERT INTO orders VALUES (1, 'north', 10), (2, 'south', 2)")
        return running

    yield begin
    for running in opened:
        running.lake.close()


def test_created_then_untouched_then_incremental(start: Any) -> None:
    shop = start(shop_sql=SHOP)
    assert shop.strategies() == {"revenue": "full", "best": "full"}
    assert shop.strategies() == {"revenue": "no_op", "best": "no_op"}
    shop.lake.sql("INSERT INTO orders VALUES (3, 'south', 20)")
    assert shop.strategies() == {"revenue": "incremental", "best": "incremental"}
    assert shop.rows("FROM revenue") == [("north", 10), ("south", 20)]
    assert shop.rows("FROM best") == [("south",)]


def test_nothing_is_written_where_nothing_changed(start: Any) -> None:
    text = SHOP + "CREATE VIEW plain AS SELECT region FROM best;"
    shop = start(shop_sql=text)
    shop.run()
    before = shop.lake.engine.snapshot()
    shop.run()
    assert shop.lake.engine.snapshot() == before


def test_a_changed_view_is_computed_again(start: Any, write: Write) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    write(shop_sql=SHOP.replace("> 10", ">= 10"))
    report = shop.run()
    assert (report["best"].strategy, report["best"].reason) == (
        "full",
        "its definition was changed",
    )
    assert report["revenue"].strategy == "no_op"
    assert shop.rows("FROM best") == [("north",)]


def test_a_changed_temporary_view_changes_its_readers(start: Any, write: Write) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    write(shop_sql=SHOP.replace("amount > 5", "amount > 1"))
    assert shop.run()["revenue"].strategy == "full"
    assert shop.rows("FROM revenue") == [("north", 10), ("south", 2)]


def test_a_strict_view_is_only_replaced_when_asked_for(start: Any, write: Write) -> None:
    strict = SHOP.replace("VIEW best", "VIEW best TBLPROPERTIES ('duckstream.policy' = 'strict')")
    shop = start(shop_sql=strict)
    shop.run()
    write(shop_sql=strict.replace("> 10", ">= 10"))
    assert "VIEW_EXISTS" in str(shop.run()["best"].error)
    assert shop.strategies(full=["best"]) == {"best": "full"}
    assert shop.lake.view("best").definition.policy == "strict"
    assert shop.rows("FROM best") == [("north",)]


def test_another_policy_is_taken_over(start: Any, write: Write) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    write(spec=SPEC.replace("duckdb\n", "duckdb\n  duckstream.policy: strict\n"), shop_sql=SHOP)
    assert shop.strategies() == {"revenue": "no_op", "best": "no_op"}
    assert shop.lake.view("best").definition.policy == "strict"


def test_only_what_is_chosen_is_refreshed(start: Any) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    shop.lake.sql("INSERT INTO orders VALUES (3, 'south', 20)")
    assert shop.strategies(refresh=["best"]) == {"best": "no_op"}
    assert shop.rows("FROM best") == []
    assert list(shop.strategies(select=["+best"])) == ["revenue", "best"]
    assert shop.strategies(full=["revenue"]) == {"revenue": "full"}
    assert shop.strategies(full_all=True) == {"revenue": "full", "best": "full"}


def test_a_policy_for_one_run(start: Any) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    shop.lake.sql("INSERT INTO orders VALUES (3, 'south', 20)")
    assert shop.run(policy="full")["revenue"].strategy == "full"


def test_a_failing_view_stops_only_its_readers(start: Any) -> None:
    text = (
        "CREATE MATERIALIZED VIEW a AS SELECT id\nFROM missing;\n"
        "CREATE MATERIALIZED VIEW b AS SELECT id FROM a;\n"
        "CREATE MATERIALIZED VIEW c AS SELECT id FROM b;\n"
        "CREATE MATERIALIZED VIEW d AS SELECT id FROM orders;"
    )
    shop = start(v_sql=text)
    report = shop.run()
    assert {n: r.strategy for n, r in report.items()} == {
        "a": "failed",
        "b": "skipped",
        "c": "skipped",
        "d": "full",
    }
    assert "transformations/v.sql:2:6" in str(report["a"].error)
    assert report["b"].reason == "reads a, which failed"
    assert "a" in report["c"].reason
    assert shop.rows("FROM d") == [(1,), (2,)]


def test_a_failure_in_a_refresh_stops_only_its_readers(start: Any) -> None:
    text = (
        "CREATE MATERIALIZED VIEW a AS SELECT CAST(region AS INT) AS r FROM words;\n"
        "CREATE MATERIALIZED VIEW b AS SELECT r FROM a;\n"
        "CREATE MATERIALIZED VIEW c AS SELECT id FROM orders;"
    )
    shop = start(
        v_sql=text, spec=SPEC.replace("duckdb\n", "duckdb\n  duckstream.dialect: duckdb\n")
    )
    shop.lake.sql("CREATE TABLE words (region VARCHAR)")
    shop.run()
    shop.lake.sql("INSERT INTO words VALUES ('x')")
    shop.lake.sql("INSERT INTO orders VALUES (3, 'south', 20)")
    assert shop.strategies() == {"a": "failed", "b": "skipped", "c": "incremental"}


def test_streams_are_appended_to(start: Any) -> None:
    text = """
    CREATE STREAMING TABLE log AS SELECT o.id, o.amount, r.name
    FROM STREAM(orders) AS o JOIN regions AS r ON r.code = o.region;
    CREATE FLOW older AS INSERT INTO log BY NAME
    SELECT amount, id, 'old' AS name FROM STREAM old_orders WHERE amount > 0;
    CREATE VIEW logged AS SELECT id FROM log;
    CREATE MATERIALIZED VIEW n AS SELECT COUNT(*) AS n FROM logged;
    """
    shop = start(v_sql=text)
    shop.lake.sql("CREATE TABLE regions AS SELECT * FROM (VALUES ('north', 'N')) AS t(code, name)")
    shop.lake.sql("CREATE TABLE old_orders AS SELECT 100 AS id, 7 AS amount")
    assert shop.strategies() == {"log": "incremental", "n": "full"}
    assert shop.rows("FROM log") == [(1, 10, "N"), (100, 7, "old")]
    assert shop.strategies() == {"log": "no_op", "n": "no_op"}
    shop.lake.sql("DELETE FROM orders WHERE id = 1")
    shop.lake.sql("INSERT INTO orders VALUES (3, 'north', 20), (4, 'south', 1)")
    shop.lake.sql("INSERT INTO old_orders VALUES (101, 0), (102, 1)")
    assert shop.strategies() == {"log": "incremental", "n": "incremental"}
    assert shop.rows("FROM log") == [(1, 10, "N"), (100, 7, "old"), (102, 1, "old"), (3, 20, "N")]
    assert shop.rows("FROM n") == [(4,)]
    assert shop.strategies(full=["log"]) == {"log": "incremental"}
    assert shop.rows("FROM log") == [(100, 7, "old"), (102, 1, "old"), (3, 20, "N")]


def test_a_stream_whose_table_was_recreated_says_so(start: Any) -> None:
    shop = start(v_sql="CREATE STREAMING TABLE log AS SELECT id FROM STREAM(orders)")
    shop.run()
    shop.lake.sql("DROP TABLE orders")
    shop.lake.sql("CREATE TABLE orders AS SELECT 9 AS id")
    report = shop.run()["log"]
    assert report.strategy == "failed"
    assert "--full-refresh log" in str(report.error)
    assert shop.run(full=["log"])["log"].strategy == "incremental"
    assert shop.rows("FROM log") == [(9,)]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT COUNT(*) AS n FROM STREAM(orders)",
        "SELECT DISTINCT id FROM STREAM(orders)",
        "SELECT id FROM STREAM(orders) LIMIT 1",
    ],
)
def test_a_stream_is_read_row_by_row(start: Any, query: str) -> None:
    report = start(v_sql=f"CREATE STREAMING TABLE log AS {query}").run()["log"]
    assert "NOT_ROW_BY_ROW" in str(report.error)


def test_a_list_of_names_renames_the_columns(start: Any) -> None:
    shop = start(v_sql="CREATE MATERIALIZED VIEW v (a, b) AS SELECT id, amount FROM orders")
    shop.run()
    assert shop.rows("SELECT a, b FROM v") == [(1, 10), (2, 2)]
    shop.lake.sql("DELETE FROM orders WHERE id = 1")
    assert shop.strategies() == {"v": "incremental"}
    assert shop.rows("SELECT a, b FROM v") == [(2, 2)]


@pytest.mark.parametrize(
    ("columns", "strategy", "words"),
    [
        ("id INT, amount INT", "full", ""),
        ("id INT, amount STRING", "failed", "amount"),
        ("id INT, other INT", "failed", "other"),
    ],
)
def test_a_list_with_types_is_compared(start: Any, columns: str, strategy: str, words: str) -> None:
    text = f"CREATE MATERIALIZED VIEW v ({columns}) AS SELECT id, amount FROM orders"
    report = start(v_sql=text).run()["v"]
    assert report.strategy == strategy
    assert words in (report.error or "")


def test_spark_sql_is_translated(start: Any) -> None:
    text = (
        "CREATE MATERIALIZED VIEW v AS SELECT region, collect_list(id) AS ids, "
        "date_format(DATE '2026-01-02', 'yyyy') AS y FROM orders WHERE rlike(region, 'n.*') "
        "GROUP BY region"
    )
    shop = start(v_sql=text)
    assert shop.strategies() == {"v": "full"}
    assert shop.rows("FROM v") == [("north", [1], "2026")]


def test_a_python_view_in_sql_runs_here_and_another_says_what_it_needs(start: Any) -> None:
    code = (
        "from pyspark import pipelines as dp\n"
        '@dp.materialized_view\ndef a():\n    return spark.sql("SELECT id FROM orders")\n'
        "@dp.materialized_view\ndef b():\n    return spark.range(3)\n"
    )
    shop = start(v_py=code)
    report = shop.run()
    assert report["a"].strategy == "full"
    assert "--engine spark" in str(report["b"].error)


def test_a_dry_run_writes_nothing_and_foretells(start: Any, write: Write) -> None:
    shop = start(shop_sql=SHOP)
    shop.run()
    shop.lake.sql("INSERT INTO orders VALUES (3, 'south', 20)")
    write(shop_sql=SHOP + "CREATE MATERIALIZED VIEW new AS SELECT nothing FROM best;")
    before = shop.lake.engine.snapshot()
    report = preview_run(shop.project, shop.lake, choose(shop.project))
    assert {n: r.strategy for n, r in report.items()} == {
        "revenue": "incremental",
        "best": "incremental",
        "new": "failed",
    }
    assert "nothing" in str(report["new"].error)
    assert shop.lake.engine.snapshot() == before


def test_a_schema_of_its_own(start: Any, write: Write) -> None:
    spec = SPEC + "database: gold\n"
    shop = Running(write(spec=spec, v_sql="CREATE MATERIALIZED VIEW v AS SELECT 1 AS a"))
    with shop.lake:
        assert shop.strategies() == {"v": "full"}
        assert shop.rows("FROM gold.v") == [(1,)]


def test_a_table_of_the_name_is_not_overwritten(start: Any) -> None:
    shop = start(v_sql="CREATE MATERIALIZED VIEW old AS SELECT id FROM orders")
    shop.lake.sql("CREATE TABLE old (id INT)")
    assert "DROP TABLE old" in str(shop.run()["old"].error)
    assert shop.rows("FROM old") == []


def test_a_mistake_in_a_plain_view_is_told_at_its_place(start: Any) -> None:
    text = "CREATE VIEW p AS\nSELECT id,\n  nothing FROM orders;\n" + SHOP
    report = start(v_sql=text).run()
    assert report["p"].strategy == "failed"
    assert "transformations/v.sql:3:3" in str(report["p"].error)
    assert report["best"].strategy == "full"
