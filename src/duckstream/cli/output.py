"""Results on stdout: JSON for programs, and tables and text for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

# What a log is laid out for, which has no width of its own.
WIDTH = 100

_STYLES = {
    "failed": "bold red",
    "refused": "bold red",
    "different": "bold red",
    "skipped": "yellow",
    "unknown": "yellow",
    "behind": "yellow",
    "incremental": "green",
    "append": "green",
    "equal": "green",
    "fresh": "green",
}


def write_text(text: str) -> None:
    """The bytes as they are, in UTF-8 whatever the terminal speaks: a program may read them."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def write_json(value: Any) -> None:
    write_text(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")


def make_console(width: int = WIDTH) -> Console:
    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=width)


def show_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A header that begins with > stands over numbers; words for a state have a colour."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for header in headers:
        number = header.startswith(">")
        table.add_column(
            header.removeprefix(">"),
            justify="right" if number else "left",
            # Names and states are never cut; what is long wraps.
            no_wrap=number or header in ("view", "strategy", "state"),
        )
    for row in rows:
        table.add_row(*(Text(cell, style=_STYLES.get(cell, "")) for cell in row))
    make_console().print(table)


def say(text: str) -> None:
    """What is no result: on stderr."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(text)
