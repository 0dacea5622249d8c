"""The page about a lake on Spark."""

from pathlib import Path
from typing import Any

import duckstream as ds
from duckstream.report import write_report
from duckstream.report.collect import collect
from duckstream.report.model import Freshness
from tests.equivalence import spark

pytestmark = [*spark.MARKS]


def test_a_lake_on_spark_has_a_page_too(session: Any, tmp_path: Path) -> None:
    lake = ds.open(session)
    lake.create_view("totals", "SELECT k, SUM(x) AS total FROM r GROUP BY k")
    lake.create_view("best", "SELECT MAX(total) AS best FROM totals")
    session.sql("INSERT INTO r VALUES (5, 50)")
    lake.refresh()
    session.sql("INSERT INTO r VALUES (6, 60)")
    report = collect(lake)
    assert [(view.name, view.reads) for view in report.views] == [
        ("totals", ("r",)),
        ("best", ("totals",)),
    ]
    assert [view.freshness for view in report.views] == [Freshness.BEHIND, Freshness.WAITS]
    assert report.sources[0].columns == (("k", "INT"), ("x", "INT"))
    page = write_report(lake, tmp_path / "report.html").read_text("utf-8")
    assert "Spark, Delta Lake" in page
