"""The body of the page: what there is to know at a glance, the graph, the list, the details."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from duckstream.report.details import describe_source, describe_view
from duckstream.report.draw_graph import draw_graph
from duckstream.report.elements import element
from duckstream.report.marks import mark_freshness, mark_way, open_button
from duckstream.report.model import Freshness, LakeReport, ReportedView
from duckstream.report.plots import sketch_seconds
from duckstream.report.words import age, count, duration, moment

_LEGEND = {
    "incremental": "from the change",
    "full": "computed anew",
    "created": "computed for the first time",
    "failed": "as it was before an error",
}


def make_body(report: LakeReport) -> Element:
    names = [*(source.name for source in report.sources), *(view.name for view in report.views)]
    ids = {name: f"node-{number}" for number, name in enumerate(names)}
    return element(
        "body",
        element(
            "main",
            _head(report),
            _tiles(report),
            _graph(report, ids),
            _views(report, ids),
        ),
        *(describe_source(source, report, ids) for source in report.sources),
        *(describe_view(view, report, ids) for view in report.views),
    )


def _head(report: LakeReport) -> Element:
    return element(
        "header",
        element("h1", report.title),
        element("p", f"{report.engine} · as of {moment(report.made)} UTC", class_="soft"),
    )


def _tiles(report: LakeReport) -> Element:
    behind = report.count(Freshness.BEHIND) + report.count(Freshness.WAITS)
    failed = report.count(Freshness.FAILED)
    tiles = [
        (len(report.views), "view" if len(report.views) == 1 else "views", None),
        (report.count(Freshness.FRESH), "fresh", None),
        (behind, "behind their sources", None),
        (failed, "failed", "bad" if failed else None),
    ]
    return element(
        "ul",
        *(element("li", element("b", count(n)), text, class_=kind) for n, text, kind in tiles),
        class_="tiles",
    )


def _graph(report: LakeReport, ids: Mapping[str, str]) -> Element:
    legend = (
        element("li", element("span", f"{way}: {text}"), class_=way)
        for way, text in _LEGEND.items()
    )
    drawn = (
        element("div", draw_graph(report, ids), class_="scroll")
        if ids
        else element("p", "There is no view yet.", class_="empty soft")
    )
    return element(
        "section",
        element(
            "header",
            element("h2", "Sources and views"),
            element("ul", *legend, class_="legend", aria_label="Colours: the last refresh"),
        ),
        drawn,
        class_="card",
    )


def _views(report: LakeReport, ids: Mapping[str, str]) -> Element:
    words = ("View", "Freshness", "Last refresh", ">Rows read", ">Rows written", ">Time", "Trend")
    heads = (
        element("th", word.removeprefix(">"), class_="number" if word[0] == ">" else None)
        for word in words
    )
    return element(
        "section",
        element(
            "header",
            element("h2", "Views"),
            element("span", "numbers are of the last refresh", class_="soft"),
        ),
        element(
            "table",
            element("thead", element("tr", *heads)),
            element("tbody", *(_row(view, report, ids) for view in report.views)),
            class_="views",
        ),
        class_="card",
    )


def _row(view: ReportedView, report: LakeReport, ids: Mapping[str, str]) -> Element:
    last = view.last
    when = "" if last is None else f" {age(last.started, report.made)}"
    rows = [count(n) if last and last.kind == "refresh" else "–" for n in _rows(view)]
    return element(
        "tr",
        element("td", open_button(view.name, ids), class_="title"),
        element("td", mark_freshness(view), class_="state"),
        element("td", mark_way(last), element("span", when, class_="soft"), class_="what"),
        element("td", rows[0], class_="number rows", data_label="read"),
        element("td", rows[1], class_="number rows", data_label="written"),
        element(
            "td", duration(last.seconds) if last else "–", class_="number rows", data_label="in"
        ),
        element("td", sketch_seconds(view.attempts), class_="shape"),
    )


def _rows(view: ReportedView) -> tuple[int, int]:
    return (0, 0) if view.last is None else (view.last.rows_in, view.last.rows_out)
