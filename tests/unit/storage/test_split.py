"""Entries of WITH that become steps of their own."""

import sqlglot

from duckstream.plan import Naming
from duckstream.storage.split import split_entries


def steps_of(sql: str) -> list[str]:
    parsed = sqlglot.parse_one(sql, dialect="duckdb")
    steps, query = split_entries(parsed, Naming(), "change", most_reads=0)
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
