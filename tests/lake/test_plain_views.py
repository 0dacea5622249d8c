"""Views over plain SQL views of the lake, which are read through."""

from collections.abc import Sequence

import duckdb
import pytest

import duckstream as ds
from duckstream.engines.ducklake.connect import load_extension
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.lake import Lake

CYCLES = (
    "INSERT INTO r VALUES (1, 5), (3, 40), (NULL, 2); INSERT INTO s VALUES (3, 'c'), (1, NULL)",
    "UPDATE r SET x = x + 1 WHERE k = 1; DELETE FROM s WHERE k = 2",
    "DELETE FROM r WHERE k = 1; INSERT INTO s VALUES (1, 'a'), (1, 'a')",
)


def differences(lake: Lake, view: str, sql: str) -> list[tuple[object, ...]]:
    """Rows that only one of the two has, as the engine itself reads the user's text."""
    both = [
        f"(FROM ({sql}) EXCEPT ALL FROM {view})",
        f"(FROM {view} EXCEPT ALL FROM ({sql}))",
    ]
    return [row for query in both for row in lake.sql(query).fetchall()]


@pytest.mark.parametrize(
    ("plain", "sql"),
    [
        pytest.param(
            ["CREATE VIEW p AS SELECT k, SUM(x) AS total FROM r GROUP BY k"],
            "SELECT total, COUNT(*) AS n FROM p GROUP BY total",
            id="over a table",
        ),
        pytest.param(
            [
                "CREATE VIEW p AS SELECT r.k, x, y FROM r LEFT JOIN s ON r.k = s.k",
                "CREATE VIEW q AS SELECT y, x FROM p WHERE x > 4",
            ],
            "SELECT y, COUNT(*) AS n, SUM(x) AS total FROM q GROUP BY y",
            id="over a plain view",
        ),
        pytest.param(
            ['CREATE VIEW p (a, "B b") AS SELECT * FROM r'],
            'SELECT a, SUM("B b") AS total FROM p GROUP BY a',
            id="with a column list",
        ),
        pytest.param(
            ["CREATE VIEW p (a) AS SELECT * FROM r"],
            "SELECT a, x FROM p",
            id="with a short column list",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k, k, x + 1 FROM r"],
            'SELECT k, k_1, "(x + 1)" AS y FROM p',
            id="with names that the engine gives",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k, MAX(x) AS hi FROM r GROUP BY k"],
            "SELECT r.k, x, hi FROM r JOIN p ON r.k = p.k AND x < hi",
            id="joined with its own table",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k, x FROM r WHERE x > 5"],
            "SELECT a.k, b.x FROM p AS a JOIN p AS b USING (k)",
            id="joined with itself",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k FROM s"],
            "WITH s AS (SELECT 99 AS k) SELECT p.k FROM p, s WHERE p.k < s.k",
            id="blind for the WITH entries of its reader",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k FROM s"],
            "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM p WHERE p.k = r.k)",
            id="in a subquery",
        ),
        pytest.param(
            ["CREATE VIEW p AS SELECT k, x FROM r ORDER BY x DESC, k LIMIT 2"],
            "SELECT SUM(x) AS total FROM p",
            id="with a limit",
        ),
        pytest.param(
            [
                "CREATE SCHEMA other",
                "CREATE TABLE other.s (k INTEGER, z INTEGER)",
                "INSERT INTO other.s VALUES (1, 7), (2, 8)",
                "CREATE VIEW other.p AS SELECT s.k, z, y FROM s JOIN main.s AS m ON m.k = s.k",
            ],
            "SELECT s.k, z, p.y FROM other.p JOIN s ON s.k = p.k",
            id="in another schema",
        ),
    ],
)
def test_a_plain_view_is_read_through(lake: Lake, plain: Sequence[str], sql: str) -> None:
    for statement in plain:
        lake.sql(statement)
    view = lake.create_view("v", sql, policy="strict")
    assert differences(lake, "v", sql) == []
    for cycle in CYCLES:
        lake.sql(cycle)
        assert lake.refresh()["v"].strategy == "incremental"
        assert differences(lake, "v", sql) == []
        assert view.verify().equal


