"""`duckstream init`: a new project that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duckstream.cli.failures import CallError
from duckstream.cli.options import JsonOption
from duckstream.cli.output import write_json, write_text
from duckstream.pipeline.new_project import write_project


def init(
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="The project, and its new folder here.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Make a project with an example that runs on both engines."""
    if not name.strip() or Path(name).name != name or not name.isprintable():
        raise CallError(f"--name: {name!r} cannot be the name of a folder here")
    try:
        files = write_project(Path.cwd() / name, name)
    except FileExistsError as error:
        raise CallError(f"--name: there is {name} already; choose another name") from error
    except OSError as error:
        raise CallError(f"--name: {name} cannot be made: {error.strerror}") from error
    if as_json:
        write_json({"project": name, "files": files})
        return
    listed = "".join(f"  {file}\n" for file in files)
    write_text(
        f"{name} is a project now:\n{listed}"
        f"Run it:\n  cd {name}\n  duckstream run --engine duckdb   # here, in seconds\n"
        "  duckstream run                   # on Spark\n"
    )
