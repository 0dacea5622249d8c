"""What can happen to the history of a Delta table, and what a refresh makes of it."""

from typing import Any

import pytest

import duckstream as ds
from duckstream.lake import Lake
from tests.equivalence import spark

pytestmark = [*spark.MARKS]

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"


@pytest.fixture
def lake(session: Any) -> Lake:
    lake = ds.open(session)
    lake.create_view("v", TOTALS)
    return lake


def test_optimize_is_no_change(session: Any, lake: Lake) -> None:
    session.sql("INSERT INTO r VALUES (3, 3)")
    lake.refresh()
    session.sql("OPTIMIZE r")
    assert lake.refresh()["v"].strategy == "no_op"


def test_an_overwrite_and_a_restore_are_changes(session: Any, lake: Lake) -> None:
    session.sql("INSERT OVERWRITE r VALUES (1, 10), (7, 7)")
    report = lake.refresh(policy="strict")["v"]
    # What was written again as it was before is no change.
    assert (report.strategy, report.rows_in) == ("incremental", 3)
    assert lake.view("v").verify().equal
    session.sql("RESTORE TABLE r TO VERSION AS OF 1")
    report = lake.refresh(policy="strict")["v"]
    assert (report.strategy, report.rows_in) == ("incremental", 3)
    assert lake.view("v").verify().equal


def test_a_feed_that_was_off_in_between_is_recognised(session: Any, lake: Lake) -> None:
    session.sql("ALTER TABLE r SET TBLPROPERTIES (delta.enableChangeDataFeed = false)")
    session.sql("INSERT INTO r VALUES (8, 8)")
    session.sql("ALTER TABLE r SET TBLPROPERTIES (delta.enableChangeDataFeed = true)")
    with pytest.raises(ds.RefreshError) as raised:
        lake.refresh(policy="strict")
    assert raised.value.code == "NOT_INCREMENTAL"
    report = lake.refresh()["v"]
    assert report.strategy == "full"
    assert "change feed" in report.reason
    assert lake.view("v").verify().equal
    session.sql("INSERT INTO r VALUES (9, 9)")
    assert lake.refresh()["v"].strategy == "incremental"


def test_vacuumed_files_are_recognised(session: Any, lake: Lake) -> None:
    lake.create_view("w", "SELECT k, MAX(x) AS most FROM r GROUP BY k")
    session.sql("UPDATE r SET x = x - 1 WHERE k = 1")
    session.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    try:
        session.sql("VACUUM r RETAIN 0 HOURS")
    finally:
        session.conf.unset("spark.databricks.delta.retentionDurationCheck.enabled")
    report = lake.refresh()
    for name in ("v", "w"):
        assert report[name].strategy == "full"
        assert "cleaned up" in report[name].reason
        assert lake.view(name).verify().equal
    session.sql("INSERT INTO r VALUES (9, 9)")
    assert lake.refresh()["w"].strategy == "incremental"
