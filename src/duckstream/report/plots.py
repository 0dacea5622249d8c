"""Time and rows over the refreshes of a view, as small plots.

Both have a logarithmic axis: the first computation of a view, or one after a large change, is often
a thousand times what the next ones are, and these have to be told apart as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from duckstream.refresh.record import CREATE, FAILURE, RefreshRecord
from duckstream.report.elements import element
from duckstream.report.model import way_of
from duckstream.report.words import count, duration, moment, short_count

WIDTH, HEIGHT = 420.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 14.0, 12.0, 34.0
_RADIUS = 4.0


@dataclass(frozen=True)
class Axis:
    """From a power of ten to another, with or without room for zero below."""

    low: int
    high: int
    zero: bool = False

    def height(self, value: float) -> float:
        """From 0 on the ground to 1 at the top.

        >>> [round(Axis(0, 2, zero=True).height(value), 2) for value in (0, 1, 10, 100)]
        [0.0, 0.33, 0.67, 1.0]
        >>> [round(Axis(-2, 0).height(value), 2) for value in (0.01, 0.1, 1)]
        [0.0, 0.5, 1.0]
        """
        if value <= 0:
            return 0.0
        below = 1 if self.zero else 0
        steps = math.log10(value) - self.low + below
        return min(1.0, max(0.0, steps / (self.high - self.low + below)))

    @property
    def ticks(self) -> list[float]:
        """What is labelled: powers of ten, or a few more numbers where these are only two.

        >>> Axis(0, 1, zero=True).ticks, Axis(-3, 0).ticks
        ([0.0, 1.0, 2.0, 5.0, 10.0], [0.001, 0.01, 0.1, 1.0])
        """
        span = self.high - self.low
        ticks = [10.0**power for power in range(self.low, self.high + 1, 1 + span // 5)]
        if span == 1:
            ticks = [ticks[0], 2 * ticks[0], 5 * ticks[0], ticks[1]]
        return [0.0, *ticks] if self.zero else ticks


def make_axis(values: Sequence[float], least: int, *, zero: bool = False) -> Axis:
    """Around all values, and at least one step long.

    >>> make_axis([0.02, 0.3], -4), make_axis([], 0)
    (Axis(low=-2, high=0, zero=False), Axis(low=0, high=1, zero=False))
    """
    found = [value for value in values if value > 0]
    low = max(least, math.floor(math.log10(min(found)))) if found else least
    high = math.ceil(math.log10(max(found))) if found else least + 1
    return Axis(low, max(high, low + 1), zero)


def plot_seconds(records: Sequence[RefreshRecord]) -> Element:
    """One dot for every refresh, in the colour of its way."""
    axis = make_axis([record.seconds for record in records], -4)
    plot = _Plot(axis, len(records), lambda value: duration(value).replace(".0 ", " "))
    marks: list[Element] = []
    for number, record in enumerate(records):
        title = f"{_head(number, record)}: {duration(record.seconds)}"
        if record.predicted_seconds is not None:
            title += f", predicted {duration(record.predicted_seconds)}"
            marks.append(plot.dash(number, record.predicted_seconds))
        if record.kind == FAILURE:
            marks.append(plot.cross(number, record.seconds, title))
        else:
            marks.append(plot.dot(number, record.seconds, way_of(record), title))
    return plot.draw("Time of each refresh", records, marks)


def plot_rows(records: Sequence[RefreshRecord]) -> Element:
    """Rows read and rows written; creations and failures have none to tell of."""
    counted = [(n, r) for n, r in enumerate(records) if r.kind not in (CREATE, FAILURE)]
    axis = make_axis([rows for _, r in counted for rows in (r.rows_in, r.rows_out)], 0, zero=True)
    plot = _Plot(axis, len(records), short_count)
    marks: list[Element] = []
    for number, record in counted:
        head = _head(number, record)
        marks.append(plot.stem(number, record.rows_in, record.rows_out))
        marks.append(
            plot.dot(number, record.rows_in, "in", f"{head}: {count(record.rows_in)} read")
        )
        title = f"{head}: {count(record.rows_out)} written"
        marks.append(plot.dot(number, record.rows_out, "out", title))
    return plot.draw("Rows of each refresh", records, marks)


def _head(number: int, record: RefreshRecord) -> str:
    return f"{moment(record.started)} {way_of(record)}"


@dataclass(frozen=True)
class _Plot:
    """A frame with its axes. Refreshes stand side by side, whatever time passed between them."""

    axis: Axis
    number: int
    label: Callable[[float], str]

    def x(self, number: int) -> float:
        room = WIDTH - _LEFT - _RIGHT
        return _LEFT + room * (number + 0.5) / max(self.number, 1)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * self.axis.height(value)

    def dot(self, number: int, value: float, way: str, title: str) -> Element:
        return element(
            "circle",
            element("title", title),
            class_=f"dot {way}",
            cx=self.x(number),
            cy=self.y(value),
            r=_RADIUS,
        )

    def cross(self, number: int, value: float, title: str) -> Element:
        x, y, r = self.x(number), self.y(value), _RADIUS
        way = f"M {x - r:.1f} {y - r:.1f} l {2 * r} {2 * r} m 0 {-2 * r} l {-2 * r} {2 * r}"
        return element("path", element("title", title), class_="cross", d=way)

    def dash(self, number: int, value: float) -> Element:
        x, y = self.x(number), self.y(value)
        return element("path", class_="dash", d=f"M {x - 6:.1f} {y:.1f} h 12")

    def stem(self, number: int, begin: float, end: float) -> Element:
        x = self.x(number)
        return element(
            "path", class_="stem", d=f"M {x:.1f} {self.y(begin):.1f} V {self.y(end):.1f}"
        )

    def draw(
        self, title: str, records: Sequence[RefreshRecord], marks: Sequence[Element]
    ) -> Element:
        return element(
            "svg",
            *self._grid(),
            *self._ends(records),
            *(marks or [self._nothing()]),
            class_="plot",
            role="img",
            aria_label=title,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
        )

    def _grid(self) -> list[Element]:
        right, ground = WIDTH - _RIGHT, HEIGHT - _BOTTOM
        lines = [element("path", class_="axis", d=f"M {_LEFT} {ground} H {right}")]
        for value in self.axis.ticks:
            y = self.y(value)
            if y < ground:
                lines.append(element("path", class_="grid", d=f"M {_LEFT} {y:.1f} H {right}"))
            lines.append(self._tick(y, self.label(value)))
        return lines

    def _tick(self, y: float, text: str) -> Element:
        return element("text", text, class_="tick", x=_LEFT - 8, y=y + 4, text_anchor="end")

    def _nothing(self) -> Element:
        """Said where an empty plot would look like a broken one."""
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        return element(
            "text", "not refreshed yet", class_="tick", x=middle, y=HEIGHT / 2, text_anchor="middle"
        )

    def _ends(self, records: Sequence[RefreshRecord]) -> list[Element]:
        """When the first was, and the last."""
        if not records:
            return []
        y = HEIGHT - 12
        first = element("text", f"{records[0].started:%d %b %H:%M}", class_="tick", x=_LEFT, y=y)
        middle = element(
            "text", "oldest to newest", class_="tick", x=(_LEFT + WIDTH - _RIGHT) / 2, y=y,
            text_anchor="middle",
        )  # fmt: skip
        last = element(
            "text", f"{records[-1].started:%d %b %H:%M}", class_="tick", x=WIDTH - _RIGHT, y=y,
            text_anchor="end",
        )  # fmt: skip
        return [first, middle, last]


def sketch_seconds(records: Sequence[RefreshRecord]) -> Element:
    """The same times as a line in the height of a row of text, for the list of views."""
    width, height, edge = 96.0, 22.0, 3.0
    axis = make_axis([record.seconds for record in records], -4)
    step = (width - 2 * edge) / max(len(records) - 1, 1)
    points = [
        (edge + n * step, height - edge - (height - 2 * edge) * axis.height(record.seconds))
        for n, record in enumerate(records)
    ]
    marks = [
        element("polyline", class_="line", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points))
    ]
    if points:
        x, y = points[-1]
        marks.append(element("circle", class_=f"dot {way_of(records[-1])}", cx=x, cy=y, r=2.6))
    return element(
        "svg", *marks, class_="sketch", viewBox=f"0 0 {width} {height}", aria_hidden="true"
    )
