"""What a user of Spark does and sees, beyond the right rows after SQL statements."""

from pathlib import Path
from typing import Any

import pytest

import duckstream as ds
from duckstream.engines.protocol import Definition
from duckstream.refresh import choose
from duckstream.refresh.compile import ViewCompiler
from tests.equivalence import spark
from tests.overtaken import (
    refresh_above_a_slower_one,
    refresh_below_faster_ones,
    refresh_overtaken,
)

pytestmark = [*spark.MARKS]

TOTALS = "SELECT k, SUM(x) AS total, COUNT(*) AS n FROM r GROUP BY k"


def rows(session: Any, sql: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in session.sql(sql).collect()), key=str)


def test_dataframes_and_a_stream_write_and_the_view_is_a_table_to_read(
    session: Any, tmp_path: Path
) -> None:
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS, policy="strict")
    frame = session.createDataFrame([(3, 5), (1, 1)], "k INT, x INT")
    frame.write.format("delta").mode("append").saveAsTable("r")
    assert lake.refresh()["totals"].strategy == "incremental"
    assert rows(session, "SELECT * FROM totals") == [(1, 31, 3), (2, 30, 1), (3, 5, 1)]
    session.sql("CREATE TABLE arrivals (k INT, x INT)")
    session.sql("INSERT INTO arrivals VALUES (2, 7), (9, 9)")
    stream = session.readStream.table("arrivals").writeStream
    query = stream.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True)
    query.toTable("r").awaitTermination()
    assert lake.refresh()["totals"].strategy == "incremental"
    assert [tuple(row) for row in session.table("totals").orderBy("k").collect()] == [
        (1, 31, 3),
        (2, 37, 2),
        (3, 5, 1),
        (9, 9, 1),
    ]
    assert view.verify().equal
    assert list(view.df().columns) == ["k", "total", "n"]


def test_a_view_has_the_types_of_its_query(session: Any) -> None:
    session.sql("CREATE TABLE prices (k INT, p DECIMAL(10, 2))")
    session.sql("INSERT INTO prices VALUES (1, 1.25), (1, 2.5), (2, NULL)")
    sql = "SELECT k, SUM(p) AS s, AVG(p) AS m, MAX(p) AS hi, COUNT(p) AS n FROM prices GROUP BY k"
    lake = ds.open(session)
    lake.create_view("v", sql, policy="strict")
    session.sql("INSERT INTO prices VALUES (2, 0.01), (1, 100)")
    lake.refresh()
    assert session.table("v").schema.simpleString() == session.sql(sql).schema.simpleString()
    assert rows(session, "SELECT * FROM v") == rows(session, sql)


def test_an_unchanged_view_costs_no_job(session: Any) -> None:
    lake = ds.open(session)
    lake.create_view("totals", TOTALS)
    session.sql("INSERT INTO r VALUES (1, 1)")
    lake.refresh()
    lake.refresh()
    context = spark.session().sparkContext
    context.setJobGroup("idle", "a refresh with nothing to do")
    assert lake.refresh()["totals"].strategy == "no_op"
    assert list(context.statusTracker().getJobIdsForGroup("idle")) == []


def test_no_setting_of_the_session_is_changed_for_good(session: Any) -> None:
    session.conf.set("spark.databricks.delta.commitInfo.userMetadata", "the user's own")
    before = {row.key: row.value for row in session.sql("SET").collect()}
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS)
    session.sql("INSERT INTO r VALUES (1, 1)")
    lake.refresh()
    assert view.verify().equal
    assert {row.key: row.value for row in session.sql("SET").collect()} == before
    assert not any(row.isTemporary for row in session.sql("SHOW TABLES").collect())


def test_a_small_table_is_written_anew_and_a_large_one_merged(session: Any) -> None:
    from duckstream.engines.delta.engine import DeltaEngine

    lake = ds.open(session)
    assert isinstance(lake.engine, DeltaEngine)
    view = lake.create_view("totals", TOTALS)
    stored = lake.compiled(view.definition).place.table.sql("spark")
    for small, operation in ((1_000_000, "WRITE"), (0, "MERGE")):
        lake.engine.small_table = small
        session.sql("INSERT INTO r VALUES (1, 1), (7, 7)")
        assert lake.refresh()["totals"].strategy == "incremental"
        assert session.sql(f"DESCRIBE HISTORY {stored} LIMIT 1").collect()[0].operation == operation
        assert view.verify().equal


