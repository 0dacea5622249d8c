"""`duckstream history`: what was done to the views."""

from __future__ import annotations

from typing import Annotated

import typer

from duckstream.cli.failures import CallError
from duckstream.cli.lakes import opened
from duckstream.cli.options import EngineOption, JsonOption, SpecOption
from duckstream.cli.output import show_table, write_json
from duckstream.cli.status import show_time


def history(
    views: Annotated[
        list[str] | None, typer.Argument(metavar="[VIEW]...", help="By default all.")
    ] = None,
    spec: SpecOption = None,
    engine: EngineOption = None,
    limit: Annotated[
        int, typer.Option(metavar="NUMBER", help="The newest so many of each view.")
    ] = 20,
    as_json: JsonOption = False,
) -> None:
    """List the refreshes of the views, newest first: how, why, how many rows, how long."""
    if limit < 1:
        raise CallError("--limit: the number has to be more than 0")
    with opened(spec, engine) as (project, lake):
        if views:
            names = [project.graph.find(name) for name in views]
            found = [r for name in names for r in lake.view(name).history(limit=limit)]
        else:
            found = lake.history(limit=limit)
    found.sort(key=lambda record: record.started, reverse=True)
    if as_json:
        write_json({"records": [record.as_dict() for record in found]})
        return
    headers = ("at", "view", "what", "strategy", ">rows in", ">rows out", ">seconds", "reason")
    rows = (
        (
            show_time(r.started),
            r.view,
            r.kind,
            r.strategy,
            str(r.rows_in),
            str(r.rows_out),
            f"{r.seconds:.2f}",
            (r.error or r.reason).split("\n")[0],
        )
        for r in found
    )
    show_table(headers, rows)
