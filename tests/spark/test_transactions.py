"""Rows of views, committed by Delta Lake's own transactions, or by SQL where these cannot be."""

from typing import Any

import pytest

import duckstream as ds
from duckstream.algebra import Source
from duckstream.engines.delta.commits import Commit
from duckstream.engines.delta.engine import DeltaEngine
from duckstream.engines.delta.transaction import Rows, Transactions
from duckstream.lake import Lake
from tests.equivalence import spark
from tests.spark.test_lake import TOTALS, rows

pytestmark = [*spark.MARKS]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Rows]:
    """What is written by transactions."""
    found: list[Rows] = []
    write = Transactions.write

    def noted(self: Transactions, stored: Source, given: Rows, *others: Any) -> Any:
        found.append(given)
        return write(self, stored, given, *others)

    monkeypatch.setattr(Transactions, "write", noted)
    return found


def stored_table(lake: Lake) -> tuple[DeltaEngine, Source, Commit]:
    """Of the view totals: the engine, the table, and the last commit to it."""
    engine = lake.engine
    assert isinstance(engine, DeltaEngine)
    stored = lake.compiled(lake.view("totals").definition).layout.source
    last = engine.commits.last(stored)
    assert last is not None
    return engine, stored, last


def test_what_is_new_is_appended_and_what_differs_takes_the_place_of_all(
    session: Any, written: list[Rows]
) -> None:
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS, policy="strict")
    session.sql("INSERT INTO r VALUES (9, 9)")
    assert lake.refresh()["totals"].rows_out == 1
    session.sql("DELETE FROM r WHERE k = 1")
    assert lake.refresh()["totals"].rows_out == 1
    assert [(given.overwrite, given.frame is not None) for given in written] == [
        (False, True),
        (True, True),
    ]
    assert view.verify().equal
    assert rows(session, "SELECT * FROM totals") == [(2, 30, 1), (9, 9, 1)]
    told = rows(session, "DESCRIBE HISTORY _ivm_totals")
    assert [row[4] for row in sorted(told)][1:] == ["WRITE", "WRITE"]
    refreshes = [record for record in view.history() if record.kind == "refresh"]
    assert [record.rows_out for record in refreshes] == [1, 1]


def test_a_refresh_without_rows_moves_the_frontier_alone(session: Any, written: list[Rows]) -> None:
    lake = ds.open(session)
    lake.create_view("large", "SELECT k, x FROM r WHERE x > (SELECT AVG(x) FROM s JOIN r ON TRUE)")
    session.sql("INSERT INTO r VALUES (3, 20)")
    lake.refresh()
    assert any(given.frame is None for given in written)
    assert lake.refresh()["large"].strategy == "no_op"


def test_a_number_that_is_taken_writes_nothing(session: Any) -> None:
    lake = ds.open(session)
    lake.create_view("totals", TOTALS)
    engine, stored, last = stored_table(lake)
    assert engine.commits.transactions.can_write(stored)
    one = session.table(stored.table).where("k = 1")
    given = Rows(one.selectExpr("7 AS k", *one.columns[1:]))
    following = last.following({}, last.record)
    assert engine.commits.write_rows(stored, given, following) == 1
    assert engine.commits.write_rows(stored, given, following) is None
    assert rows(session, "SELECT COUNT(*) FROM totals WHERE k = 7") == [(1,)]


@pytest.mark.parametrize("overwrite", [False, True])
def test_of_two_commits_at_once_one_is_in_conflict(
    session: Any, monkeypatch: pytest.MonkeyPatch, overwrite: bool
) -> None:
    """Also where neither writes a row: it is the number that they have in common."""
    lake = ds.open(session)
    lake.create_view("totals", TOTALS)
    engine, stored, last = stored_table(lake)
    following = last.following({}, last.record)
    operation = Transactions._operation
    other = Transactions(engine)

    def overtaken(self: Transactions, *arguments: Any) -> Any:
        if self is not other:
            other.write(stored, Rows(None), "", f"duckstream-{last.series}", following.number)
        return operation(self, *arguments)

    assert engine.commits.transactions.can_write(stored)
    assert other.can_write(stored)
    monkeypatch.setattr(Transactions, "_operation", overtaken)
    with pytest.raises(engine.errors) as raised:
        engine.commits.write_rows(stored, Rows(None, overwrite), following)
    assert engine.is_conflict(raised.value)


@pytest.mark.parametrize("by_sql", [False, True])
def test_what_a_user_has_cached_of_a_view_is_read_again(
    session: Any, monkeypatch: pytest.MonkeyPatch, by_sql: bool
) -> None:
    if by_sql:
        monkeypatch.setattr(Transactions, "can_write", lambda *_: False)
    lake = ds.open(session)
    lake.create_view("totals", TOTALS, policy="strict")
    session.sql("CACHE TABLE kept AS SELECT SUM(total) AS s FROM totals")
    try:
        assert rows(session, "SELECT * FROM kept") == [(60,)]
        session.sql("DELETE FROM r WHERE k = 2")
        lake.refresh()
        assert rows(session, "SELECT * FROM kept") == [(30,)]
    finally:
        session.sql("UNCACHE TABLE kept")


def test_files_that_no_checksum_names_are_found_by_a_query(
    session: Any, written: list[Rows]
) -> None:
    session.conf.set("spark.databricks.delta.writeChecksumFile.enabled", "false")
    lake = ds.open(session)
    view = lake.create_view("totals", TOTALS, policy="strict")
    for change in ("INSERT INTO r VALUES (1, 5)", "DELETE FROM r WHERE x = 10"):
        session.sql(change)
        assert lake.refresh()["totals"].strategy == "incremental"
        assert view.verify().equal
    assert [given.overwrite for given in written] == [True, True]