def test_all_of_a_view_is_written_anew_where_that_is_predicted_to_be_cheaper(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS)
    created = view.history()[0]
    assert (created.kind, created.rows_out) == ("create", 2)
    monkeypatch.setitem(choose._HANDICAP, choose.Way.REBUILD, 0.0)
    monkeypatch.setattr(choose, "_SMALL", 0)
    session.sql("INSERT INTO r VALUES (1, 1), (7, 7)")
    report = lake.refresh()["totals"]
    assert (report.strategy, report.rows_out) == ("full", 3)
    assert "s to rebuild against " in report.reason
    assert view.history()[0].rows_out == 3
    assert view.verify().equal
    assert lake.refresh()["totals"].strategy == "no_op"
    # What comes next builds on it.
    monkeypatch.undo()
    session.sql("DELETE FROM r WHERE k = 7")
    assert lake.refresh()["totals"].strategy == "incremental"
    assert view.verify().equal


def test_what_a_killed_process_left_of_a_view_goes_with_it(session: Any) -> None:
    lake = ds.open(session)
    lake.create_view("totals", TOTALS)
    lake.create_view("totals__0a1b2c3d", "SELECT k FROM s")
    session.sql("CREATE TABLE _ivm_totals__00000000 AS SELECT * FROM _ivm_totals")
    lake.create_view("totals", TOTALS + " HAVING COUNT(*) > 1")
    # Somebody may be about to read it.
    assert "_ivm_totals__00000000" in lake.engine.table_names()
    lake.drop_view("totals")
    left = [name for name in lake.engine.table_names() if "totals" in name]
    assert left == ["_ivm_totals__0a1b2c3d", "totals__0a1b2c3d"]


def test_another_lake_finds_the_views_and_where_they_stand(session: Any) -> None:
    ds.open(session).create_view("totals", TOTALS, policy="strict")
    session.sql("DELETE FROM r WHERE x = 10")
    again = ds.open(session)
    assert [view.name for view in again.views()] == ["totals"]
    assert again.refresh()["totals"].strategy == "incremental"
    assert again.view("totals").verify().equal
    again.drop_view("totals")
    assert again.views() == []
    assert rows(session, "SHOW VIEWS") == []


def test_two_lakes_that_refresh_the_same_change_count_it_once(session: Any) -> None:
    """Both know the view at the same point; the second one's commit has a number that is taken."""
    first, second = ds.open(session), ds.open(session)
    view = first.create_view("totals", TOTALS)
    session.sql("INSERT INTO r VALUES (1, 1)")
    second.refresh()
    session.sql("INSERT INTO r VALUES (1, 2)")
    first.refresh()
    assert second.refresh()["totals"].strategy in ("no_op", "incremental")
    assert view.verify().equal
    assert rows(session, "SELECT total FROM totals WHERE k = 1") == [(33,)]


