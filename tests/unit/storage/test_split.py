"""Entries of WITH that become steps of their own."""

import sqlglot

from duckstream.plan import Naming
from duckstream.storage.split import split_entries


def steps_of(sql: str, most_reads: int = 0) -> list[str]:
    parsed = sqlglot.parse_one(sql, dialect="duckdb")
    steps, query = split_entries(parsed, Naming(), "change", most_reads)
    texts = [f"{name}: {part.sql('duckdb')}" for name, part in steps]
    return [*texts, query.sql("duckdb")]


def test_a_recursion_and_what_it_begins_with_are_steps() -> None:
    assert steps_of(
        "WITH RECURSIVE few AS (SELECT 1 AS x), "
        "more AS (SELECT x FROM few UNION ALL SELECT x + 1 FROM more WHERE x < 9) "
        "SELECT x FROM more"
    ) == [
        "__ivm_mv_change_few: SELECT 1 AS x",
        '__ivm_mv_change_more_base: SELECT x FROM "__ivm_mv_change_few"',
        '__ivm_mv_change_more: WITH RECURSIVE more AS (SELECT * FROM "__ivm_mv_change_more_base" '
        'UNION ALL SELECT x + 1 FROM more WHERE x < 9) SELECT * FROM "more"',
        'SELECT x FROM "__ivm_mv_change_more"',
    ]


def test_an_entry_that_reads_a_table_is_a_step() -> None:
    assert steps_of("WITH few AS (SELECT x FROM t) SELECT x FROM few") == [
        "__ivm_mv_change_few: SELECT x FROM t",
        'SELECT x FROM "__ivm_mv_change_few"',
    ]


def test_one_that_reads_none_stays() -> None:
    sql = "WITH few AS (SELECT 1 AS x) SELECT x FROM few"
    assert steps_of(sql) == [sql]


def test_what_scans_the_lake_and_is_read_twice_is_a_step() -> None:
    scan = "WITH part AS (SELECT x FROM lake.main.t)"
    twice = "SELECT x FROM part UNION ALL SELECT x FROM part"
    assert steps_of(f"{scan} {twice}", most_reads=6) == [
        "__ivm_mv_change_part: SELECT x FROM lake.main.t",
        'SELECT x FROM "__ivm_mv_change_part" UNION ALL SELECT x FROM "__ivm_mv_change_part"',
    ]
    once = f"{scan} SELECT x FROM part"
    assert steps_of(once, most_reads=6) == [once]
    feed = f"WITH part AS (SELECT x FROM feed) {twice}"
    assert steps_of(feed, most_reads=6) == [feed]


def test_of_scans_that_read_each_other_only_what_is_read_twice_is_a_step() -> None:
    sql = (
        "WITH few AS (SELECT x FROM lake.main.t), fewer AS (SELECT x FROM few WHERE x > 1), "
        "none AS (SELECT x FROM fewer WHERE x < 1) "
        "SELECT x FROM fewer UNION ALL SELECT x FROM none UNION ALL SELECT x FROM none"
    )
    assert steps_of(sql, most_reads=6) == [
        "__ivm_mv_change_fewer: WITH few AS (SELECT x FROM lake.main.t) "
        "SELECT x FROM few WHERE x > 1",
        'WITH none AS (SELECT x FROM "__ivm_mv_change_fewer" WHERE x < 1) '
        'SELECT x FROM "__ivm_mv_change_fewer" '
        "UNION ALL SELECT x FROM none UNION ALL SELECT x FROM none",
    ]
