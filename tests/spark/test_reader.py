"""Tables at a version, read without the jobs by which Delta Lake usually finds their files."""

from typing import Any

import pytest

import duckstream as ds
from duckstream.algebra import Source
from tests.equivalence import spark

pytestmark = [*spark.MARKS]


def read(lake: Any, table: str, version: int) -> tuple[list[tuple[Any, ...]], int]:
    """The rows, and how many jobs of Spark it took to find and to read them."""
    scheduler = lake.engine.spark.sparkContext._jsc.sc().dagScheduler()
    before = scheduler.numTotalJobs()
    frame = lake.engine.reader.frame(Source("spark_catalog", lake.engine.schema, table), version)
    rows = sorted(tuple(row) for row in frame.collect())
    return rows, scheduler.numTotalJobs() - before


@pytest.mark.parametrize(
    "properties",
    [
        "'delta.enableDeletionVectors' = false",
        "'delta.enableDeletionVectors' = true",
        "'delta.columnMapping.mode' = 'name'",
    ],
)
def test_each_version_is_read_in_one_job(session: Any, properties: str) -> None:
    session.sql(f"CREATE TABLE t (k INT, x INT) USING delta TBLPROPERTIES ({properties})")
    session.sql("INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)")
    session.sql("DELETE FROM t WHERE k = 2")
    session.sql("UPDATE t SET x = 31 WHERE k = 3")
    lake = ds.open(session)
    assert read(lake, "t", 1) == ([(1, 10), (2, 20), (3, 30)], 1)
    assert read(lake, "t", 2) == ([(1, 10), (3, 30)], 1)
    assert read(lake, "t", 3) == ([(1, 10), (3, 31)], 1)


def test_the_session_of_the_user_is_as_it_was(session: Any) -> None:
    session.sql("CREATE TABLE t (k INT) USING delta")
    before = dict(session.conf.getAll)
    read(ds.open(session), "t", 0)
    assert dict(session.conf.getAll) == before
    assert not [row for row in session.sql("SHOW TABLES").collect() if row["isTemporary"]]
    assert session.sql("SHOW VIEWS IN global_temp").collect() == []


def test_what_only_the_usual_reader_knows_is_read_by_it(session: Any) -> None:
    session.sql("CREATE TABLE t (k INT) USING delta")
    session.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.enableTypeWidening' = true)")
    session.sql("INSERT INTO t VALUES (1)")
    rows, jobs = read(ds.open(session), "t", 2)
    assert rows == [(1,)]
    assert jobs > 1
