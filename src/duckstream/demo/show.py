"""How the demo looks: plain text and tables that fit 80 columns, on a terminal and in a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from duckstream.demo.measure import Measurement
from duckstream.demo.rounds import Round
from duckstream.demo.shop import Size
from duckstream.demo.views import DemoView

WIDTH = 80


def make_console() -> Console:
    """A log has no width of its own: there the text is laid out for 80 columns."""
    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=WIDTH)


def show_shop(console: Console, size: Size) -> None:
    _say(
        console,
        f"A shop with {size.customers:,} customers, {size.products:,} products, "
        f"{size.orders:,} orders and {size.lines:,} order lines, and views of it:",
    )
    console.print()


def show_views(console: Console, views: Sequence[DemoView], seconds: dict[str, float]) -> None:
    table = _table("view", "what it is", ">first ms")
    for view in views:
        table.add_row(view.name, view.shows, _milliseconds(seconds[view.name]))
    console.print(table)


def show_round(
    console: Console, number: int, round: Round, measurements: Sequence[Measurement]
) -> None:
    console.print()
    console.print(Text(f"Round {number}: {round.title}", style="bold"))
    _say(console, round.story, indent="  ")
    table = _table(
        "view", "strategy", ">rows read", ">rows written", ">refresh ms", ">recompute ms", ">ratio",
        "result",
    )  # fmt: skip
    for m in measurements:
        table.add_row(
            m.view.name,
            m.report.strategy,
            str(m.report.rows_in),
            str(m.report.rows_out),
            _milliseconds(m.report.seconds),
            _milliseconds(m.recompute_seconds),
            _ratio(m.ratio),
            _verdict(m.equal),
        )
    table.add_section()
    table.add_row(
        "all", "", "", "", *_totals(measurements), _verdict(all(m.equal for m in measurements))
    )
    console.print(table)


def show_end(console: Console, measurements: Sequence[Measurement], lake: str | None) -> None:
    wrong = [m for m in measurements if not m.equal]
    refresh, recompute, _ = _totals(measurements)
    console.print()
    if wrong:
        names = ", ".join(dict.fromkeys(m.view.name for m in wrong))
        console.print(Text(f"NOT EQUAL to the query computed again: {names}", style="bold red"))
    else:
        _say(
            console,
            f"All {len(measurements)} results are equal to their query computed again. "
            f"Together the refreshes took {refresh} ms and the recomputes {recompute} ms.",
        )
    _say(
        console,
        "A recompute takes the longer the larger the tables are. A refresh takes the longer the "
        "larger the change is, and pays a fixed price that small tables do not earn back.",
    )
    if lake is not None:
        console.print(f'The lake stays there: ds.open("ducklake:{lake}")', soft_wrap=True)
    _say(
        console,
        "Next: `make bench` for a million rows, `duckstream compile view.sql` for the SQL behind "
        "this, and view.explain() in Python for what a refresh reads.",
    )


def _say(console: Console, text: str, indent: str = "") -> None:
    """A paragraph; wrapped here because rich fills up the ends of lines with spaces."""
    width = min(console.width, WIDTH)
    console.print(
        fill(text, width, initial_indent=indent, subsequent_indent=indent), soft_wrap=True
    )


def _table(*headers: str) -> Table:
    """A header that begins with > stands over numbers."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for header in headers:
        number = header.startswith(">")
        table.add_column(
            header.removeprefix(">").replace(" ", "\n") if number else header,
            justify="right" if number else "left",
            vertical="bottom",
        )
    return table


def _totals(measurements: Iterable[Measurement]) -> tuple[str, str, str]:
    pairs = [(m.report.seconds, m.recompute_seconds) for m in measurements]
    refresh, recompute = (sum(side) for side in zip(*pairs, strict=True))
    return (
        _milliseconds(refresh),
        _milliseconds(recompute),
        _ratio(recompute / max(refresh, 1e-6)),
    )


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f}"


def _ratio(value: float) -> str:
    return f"{value:.1f}x" if value < 100 else f"{value:.0f}x"


def _verdict(equal: bool) -> Text:
    return Text("equal", style="green") if equal else Text("DIFFERS", style="bold red")
