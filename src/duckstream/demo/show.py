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
from duckstream.pipeline.project import Project
from duckstream.refresh.report import RefreshReport

WIDTH = 80
_ENGINES = {"duckdb": "DuckDB with DuckLake", "spark": "Spark with Delta Lake"}


def show_shop(console: Console, engine: str, size: Size) -> None:
    _say(
        console,
        f"On {_ENGINES[engine]}: a shop with {size.customers:,} customers, "
        f"{size.products:,} products, {size.orders:,} orders and {size.lines:,} order lines, "
        "and views of it:",
    )
    console.print()


def show_views(console: Console, project: Project, created: RefreshReport) -> None:
    table = _table("view", "what it is", ">first ms")
    for report in created.values():
        shows = project.graph.nodes[report.view].dataset.comment or ""
        table.add_row(report.view, shows, _milliseconds(report.seconds))
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
            m.view,
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


def show_end(
    console: Console, played: Sequence[tuple[str, Sequence[Measurement]]], folder: str | None
) -> None:
    """What it comes to, and what to look at next; `folder` is where the project stays."""
    console.print()
    for engine, measurements in played:
        wrong = [m for m in measurements if not m.equal]
        refresh, recompute, _ = _totals(measurements)
        if wrong:
            names = ", ".join(dict.fromkeys(m.view for m in wrong))
            text = f"{engine}: NOT EQUAL to the query computed again: {names}"
            console.print(Text(text, style="bold red"))
        else:
            _say(
                console,
                f"{_ENGINES[engine]}: all {len(measurements)} results are equal to their query "
                f"computed again. Together the refreshes took {refresh} ms and the recomputes "
                f"{recompute} ms.",
            )
    _say(
        console,
        "A recompute takes the longer the larger the tables are. A refresh takes the longer the "
        "larger the change is, and pays a fixed price that small tables do not earn back.",
    )
    console.print()
    place = folder or "FOLDER"
    if folder is None:
        _say(console, "Next: keep the project, `duckstream demo --keep FOLDER`, and look at it:")
    else:
        _say(console, "Next: the project stays. Look at it:")
    # Spark is what the project is for by itself.
    option = "" if played[0][0] == "spark" else f" --engine {played[0][0]}"
    for command, what in _NEXT:
        console.print(f"  {(command + option).ljust(40)} {what}", soft_wrap=True)
    console.print(f"  in {place}, which `spark-pipelines run` computes as well", soft_wrap=True)


_NEXT = (
    ("duckstream report", "one page about all of it: report.html"),
    ("duckstream status", "what is fresh"),
    ("duckstream explain sales", "what a refresh reads"),
    ("duckstream history", "what was done, and why"),
    ("duckstream check", "the gate for pull requests"),
    ("duckstream run", "bring it up to date"),
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
    pairs = [(m.share_of_run, m.recompute_seconds) for m in measurements]
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
