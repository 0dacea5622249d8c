"""What is collected from a lake."""

from __future__ import annotations

from pathlib import Path

import pytest

import duckstream as ds
from duckstream.lake import Lake
from duckstream.report import collect as collecting
from duckstream.report import write_report
from duckstream.report.collect import collect
from duckstream.report.model import Freshness, LakeReport, ReportedView, way_of
from tests.report import NASTY


@pytest.fixture(scope="module")
def report(lake: Lake) -> LakeReport:
    return collect(lake, title="the shop")


def view(report: LakeReport, name: str) -> ReportedView:
    return next(view for view in report.views if view.name == name)


def test_every_view_comes_after_those_it_reads(report: LakeReport) -> None:
    names = [view.name for view in report.views]
    assert sorted(names) == sorted(["sales", "best", "above", "tiny", NASTY])
    assert names.index("best") > names.index("sales")


def test_sources_have_their_columns(report: LakeReport) -> None:
    sources = {source.name: source.columns for source in report.sources}
    assert sources["prices"] == (("id", "INT"), ("price", "INT"))
    assert set(sources) == {"orders", "prices"}


def test_a_view_on_a_view_reads_the_view(report: LakeReport) -> None:
    assert view(report, "best").reads == ("sales",)


def test_stages_are_not_shown_and_what_they_read_is(report: LakeReport) -> None:
    assert view(report, "above").reads == ("orders",)


@pytest.mark.parametrize(
    ("name", "freshness"),
    [
        ("sales", Freshness.BEHIND),
        ("best", Freshness.WAITS),
        ("tiny", Freshness.FAILED),
        (NASTY, Freshness.BEHIND),
    ],
)
def test_freshness(report: LakeReport, name: str, freshness: Freshness) -> None:
    assert view(report, name).freshness is freshness


def test_a_view_on_one_that_is_behind_waits_for_it(report: LakeReport) -> None:
    assert view(report, "best").waits_for == ("sales",)


def test_records_are_told_oldest_first(report: LakeReport) -> None:
    sales = view(report, "sales")
    assert [way_of(record) for record in sales.attempts] == ["created", "incremental"]
    assert sales.verified is not None
    assert sales.verified.strategy == "equal"
    assert [way_of(record) for record in view(report, "tiny").attempts] == ["created", "failed"]


def test_old_records_are_left_out_and_counted(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "SHOWN", 2)
    sales = view(collect(lake), "sales")
    assert len(sales.records) == 2
    assert sales.left_out == 1


def test_the_plan_is_that_of_explain(lake: Lake, report: LakeReport) -> None:
    assert view(report, "sales").plan == lake.view("sales").explain()


def test_nothing_is_written_to_the_lake(lake: Lake, tmp_path: Path) -> None:
    def snapshots() -> int:
        return lake.sql("SELECT COUNT(*) FROM ducklake_snapshots('dl')").fetchall()[0][0]

    before = snapshots()
    write_report(lake, tmp_path / "report.html")
    assert snapshots() == before


def test_a_view_whose_table_is_gone_is_shown_with_the_reason(tmp_path: Path) -> None:
    with ds.open(f"ducklake:{tmp_path / 'lake.ducklake'}") as lake:
        lake.sql("CREATE TABLE t (a INT)")
        lake.create_view("v", "SELECT a FROM t")
        lake.sql("DROP TABLE t")
    with ds.open(f"ducklake:{tmp_path / 'lake.ducklake'}") as lake:
        found = view(collect(lake), "v")
        assert found.freshness is Freshness.FAILED
        assert found.reads == ("t",)
        assert "UNKNOWN_TABLE" in found.plan
        write_report(lake, tmp_path / "report.html")


def test_a_lake_without_views_has_a_page_too(tmp_path: Path) -> None:
    with ds.open(f"ducklake:{tmp_path / 'lake.ducklake'}") as lake:
        file = write_report(lake, tmp_path / "report.html")
    assert "There is no view yet." in file.read_text("utf-8")
