"""`duckstream report`: one HTML file about a lake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from duckstream.cli.failures import CallError

KINDS = ("ducklake:", "spark:")


def report_lake(
    lake: Annotated[str, typer.Argument(metavar="LAKE", help="ducklake:<file> or spark:<folder>.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
    ] = Path("report.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Say what was written as JSON.")] = False,
) -> None:
    """Write one HTML file about a lake: its views, how they are kept, what refreshes took.

    The file needs no network and can be sent to anybody. Nothing is written to the lake.
    """
    _check_lake(lake)
    _check_output(output)
    # The engine is imported here: the other commands do without it.
    try:
        from duckstream.opening import open_lake
        from duckstream.report import write_report

        with open_lake(lake) as opened:
            write_report(opened, output, title=lake.partition(":")[2])
    except ModuleNotFoundError as error:
        extra = "spark" if lake.startswith("spark:") else "duckdb"
        raise CallError(
            f"LAKE: {lake} needs {error.name}, which is not installed: "
            f"pip install 'duckstream[{extra}]'"
        ) from error
    typer.echo(json.dumps({"lake": lake, "file": str(output)}) if as_json else output)


def _check_lake(lake: str) -> None:
    """Opening a lake makes it where there is none; a report is about one that is there."""
    if not lake.startswith(KINDS):
        raise CallError(f"LAKE: {lake!r} is not a lake; write ducklake:<file> or spark:<folder>")
    place = lake.partition(":")[2]
    # A catalogue in a database of its own has an address, not a path.
    if ":" not in place and not Path(place).exists():
        raise CallError(f"LAKE: there is no lake {place}")


def _check_output(output: Path) -> None:
    if output.is_dir():
        raise CallError(f"--output: {output} is a folder, not a file")
    if not output.parent.is_dir():
        raise CallError(f"--output: there is no folder {output.parent}")
