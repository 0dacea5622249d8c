"""The page as text, made from data alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest

from duckstream.refresh.record import RefreshRecord
from duckstream.refresh.status import ViewStatus
from duckstream.report.model import Freshness, LakeReport, ReportedView, SourceTable
from duckstream.report.write import make_page

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NASTY = [
    "<b>",
    '" onclick="x',
    "'",
    "</script>",
    "&lt;",
    "</style><script>",
    "名前",
    "a\x00b",
    "$x",
]


def make_report(name: str = "v", *, records: int = 3, error: str | None = None) -> LakeReport:
    history = tuple(
        RefreshRecord(
            name, str(i), "refresh", NOW - timedelta(minutes=9 - i), "auto", "incremental",
            "changed: t", rows_in=10 * i, rows_out=i, seconds=0.01 * (i + 1),
        )
        for i in range(records)
    )  # fmt: skip
    status = ViewStatus(name, "auto", fresh=True, last_error=error)
    freshness = Freshness.FAILED if error else Freshness.FRESH
    view = ReportedView(
        name, f"SELECT 1 AS \"{name}\"", f"kept {name}", f"plan {name}", (f"t {name}",), status,
        freshness, records=history,
    )  # fmt: skip
    return LakeReport(name, "DuckDB", NOW, (SourceTable(f"t {name}", ((name, name),)),), (view,))


class Reader(HTMLParser):
    """Notes the elements, and whether each is closed in its turn."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("name", NASTY)
def test_whatever_a_name_holds_the_page_has_the_same_elements(name: str) -> None:
    plain, nasty = read(make_page(make_report())), read(make_page(make_report(name)))
    assert nasty.tags == plain.tags
    assert nasty.attributes == plain.attributes
    assert name.replace("\x00", "\ufffd") in nasty.text


def test_the_page_refers_to_nothing_outside() -> None:
    page = make_page(make_report())
    assert not re.search(r"https?:|//[a-z]|\bsrc=|@import|url\(", page)


def test_an_error_is_shown() -> None:
    assert "[BOOM] it broke" in read(make_page(make_report(error="[BOOM] it broke"))).text


def test_a_view_that_was_never_refreshed_has_no_plots() -> None:
    page = read(make_page(make_report(records=0)))
    assert "never refreshed" in page.text
    assert "figure" not in page.tags
