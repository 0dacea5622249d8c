"""`duckstream check`: the gate for pull requests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from duckstream.cli.failures import VIEW_FAILED, CallError
from duckstream.cli.options import (
    EngineOption,
    JsonOption,
    SchemaOption,
    SpecOption,
    choose_engine,
)
from duckstream.cli.output import say, show_table, write_json
from duckstream.cli.read_schema import read_schema
from duckstream.pipeline.check import (
    BASELINE,
    Checked,
    check_project,
    find_lost,
    read_baseline,
    write_baseline,
)
from duckstream.pipeline.project import Project, read_project


def check(
    spec: SpecOption = None,
    engine: EngineOption = None,
    schema: SchemaOption = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help=f"What to compare with; by default {BASELINE} beside the spec, if it is there.",
        ),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write-baseline", help="Write the baseline instead of comparing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Compile every view of a project, with no engine and no data, and print its strategy.

    Fails if a view cannot be kept, or was incremental in the baseline and is not any more.
    """
    project = read_project(spec)
    chosen = choose_engine(project, engine)
    checked = check_project(project, chosen, find_schema(project, schema, chosen))
    file = Path(baseline) if baseline is not None else project.spec.folder / BASELINE
    lost: list[Checked] = []
    if write:
        try:
            write_baseline(file, checked)
        except OSError as error:
            raise CallError(f"{file} cannot be written: {error.strerror}") from error
    elif baseline is not None or file.exists():
        lost = find_lost(checked, read_baseline(file))
    if as_json:
        names = [found.view for found in lost]
        write_json({"views": [found.as_dict() for found in checked], "lost": names})
    else:
        rows = ((c.view, c.strategy, str(c.place), c.reason) for c in checked)
        show_table(("view", "strategy", "defined at", "reason"), rows)
    _tell(checked, lost)
    if lost or any(found.strategy == "refused" for found in checked):
        raise typer.Exit(VIEW_FAILED)


def find_schema(project: Project, option: str | None, dialect: str) -> Mapping[str, Any] | None:
    """The tables of the option, or of the file that the project names."""
    if option is not None:
        return read_schema(option, dialect)
    named = project.settings.get("schema")
    return None if named is None else read_schema(str(project.spec.folder / named), dialect)


def _tell(checked: list[Checked], lost: list[Checked]) -> None:
    for found in checked:
        if found.error is not None and found not in lost:
            say(f"{found.view}: {found.error}")
        for words in found.ignored:
            say(f"{found.view}: {words} is not followed: duckstream lays out what it stores")
    for found in lost:
        why = found.error or f"{found.place}: {found.reason}"
        now = "is now computed whole in part" if found.whole else f"is now {found.strategy}"
        say(f"Error: {found.view} was incremental, and {now}: {why}")
