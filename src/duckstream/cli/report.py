"""`duckstream report`: one HTML file about the lake of a project, or about any lake."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duckstream.cli.failures import CallError
from duckstream.cli.lakes import opened
from duckstream.cli.options import EngineOption, JsonOption, SpecOption
from duckstream.cli.output import write_json, write_text

if TYPE_CHECKING:
    from duckstream.lake import Lake

KINDS = ("ducklake:", "spark:")


def report_lake(
    lake: Annotated[
        str | None,
        typer.Argument(
            metavar="[LAKE]",
            help="ducklake:<file> or spark:<folder>; by default the lake of the project.",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
    ] = Path("report.html"),
    spec: SpecOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write one HTML file: the views of a lake, how they are kept, what refreshes took.

    The file needs no network and can be sent to anybody. Nothing is written to the lake.
    """
    if lake is not None and (spec is not None or engine is not None):
        raise CallError("LAKE: --spec and --engine are for the lake of a project")
    _check_output(output)
    with _open(lake, spec, engine) as (found, title):
        # The page is made by code that needs an engine, as the lake does.
        from duckstream.report import write_report

        write_report(found, output, title=title)
    if as_json:
        write_json({"file": str(output)})
    else:
        write_text(f"{output}\n")


@contextmanager
def _open(lake: str | None, spec: str | None, engine: str | None) -> Generator[tuple[Lake, str]]:
    """The lake, and what the page calls it."""
    if lake is None:
        with opened(spec, engine) as (project, found):
            yield found, project.spec.name
        return
    _check_lake(lake)
    try:
        from duckstream.opening import open_lake

        found = open_lake(lake)
    except ModuleNotFoundError as error:
        extra = "spark" if lake.startswith("spark:") else "duckdb"
        raise CallError(
            f"LAKE: {lake} needs {error.name}, which is not installed: "
            f"pip install 'duckstream[{extra}]'"
        ) from error
    with found:
        yield found, lake.partition(":")[2]


def _check_lake(lake: str) -> None:
    """Opening a lake makes it where there is none; a report is about one that is there."""
    if not lake.startswith(KINDS):
        raise CallError(f"LAKE: {lake!r} is not a lake; write ducklake:<file> or spark:<folder>")
    place = lake.partition(":")[2]
    kind, _, path = place.rpartition(":")
    # Of a catalogue on a server only opening it tells.
    if kind in ("", "sqlite") and not Path(path).exists():
        raise CallError(f"LAKE: there is no lake {place}")


def _check_output(output: Path) -> None:
    if output.is_dir():
        raise CallError(f"--output: {output} is a folder, not a file")
    if not output.parent.is_dir():
        raise CallError(f"--output: there is no folder {output.parent}")
