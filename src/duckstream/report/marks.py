"""Small things that several parts of the page show the same way."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from duckstream.refresh.record import RefreshRecord
from duckstream.report.draw_graph import freshness_in_words
from duckstream.report.elements import element
from duckstream.report.model import ReportedView, way_of


def mark_way(record: RefreshRecord | None) -> Element:
    if record is None:
        return element("span", "never refreshed", class_="soft")
    way = way_of(record)
    return element("span", way.replace("_", "-"), class_=f"chip {way}")


def mark_freshness(view: ReportedView) -> Element:
    words = element("span", freshness_in_words(view))
    return element("span", words, class_=f"mark {view.freshness.value}")


def open_button(name: str, ids: Mapping[str, str]) -> Element:
    """A name that opens its details."""
    return element("button", name, type="button", class_="opener", data_opens=ids[name])