def test_a_refresh_that_is_overtaken_writes_nothing(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one commits after this one has looked where the view stands."""
    lake, other = ds.open(session), ds.open(session)
    view = lake.create_view("totals", TOTALS)
    session.sql("INSERT INTO r VALUES (1, 1)")
    refresh_overtaken(lake, other, view, monkeypatch)
    assert rows(session, "SELECT total FROM totals WHERE k = 1") == [(31,)]


def test_a_view_above_reads_what_others_have_written_below(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh_above_a_slower_one(ds.open(session), ds.open(session), session.sql, monkeypatch)


def test_a_view_that_others_have_brought_further_stays_there(session: Any) -> None:
    refresh_below_faster_ones(ds.open(session), ds.open(session), session.sql)


def test_a_commit_number_is_used_once(session: Any) -> None:
    """What guards two refreshes at the same moment: the second commit of a number is refused."""
    from duckstream.engines.delta.engine import DeltaEngine

    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS)
    engine = lake.engine
    assert isinstance(engine, DeltaEngine)
    stored = lake.compiled(view.definition).layout.source
    last = engine.commits.last(stored)
    assert last is not None
    statement = f"INSERT INTO {stored.schema}.{stored.table} SELECT 7, 1, 1, 1"
    assert engine.commits.write(stored, [statement], last.following({}, last.record)) == 1
    assert engine.commits.write(stored, [statement], last.following({}, last.record)) is None
    assert rows(session, "SELECT COUNT(*) FROM totals WHERE k = 7") == [(1,)]


def test_only_views_that_something_was_written_for_are_compiled(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = ds.open(session)
    lake.create_view("totals", TOTALS)
    lake.create_view("sizes", "SELECT total > 25 AS large, COUNT(*) AS n FROM totals GROUP BY 1")
    lake.create_view("names", "SELECT y, COUNT(*) AS n FROM s GROUP BY y")
    compiled: list[str] = []
    compile_view = ViewCompiler._compile

    def noted(self: ViewCompiler, definition: Definition, *others: Any) -> Any:
        compiled.append(definition.name)
        return compile_view(self, definition, *others)

    monkeypatch.setattr(ViewCompiler, "_compile", noted)
    report = ds.open(session).refresh()
    assert {report[name].strategy for name in ("totals", "sizes", "names")} == {"no_op"}
    assert compiled == []
    session.sql("INSERT INTO r VALUES (2, 1), (3, 40)")
    report = ds.open(session).refresh()
    assert [report[name].strategy for name in ("totals", "sizes", "names")] == [
        "incremental",
        "incremental",
        "no_op",
    ]
    assert set(compiled) == {"totals", "sizes"}
    assert rows(session, "SELECT * FROM sizes") == [(True, 3)]
    # What a name stands for may be another table by now.
    session.sql("DROP TABLE s")
    session.sql("CREATE VIEW s AS SELECT 1 AS k, 'z' AS y")
    assert ds.open(session).refresh()["names"].strategy == "full"
    assert rows(session, "SELECT * FROM names") == [("z", 1)]


def test_a_recreated_source_is_recognised(session: Any) -> None:
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS)
    session.sql("DROP TABLE r")
    session.sql("CREATE TABLE r (k INT, x INT)")
    session.sql("INSERT INTO r VALUES (5, 5)")
    report = lake.refresh()["totals"]
    assert report.strategy == "full"
    assert "created anew" in report.reason
    assert view.verify().equal
    assert rows(session, "SELECT * FROM totals") == [(5, 5, 1)]


def test_a_table_without_a_change_feed_is_refused_with_the_statement_that_mends_it(
    session: Any,
) -> None:
    session.sql("CREATE TABLE quiet (k INT) TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')")
    lake = ds.open(session)
    with pytest.raises(ds.DuckstreamError) as raised:
        lake.create_view("v", "SELECT k FROM quiet")
    assert raised.value.code == "NO_CHANGE_FEED"
    assert raised.value.hint is not None
    session.sql(raised.value.hint)
    lake.create_view("v", "SELECT k FROM quiet", policy="strict")
    session.sql("INSERT INTO quiet VALUES (1)")
    assert lake.refresh()["v"].strategy == "incremental"


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT nope FROM r", "UNKNOWN_COLUMN"),
        ("SELECT k FROM nowhere", "UNKNOWN_TABLE"),
        ("SELECT k FROM", "SYNTAX"),
        ("SELECT k, k FROM r", "DUPLICATE_COLUMN"),
        ("SELECT no_such_function(k) FROM r", "UNKNOWN_NAME"),
        ("SELECT k, rand() AS x FROM r", "VOLATILE"),
        ("SELECT k FROM files", "NOT_DELTA"),
        ("SELECT k FROM passing", "TEMPORARY_VIEW"),
        ("SELECT k FROM plain", "VOLATILE"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_a_code(session: Any, sql: str, code: str) -> None:
    session.sql("CREATE TABLE files (k INT) USING parquet")
    session.sql("CREATE TEMPORARY VIEW passing AS SELECT 1 AS k")
    session.sql("CREATE VIEW plain AS SELECT k, rand() AS x FROM r")
    with pytest.raises(ds.DuckstreamError) as raised:
        ds.open(session).create_view("v", sql)
    assert raised.value.code == code
    assert "\n\tat " not in str(raised.value)


def test_plain_views_are_read_through(session: Any) -> None:
    session.sql("CREATE VIEW p (a, total) AS SELECT k, SUM(x) AS n FROM r GROUP BY k")
    session.sql("CREATE VIEW q AS SELECT total, y FROM p JOIN s ON s.k = p.a")
    session.sql("CREATE VIEW everything AS SELECT * FROM r")
    sql = "SELECT q.y, COUNT(*) AS n FROM q JOIN everything AS e ON e.x <= q.total GROUP BY q.y"
    lake = ds.open(session)
    view = lake.create_view("v", sql, policy="strict")
    for change in (
        ["INSERT INTO r VALUES (1, 5), (3, 40)", "INSERT INTO s VALUES (3, 'c')"],
        ["UPDATE r SET x = x + 1 WHERE k = 1", "DELETE FROM s WHERE k = 2"],
        ["DELETE FROM r WHERE k = 1", "INSERT INTO s VALUES (3, 'a')"],
    ):
        for statement in change:
            session.sql(statement)
        assert lake.refresh()["v"].strategy == "incremental"
        assert rows(session, "SELECT * FROM v") == rows(session, sql)
        assert view.verify().equal


def test_a_changed_plain_view_is_seen(session: Any) -> None:
    session.sql("CREATE VIEW p AS SELECT k, x FROM r WHERE 'it''s' <> \"\"")
    sql = "SELECT k, COUNT(*) AS n FROM p GROUP BY k"
    view = ds.open(session).create_view("v", sql)
    session.sql("CREATE OR REPLACE VIEW p AS SELECT k, 1 AS x FROM s")
    again = ds.open(session)
    with pytest.raises(ds.RefreshError) as raised:
        again.refresh(policy="strict")
    assert raised.value.code == "NOT_INCREMENTAL"
    assert view.verify().equal
    report = again.refresh()["v"]
    assert (report.strategy, report.reason) == ("full", "the plain view p was changed")
    session.sql("INSERT INTO s VALUES (7, 'z')")
    assert again.refresh()["v"].strategy == "incremental"
    assert rows(session, "SELECT * FROM v") == rows(session, sql)
    assert view.verify().equal
    session.sql("DROP VIEW p")
    with pytest.raises(ds.RefreshError) as raised:
        again.refresh(policy="strict")
    assert "the plain view p is gone" in raised.value.reason


def test_a_plain_view_reads_the_tables_of_where_it_was_made(session: Any) -> None:
    here = session.sql("SELECT current_schema()").collect()[0][0]
    session.sql(f"CREATE SCHEMA {here}_other")
    try:
        session.sql(f"USE {here}_other")
        session.sql("CREATE TABLE r (k INT)")
        session.sql("INSERT INTO r VALUES (77)")
        session.sql(f"CREATE VIEW {here}.p AS SELECT k FROM r")
        session.sql(f"USE {here}")
        lake = ds.open(session)
        view = lake.create_view("v", "SELECT k FROM p", policy="strict")
        session.sql(f"INSERT INTO {here}_other.r VALUES (78)")
        assert lake.refresh()["v"].strategy == "incremental"
        assert rows(session, "SELECT * FROM v") == [(77,), (78,)]
        assert view.verify().equal
    finally:
        session.sql(f"DROP SCHEMA {here}_other CASCADE")


def test_an_error_at_refresh_leaves_the_view_as_it_was(session: Any) -> None:
    lake = ds.open(session)
    view = lake.create_view("v", "SELECT k, 100 / x AS share FROM r", policy="strict")
    before = rows(session, "SELECT * FROM v")
    session.sql("INSERT INTO r VALUES (3, 0)")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert "DIVIDE_BY_ZERO" in str(raised.value)
    assert "\n\tat " not in str(raised.value)
    assert rows(session, "SELECT * FROM v") == before
    session.sql("DELETE FROM r WHERE x = 0")
    lake.refresh()
    assert view.verify().equal
