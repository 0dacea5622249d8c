"""`duckstream graph`: which view reads what."""

from __future__ import annotations

from typing import Annotated

import typer

from duckstream.cli.failures import CallError
from duckstream.cli.options import JsonOption, SpecOption
from duckstream.cli.output import write_json, write_text
from duckstream.pipeline.draw_graph import FORMATS, graph_as_dict
from duckstream.pipeline.project import read_project


def graph(
    spec: SpecOption = None,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help=f"One of {', '.join(FORMATS)}.")
    ] = "text",
    as_json: JsonOption = False,
) -> None:
    """Print the graph of a project: its sources, its views, and who reads whom."""
    if form not in FORMATS:
        raise CallError(f"--format: there is no {form!r}; use one of: {', '.join(FORMATS)}")
    project = read_project(spec)
    if as_json:
        write_json(graph_as_dict(project.graph))
    else:
        write_text(FORMATS[form](project.graph))