def test_a_plain_view_over_a_maintained_view(lake: Lake) -> None:
    lake.create_view("totals", "SELECT k, SUM(x) AS total FROM r GROUP BY k", policy="strict")
    lake.sql("CREATE VIEW p AS SELECT total, y FROM totals JOIN s ON s.k = totals.k")
    top = lake.create_view("top", "SELECT y, MAX(total) AS hi FROM p GROUP BY y", policy="strict")
    for cycle in CYCLES:
        lake.sql(cycle)
        report = lake.refresh("top")
        assert [report[name].strategy for name in ("totals", "top")] == ["incremental"] * 2
        assert differences(lake, "top", "SELECT y, MAX(total) AS hi FROM p GROUP BY y") == []
        assert top.verify().equal
    with pytest.raises(ds.LakeError) as raised:
        lake.drop_view("totals")
    assert raised.value.code == "VIEW_IN_USE"


def test_what_duckdb_makes_of_a_text_means_the_same(lake: Lake) -> None:
    """It writes a view out in words of its own, which sqlglot must not misread."""
    lake.sql("CREATE TABLE z (x INTEGER, y VARCHAR, d DATE, l INTEGER[])")
    values = ", ".join(
        f"({x}, {y}, DATE '2024-0{x + 1}-11', [{x}, {x + 5}])"
        for x, y in enumerate(["'xbax'", "'ab'", "' b '", "'a!b'", "NULL"])
    )
    lake.sql(f"INSERT INTO z VALUES {values}")
    expressions = [
        "POSITION('a' IN y)",
        "strpos(y, 'b')",
        "SUBSTRING(y FROM 2 FOR 1)",
        "TRIM(y)",
        "TRIM(BOTH 'x' FROM y)",
        "TRIM(LEADING 'x' FROM y)",
        "EXTRACT(month FROM d)",
        "y LIKE 'a!%b' ESCAPE '!'",
        "y NOT LIKE 'a%'",
        "y ILIKE 'A%'",
        "y SIMILAR TO 'a.*'",
        "[x, 2]",
        "l[1]",
        "l[1:1]",
        "[x, 7, 8][2]",
        "{'a': x}",
        "d + INTERVAL 1 DAY",
        "d - INTERVAL '2' MONTH",
        "x // 2",
        "x / 2",
        "2 ^ x",
        "x % 3",
        "x IS DISTINCT FROM 3",
        "x NOT BETWEEN 1 AND 2",
        "x IN (1, 2)",
        "CASE x WHEN 1 THEN 'one' ELSE 'more' END",
        "x::DECIMAL(10, 2)",
        "TRY_CAST(y AS INTEGER)",
        "CAST(d AS TIMESTAMP) AT TIME ZONE 'UTC'",
        "date_trunc('month', d)",
        "strftime(d, '%Y')",
        "COALESCE(y, 'none')",
        "NULLIF(x, 1)",
        "-x",
        "x << 1",
        "y || 'it''s'",
    ]
    columns = ", ".join(f"{text} AS c{n}" for n, text in enumerate(expressions))
    lake.sql(f"CREATE VIEW p AS SELECT {columns} FROM z")
    view = lake.create_view("v", "SELECT * FROM p", policy="strict")
    assert differences(lake, "v", "SELECT * FROM p") == []
    lake.sql("DELETE FROM z WHERE x = 1; INSERT INTO z SELECT x + 2, y || 'a', d, l FROM z")
    assert lake.refresh()["v"].strategy == "incremental"
    assert differences(lake, "v", "SELECT * FROM p") == []
    assert view.verify().equal


