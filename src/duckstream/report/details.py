"""The details of a view or a source: what opens when it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import dedent
from xml.etree.ElementTree import Element

from duckstream.refresh.record import REFRESH, RefreshRecord
from duckstream.report.elements import Child, element
from duckstream.report.marks import mark_freshness, mark_way, open_button
from duckstream.report.model import Freshness, LakeReport, ReportedView, SourceTable, way_of
from duckstream.report.plots import plot_rows, plot_seconds
from duckstream.report.words import age, count, duration, moment, plural


def describe_view(view: ReportedView, report: LakeReport, ids: Mapping[str, str]) -> Element:
    return _dialog(
        ids[view.name],
        view.name,
        _facts(_view_facts(view, report, ids)),
        element("p", view.status.last_error, class_="error") if view.status.last_error else None,
        _plots(view) if view.attempts else None,
        _fold("SQL", element("pre", _tidy(view.sql), class_="sql"), shown=True),
        _fold("Plan", element("pre", view.plan.rstrip(), class_="plan"), shown=True),
        _fold(_history_title(view), _history(view.records)) if view.records else None,
    )


def describe_source(source: SourceTable, report: LakeReport, ids: Mapping[str, str]) -> Element:
    rows = [
        element("tr", element("td", name), element("td", type, class_="soft"))
        for name, type in source.columns
    ]
    return _dialog(
        ids[source.name],
        source.name,
        _facts([("Read by", _names(_readers(source.name, report), ids))]),
        _fold("Columns", element("div", element("table", *rows), class_="list"), shown=True)
        if rows
        else element("p", "The table cannot be found.", class_="error"),
    )


def _dialog(id: str, name: str, *content: Child) -> Element:
    close = element(
        "form", element("button", "Close", class_="close"), method="dialog", aria_label="Close"
    )
    title = element("h2", name, id=f"{id}-title")
    inner = element("div", element("header", title, close), *content, class_="detail")
    return element("dialog", inner, id=id, aria_labelledby=f"{id}-title")


def _facts(facts: Iterable[tuple[str, Sequence[Child]]]) -> Element:
    parts: list[Element] = []
    for term, values in facts:
        parts += [element("dt", term), element("dd", *values)]
    return element("dl", *parts, class_="facts")


def _view_facts(
    view: ReportedView, report: LakeReport, ids: Mapping[str, str]
) -> Iterable[tuple[str, Sequence[Child]]]:
    yield "Freshness", [mark_freshness(view), *_why_not_fresh(view)]
    last = view.last
    if last is not None:
        when = f" {age(last.started, report.made)}, {moment(last.started)} UTC"
        yield "Last refresh", [mark_way(last), when]
        if last.error is None:
            yield "Why", [last.reason]
    yield "Kept by", [view.kept]
    yield "Policy", [view.status.policy]
    yield "Reads", _names(view.reads, ids)
    yield "Read by", _names(_readers(view.name, report), ids)
    if view.verified is not None:
        yield "Verified", [f"{moment(view.verified.started)} UTC: {view.verified.strategy}"]


def _why_not_fresh(view: ReportedView) -> list[str]:
    if view.freshness is Freshness.WAITS and len(view.waits_for) > 1:
        return [f" ({', '.join(view.waits_for)})"]
    behind = [
        f"{plural(n, 'commit')} to {table}" for table, n in view.status.versions_behind.items()
    ]
    return [f" ({', '.join(behind)})"] if behind else []


def _names(names: Sequence[str], ids: Mapping[str, str]) -> Sequence[Child]:
    return [open_button(name, ids) for name in names] or [element("span", "nothing", class_="soft")]


def _readers(name: str, report: LakeReport) -> list[str]:
    return [view.name for view in report.views if name in view.reads]


def _plots(view: ReportedView) -> Element:
    ways = [(way, way) for way in dict.fromkeys(map(way_of, view.attempts))]
    if any(record.predicted_seconds is not None for record in view.attempts):
        ways.append(("predicted", "dash: predicted"))
    return element(
        "div",
        _figure("Time of each refresh", ways, plot_seconds(view.attempts)),
        _figure(
            "Rows of each refresh", [("in", "read"), ("out", "written")], plot_rows(view.attempts)
        ),
        class_="plots",
    )


def _figure(title: str, legend: Sequence[tuple[str, str]], plot: Element) -> Element:
    keys = (element("li", element("span", text), class_=way) for way, text in legend)
    caption = element("figcaption", element("h3", title), element("ul", *keys, class_="legend"))
    return element("figure", caption, plot)


def _fold(title: str, content: Element, *, shown: bool = False) -> Element:
    return element("details", element("summary", title), content, open="" if shown else None)


def _tidy(sql: str) -> str:
    """As it was written, but for the margin."""
    return dedent(sql.strip("\n")).strip()


def _history_title(view: ReportedView) -> str:
    older = f", {plural(view.left_out, 'older one')} left out" if view.left_out else ""
    return f"Records ({len(view.records)}{older})"


def _history(records: Sequence[RefreshRecord]) -> Element:
    heads = [("Begun (UTC)", ""), ("What", ""), ("Why", ""), ("Read", "number")]
    heads += [("Written", "number"), ("Time", "number")]
    rows = [_record(record) for record in reversed(records)]
    head = element("tr", *(element("th", text, class_=kind or None) for text, kind in heads))
    table = element("table", element("thead", head), element("tbody", *rows))
    return element("div", table, class_="list")


def _record(record: RefreshRecord) -> Element:
    refreshed = record.kind == REFRESH
    return element(
        "tr",
        element("td", moment(record.started), class_="time"),
        element("td", mark_way(record)),
        element("td", record.error or record.reason),
        element("td", count(record.rows_in) if refreshed else "–", class_="number"),
        element("td", count(record.rows_out) if refreshed else "–", class_="number"),
        element("td", duration(record.seconds), class_="number"),
    )
