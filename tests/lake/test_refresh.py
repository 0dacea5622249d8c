"""What a refresh does and says, beyond giving the right rows."""

import duckdb
import pytest

import duckstream as ds
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.lake import Lake
from tests.overtaken import (
    refresh_above_a_slower_one,
    refresh_below_faster_ones,
    refresh_overtaken,
)

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"


def snapshots(lake: Lake) -> int:
    return lake.sql("SELECT COUNT(*) FROM ducklake_snapshots('dl')").fetchall()[0][0]


def rows(lake: Lake, sql: str) -> list[tuple[object, ...]]:
    return sorted(lake.sql(sql).fetchall(), key=str)


def test_it_reports_what_it_did(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (2, 5), (3, 1)")
    report = lake.refresh()["totals"]
    assert (report.strategy, report.rows_in, report.rows_out) == ("incremental", 2, 2)
    assert "r" in report.reason
    assert report.seconds > 0
    assert rows(lake, "SELECT * FROM totals") == [(1, 30), (2, 35), (3, 1)]


def test_where_nothing_changed_no_snapshot_is_made(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    before = snapshots(lake)
    assert lake.refresh()["totals"].strategy == "no_op"
    assert snapshots(lake) == before


def test_a_change_of_what_the_view_does_not_read_writes_nothing(lake: Lake) -> None:
    lake.create_view("keys", "SELECT k, COUNT(*) AS n FROM r GROUP BY k")
    lake.sql("UPDATE r SET x = x + 1")
    lake.sql("INSERT INTO s VALUES (9, 'z')")
    before = snapshots(lake)
    assert lake.refresh()["keys"].strategy == "no_op"
    assert snapshots(lake) == before


def test_the_same_refresh_twice_counts_nothing_twice(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert lake.refresh()["totals"].strategy == "incremental"
    assert lake.refresh()["totals"].strategy == "no_op"
    assert view.verify().equal


def test_both_sides_of_a_join_are_deleted(lake: Lake) -> None:
    view = lake.create_view("pairs", "SELECT x, y FROM r JOIN s USING (k)", policy="strict")
    lake.sql("BEGIN; DELETE FROM r; DELETE FROM s; COMMIT")
    assert lake.refresh()["pairs"].strategy == "incremental"
    assert rows(lake, "SELECT * FROM pairs") == []
    assert view.verify().equal


def test_a_view_on_a_view_follows_in_the_same_run(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    top = lake.create_view(
        "sizes", "SELECT total > 25 AS large, COUNT(*) AS n FROM totals GROUP BY 1"
    )
    lake.sql("DELETE FROM r WHERE x = 20")
    report = lake.refresh("sizes")
    assert list(report) == ["totals", "sizes"]
    assert report["sizes"].reason.startswith("changed: totals; ")
    assert rows(lake, "SELECT * FROM sizes") == [(False, 1), (True, 1)]
    assert top.verify().equal


def test_only_the_named_view_is_refreshed(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    other = lake.create_view("copies", "SELECT * FROM r")
    lake.sql("INSERT INTO r VALUES (7, 7)")
    assert list(lake.refresh(["totals"])) == ["totals"]
    assert rows(lake, "SELECT * FROM copies") == [(1, 10), (1, 20), (2, 30)]
    # It is right where it stands, at its own frontier.
    assert other.verify().equal


def test_policy_full_computes_anew_and_writes_what_differs(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS, policy="full")
    lake.sql("INSERT INTO r VALUES (2, 5)")
    report = lake.refresh()["totals"]
    assert (report.strategy, report.rows_out) == ("full", 1)
    assert view.verify().equal


def test_a_source_with_other_columns_is_seen_and_the_view_rebuilt(lake: Lake) -> None:
    view = lake.create_view("copies", "SELECT * FROM r")
    lake.sql("ALTER TABLE r ADD COLUMN z INTEGER DEFAULT 5")
    report = lake.refresh()["copies"]
    assert report.strategy == "full"
    assert "columns" in report.reason
    assert rows(lake, "SELECT * FROM copies") == [(1, 10, 5), (1, 20, 5), (2, 30, 5)]
    assert view.verify().equal


def test_a_table_created_anew_is_another_table(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    lake.sql("DROP TABLE r; CREATE TABLE r (k INTEGER, x INTEGER); INSERT INTO r VALUES (4, 4)")
    assert lake.refresh()["totals"].strategy == "full"
    assert view.verify().equal
    assert rows(lake, "SELECT * FROM totals") == [(4, 4)]


def test_strict_refuses_to_fall_back(lake: Lake) -> None:
    lake.create_view("totals", TOTALS, policy="strict")
    lake.sql("ALTER TABLE r ADD COLUMN z INTEGER")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert raised.value.code == "NOT_INCREMENTAL"


def test_expired_history_is_named(lake: Lake) -> None:
    view = lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (5, 5)")
    lake.sql("CALL ducklake_expire_snapshots('dl', older_than => now() + INTERVAL 1 DAY)")
    report = lake.refresh()["totals"]
    assert report.strategy == "full"
    assert "expired" in report.reason
    assert view.verify().equal


def test_a_source_that_is_gone_is_an_error(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("DROP TABLE r")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert raised.value.code == "NO_SOURCE"


def test_a_failed_refresh_leaves_the_view_as_it_was(lake: Lake) -> None:
    lake.create_view("numbers", "SELECT CAST(y AS INTEGER) AS n FROM s WHERE k > 100")
    lake.sql("INSERT INTO s VALUES (101, '7')")
    lake.refresh()
    lake.sql("INSERT INTO s VALUES (102, 'seven')")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh()
    assert raised.value.code == "REFRESH_FAILED"
    assert rows(lake, "SELECT * FROM numbers") == [(7,)]
    lake.sql("DELETE FROM s WHERE y = 'seven'")
    assert lake.refresh()["numbers"].strategy in ("incremental", "no_op")
    assert lake.view("numbers").verify().equal


def test_floating_point_values_are_stored_to_the_last_bit(lake: Lake) -> None:
    """Small writes go through text in DuckLake's catalogue, where 0.11666666666666667 does not."""
    view = lake.create_view("means", "SELECT k, AVG(x / 60) AS mean FROM r GROUP BY k")
    for value in range(7, 47):
        lake.sql(f"INSERT INTO r VALUES ({value}, {value})")
    lake.refresh()
    assert view.verify().equal


def test_the_settings_of_the_connection_are_the_users(lake: Lake) -> None:
    name = "ducklake_default_data_inlining_row_limit"
    lake.sql(f"SET {name} = 3")
    lake.create_view("means", "SELECT AVG(x) AS mean FROM r")
    lake.sql("INSERT INTO r VALUES (1, 1)")
    lake.refresh()
    assert lake.sql(f"SELECT current_setting('{name}')").fetchall() == [(3,)]


def test_no_temporary_tables_are_left(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (1, 1)")
    lake.refresh()
    found = lake.sql("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall()
    assert found == []


def test_a_transaction_of_the_user_is_not_ours_to_commit(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (1, 1)")
    lake.sql("BEGIN")
    with pytest.raises(ds.LakeError) as raised:
        lake.refresh()
    assert raised.value.code == "IN_TRANSACTION"
    lake.sql("ROLLBACK")
    assert lake.refresh()["totals"].strategy == "incremental"


def test_a_refresh_of_another_connection_meanwhile_is_not_counted_twice(lake: Lake) -> None:
    """Both read the same change; the second to commit finds the cursor moved and fails whole."""
    view = lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert isinstance(lake.engine, DuckLakeEngine)
    connection = lake.engine.connection.cursor()
    connection.execute("USE dl")
    other = ds.open(connection)
    lake.sql("BEGIN")
    lake.sql("SELECT * FROM r").fetchall()
    lake.sql("DELETE FROM _ivm_cursors WHERE mv_name = '_ivm_totals'")
    other.refresh()
    with pytest.raises(duckdb.Error):
        lake.sql("COMMIT")
    lake.refresh()
    assert view.verify().equal


def test_a_refresh_that_is_overtaken_writes_nothing(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one commits after this one has looked where the view stands."""
    view = lake.create_view("totals", TOTALS)
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert isinstance(lake.engine, DuckLakeEngine)
    other = ds.open(lake.engine.connection.cursor())
    refresh_overtaken(lake, other, view, monkeypatch)
    assert rows(lake, "SELECT total FROM totals WHERE k = 1") == [(31,)]


def test_a_view_above_reads_what_others_have_written_below(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(lake.engine, DuckLakeEngine)
    other = ds.open(lake.engine.connection.cursor())
    refresh_above_a_slower_one(lake, other, lake.sql, monkeypatch)


def test_a_view_that_others_have_brought_further_stays_there(lake: Lake) -> None:
    assert isinstance(lake.engine, DuckLakeEngine)
    refresh_below_faster_ones(lake, ds.open(lake.engine.connection.cursor()), lake.sql)


def test_rewritten_files_are_recognised(lake: Lake) -> None:
    """DuckLake's feed repeats deletions after a rewrite: the change alone is not to be trusted."""
    view = lake.create_view("copies", "SELECT * FROM r")
    lake.sql("CALL ducklake_flush_inlined_data('dl')")
    lake.sql("UPDATE r SET x = x + 10 WHERE k = 2")
    lake.sql("CALL ducklake_rewrite_data_files('dl', delete_threshold => 0)")
    report = lake.refresh()["copies"]
    assert report.strategy == "full"
    assert "rewritten" in report.reason
    assert view.verify().equal