def test_a_changed_plain_view_is_seen_and_the_view_rebuilt(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k, x FROM r")
    lake.sql("CREATE VIEW q AS SELECT * FROM p")
    sql = "SELECT k, COUNT(*) AS n FROM q GROUP BY k"
    view = lake.create_view("v", sql)
    top = lake.create_view("top", "SELECT n, COUNT(*) AS m FROM v GROUP BY n", policy="auto")
    for query, table in (
        ("SELECT k, x FROM r WHERE x > 15", "r"),
        ("SELECT k, 1 AS x FROM s", "s"),
        ("SELECT k, x FROM r", "r"),
    ):
        lake.sql(f"CREATE OR REPLACE VIEW p AS {query}")
        report = lake.refresh()
        assert (report["v"].strategy, report["top"].strategy) == ("full", "full")
        assert report["v"].reason == "the plain view p was changed"
        lake.sql(f"INSERT INTO {table} VALUES (1, 50)")
        report = lake.refresh()
        assert (report["v"].strategy, report["top"].strategy) == ("incremental", "incremental")
        assert differences(lake, "v", sql) == []
        assert differences(lake, "top", "SELECT n, COUNT(*) AS m FROM v GROUP BY n") == []
        assert view.verify().equal
        assert top.verify().equal


def test_a_changed_plain_view_is_seen_by_who_opens_the_lake_again(file: str, lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k, x FROM r")
    lake.create_view("v", "SELECT k, SUM(x) FROM p GROUP BY k")
    lake.close()
    with ds.open(file) as again:
        again.sql("INSERT INTO r VALUES (1, 1)")
        assert again.refresh()["v"].strategy == "incremental"
        assert again.view("v").verify().equal
    with ds.open(file) as again:
        # Other columns, and the table that it was read from is gone.
        again.sql("CREATE OR REPLACE VIEW p AS SELECT k, k + 1 AS x, y FROM s")
        before = again.sql("FROM v").fetchall()
        assert again.view("v").verify().equal
        assert again.view("v").df().shape == (2, 2)
        again.sql("DROP TABLE r")
        assert again.sql("FROM v").fetchall() == before
    with ds.open(file) as again:
        report = again.refresh()["v"]
        assert (report.strategy, report.reason) == ("full", "the plain view p was changed")
        assert differences(again, "v", "SELECT k, SUM(x) FROM p GROUP BY k") == []
        assert again.view("v").verify().equal


def test_another_process_has_stored_the_view_through_another_plain_view(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k, x FROM r")
    view = lake.create_view("v", "SELECT k, x FROM p")
    assert isinstance(lake.engine, DuckLakeEngine)
    other = ds.open(lake.engine.connection.cursor(), catalog="dl")
    other.refresh()
    lake.sql("CREATE OR REPLACE VIEW p AS SELECT k, -x AS x FROM r")
    assert other.refresh()["v"].strategy == "full"
    lake.sql("INSERT INTO r VALUES (8, 8)")
    assert lake.refresh()["v"].strategy == "incremental"
    assert differences(lake, "v", "SELECT k, x FROM p") == []
    assert view.verify().equal


def test_the_lake_under_another_name_has_the_same_plain_views(file: str, lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT dl.main.r.k, x FROM dl.main.r")
    lake.sql("CREATE VIEW q AS SELECT k, x FROM dl.main.r")
    lake.create_view("v", "SELECT k, x FROM q", policy="strict")
    lake.close()
    connection = duckdb.connect()
    load_extension(connection)
    connection.execute(f"ATTACH '{file}' AS shop")
    shop = ds.open(connection, catalog="shop")
    connection.execute("INSERT INTO shop.main.r VALUES (8, 8)")
    assert shop.refresh()["v"].strategy == "incremental"
    assert shop.view("v").verify().equal


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("CREATE OR REPLACE VIEW p AS SELECT k + 1 AS k FROM r", "the plain view p was changed"),
        ("DROP VIEW p", "the plain view p is gone"),
        ("DROP VIEW p; CREATE TABLE p (k INTEGER)", "the plain view p is gone"),
    ],
)
def test_strict_refuses_another_plain_view(lake: Lake, change: str, reason: str) -> None:
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    view = lake.create_view("v", "SELECT k FROM p", policy="strict")
    lake.sql(change)
    lake.sql("INSERT INTO r VALUES (8, 8)")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert raised.value.code == "NOT_INCREMENTAL"
    assert reason in raised.value.reason
    # It is what it was, and right for the plain view that was.
    assert lake.sql("SELECT COUNT(*) FROM v").fetchall() == [(3,)]
    assert view.verify().equal


def test_a_dropped_plain_view_is_an_error_until_it_is_back(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    view = lake.create_view("v", "SELECT k FROM p")
    lake.sql("DROP VIEW p")
    lake.sql("INSERT INTO r VALUES (8, 8)")
    with pytest.raises(ds.InvalidSQLError) as raised:
        lake.refresh()
    assert raised.value.code == "UNKNOWN_TABLE"
    assert lake.sql("SELECT COUNT(*) FROM v").fetchall() == [(3,)]
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    assert lake.refresh()["v"].strategy == "incremental"
    assert differences(lake, "v", "SELECT k FROM p") == []
    assert view.verify().equal


def test_a_table_in_the_place_of_a_plain_view_and_back(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    view = lake.create_view("v", "SELECT k FROM p")
    lake.sql("DROP VIEW p; CREATE TABLE p (k INTEGER); INSERT INTO p VALUES (5)")
    assert lake.refresh()["v"].strategy == "full"
    lake.sql("INSERT INTO p VALUES (6)")
    assert lake.refresh()["v"].strategy == "incremental"
    assert differences(lake, "v", "SELECT k FROM p") == []
    assert view.verify().equal


def test_a_plain_view_in_the_place_of_a_table(file: str, lake: Lake) -> None:
    lake.sql("CREATE TABLE p AS SELECT k FROM r")
    lake.create_view("v", "SELECT k FROM p")
    lake.sql("DROP TABLE p; CREATE VIEW p AS SELECT k FROM s")
    lake.close()
    with ds.open(file) as again:
        assert again.refresh()["v"].reason == "p has become a plain view"
        again.sql("CREATE OR REPLACE VIEW p AS SELECT k + 1 AS k FROM s")
        assert again.refresh()["v"].reason == "the plain view p was changed"
        assert differences(again, "v", "SELECT k FROM p") == []


def test_a_plain_view_that_comes_to_read_its_readers_is_refused(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    lake.create_view("v", "SELECT k FROM p")
    lake.create_view("w", "SELECT k, COUNT(*) AS n FROM v GROUP BY k")
    for reader in ("v", "w"):
        lake.sql(f"CREATE OR REPLACE VIEW p AS SELECT k FROM {reader}")
        with pytest.raises(ds.LakeError) as raised:
            lake.refresh()
        assert raised.value.code == "VIEW_CYCLE"
    lake.sql("CREATE OR REPLACE VIEW p AS SELECT k FROM r")
    assert lake.refresh()["v"].strategy == "no_op"


def test_a_view_without_plain_views_asks_for_none(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake.create_view("v", "SELECT k FROM r")
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    lake.sql("INSERT INTO r VALUES (8, 8)")
    monkeypatch.setattr(lake.engine, "find_table", None)
    assert lake.refresh()["v"].strategy == "incremental"


def test_an_error_in_a_plain_view_points_at_its_mention(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k,\n\n  random() AS lot FROM r")
    lake.sql("CREATE VIEW q AS SELECT * FROM p")
    with pytest.raises(ds.UnsupportedSQLError) as raised:
        lake.create_view("v", "SELECT k\nFROM q")
    error = raised.value
    assert (error.code, error.line, error.column) == ("VOLATILE", 2, 6)
    assert error.construct.startswith("plain view q: plain view p: ")
    assert error.sql == "SELECT k\nFROM q"


def test_a_plain_view_whose_table_is_gone(lake: Lake) -> None:
    lake.sql("CREATE VIEW p AS SELECT k FROM r")
    lake.sql("DROP TABLE r")
    with pytest.raises(ds.InvalidSQLError) as raised:
        lake.create_view("v", "SELECT k FROM p")
    assert raised.value.code == "UNKNOWN_TABLE"
    assert raised.value.construct == "plain view p: table r"


def test_temporary_views_are_not_of_the_lake(lake: Lake) -> None:
    lake.sql("CREATE TEMPORARY VIEW passing AS SELECT k FROM r")
    with pytest.raises(ds.InvalidSQLError) as raised:
        lake.create_view("v", "SELECT k FROM passing")
    assert raised.value.code == "UNKNOWN_TABLE"
