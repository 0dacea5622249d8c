"""The graph of sources and views as SVG."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from duckstream.report.elements import element
from duckstream.report.layout import HEIGHT, WIDTH, Layout, Point, lay_out
from duckstream.report.model import Freshness, LakeReport, ReportedView, way_of
from duckstream.report.words import plural

_MARGIN = 6.0
# Of the letters that the page is written in, roughly.
_LETTERS = 20


def draw_graph(report: LakeReport, ids: Mapping[str, str]) -> Element:
    """Every node is a button that opens the details with the id in `ids`."""
    reads: dict[str, tuple[str, ...]] = {source.name: () for source in report.sources}
    reads |= {view.name: view.reads for view in report.views}
    layout = lay_out(reads)
    nodes = [
        _draw_node(
            layout.nodes[s.name], ids[s.name], s.name, "table", _readers(report, s.name), "source"
        )
        for s in report.sources
    ]
    nodes += [_draw_view(view, layout.nodes[view.name], ids[view.name]) for view in report.views]
    return element(
        "svg",
        element("g", *_draw_edges(layout, ids), aria_hidden="true"),
        *nodes,
        class_="graph",
        role="group",
        aria_label="Graph of sources and views",
        viewBox=f"{-_MARGIN} {-_MARGIN} {layout.width + 2 * _MARGIN} {layout.height + 2 * _MARGIN}",
        width=layout.width + 2 * _MARGIN,
        height=layout.height + 2 * _MARGIN,
    )


def _readers(report: LakeReport, name: str) -> str:
    return "read by " + plural(sum(name in view.reads for view in report.views), "view")


def _draw_view(view: ReportedView, corner: Point, target: str) -> Element:
    way = "none" if view.last is None else way_of(view.last)
    state = freshness_in_words(view)
    if way != view.freshness.value:
        state = f"{way.replace('_', '-')} · {state}"
    return _draw_node(corner, target, view.name, "view", state, way)


def freshness_in_words(view: ReportedView) -> str:
    """Short enough for a node."""
    if view.freshness is Freshness.WAITS:
        return f"waits for {shorten(view.waits_for[0], 14)}"
    if view.freshness is Freshness.BEHIND:
        rows = view.status.rows_behind
        return "behind" if rows is None else f"{plural(rows, 'row')} behind"
    return view.freshness.value


def _draw_node(corner: Point, target: str, name: str, kind: str, state: str, way: str) -> Element:
    x, y = corner
    return element(
        "g",
        element("title", name),
        element("rect", class_="box", width=WIDTH, height=HEIGHT, rx=7),
        element(
            "path",
            class_="band",
            d=f"M 7 0 H 5 A 5 7 0 0 0 0 7 V {HEIGHT - 7} A 5 7 0 0 0 5 {HEIGHT} H 7 Z",
        ),
        element("text", shorten(name), class_="name", x=17, y=23),
        element("text", shorten(state, 31), class_="state", x=17, y=41),
        class_=f"node {kind} {way}",
        transform=f"translate({x:.1f} {y:.1f})",
        tabindex="0",
        role="button",
        aria_haspopup="dialog",
        aria_label=f"{kind} {name}: {state}",
        data_opens=target,
        data_node=target,
    )


def _draw_edges(layout: Layout, ids: Mapping[str, str]) -> list[Element]:
    return [
        element("path", class_="edge", d=_curve(points), data_from=ids[read], data_to=ids[reader])
        for (read, reader), points in layout.edges.items()
    ]


def _curve(points: tuple[Point, ...]) -> str:
    """Level at both ends of every part, and straight where it passes a layer."""
    (x, y), *others = points
    parts = [f"M {x:.1f} {y:.1f}"]
    for end_x, end_y in others:
        half = (x + end_x) / 2
        parts.append(f"C {half:.1f} {y:.1f} {half:.1f} {end_y:.1f} {end_x:.1f} {end_y:.1f}")
        x, y = end_x, end_y
    return " ".join(parts)


def shorten(text: str, letters: int = _LETTERS) -> str:
    """Cut where the room ends; letters of East Asian scripts take twice the room.

    >>> shorten("a_rather_long_name_of_a_view"), shorten("名前" * 9, 10)
    ('a_rather_long_name_…', '名前名前…')
    """
    room, kept = letters, ""
    for letter in text:
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0 or (room == 0 and len(kept) + 1 < len(text)):
            return f"{kept}…"
        kept += letter
    return text
