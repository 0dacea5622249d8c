"""`duckstream verify`: compare stored views with their queries."""

from __future__ import annotations

from typing import Annotated

import typer

from duckstream.cli.failures import VIEW_FAILED
from duckstream.cli.lakes import find_views, opened
from duckstream.cli.options import EngineOption, JsonOption, SpecOption
from duckstream.cli.output import say, show_table, write_json


def verify(
    views: Annotated[
        list[str] | None, typer.Argument(metavar="[VIEW]...", help="By default all.")
    ] = None,
    spec: SpecOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compute the queries again, at the versions that the views stand at, and compare the rows."""
    with opened(spec, engine) as (project, lake):
        found = [view.verify() for view in find_views(lake, project, views)]
    if as_json:
        write_json({"views": [result.as_dict() for result in found]})
    else:
        rows = (
            (r.view, "equal" if r.equal else "different", str(r.rows), str(r.missing), str(r.extra))
            for r in found
        )
        show_table(("view", "state", ">rows", ">missing", ">too many"), rows)
    for result in found:
        if not result.equal:
            say(f"Error: {result}")
    if not all(found):
        raise typer.Exit(VIEW_FAILED)
