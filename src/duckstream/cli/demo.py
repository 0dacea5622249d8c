"""`duckstream demo`: watch the views of a small shop being maintained."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duckstream.cli.failures import VIEW_FAILED, CallError
from duckstream.cli.options import JsonOption
from duckstream.cli.output import make_console, say, write_json

if TYPE_CHECKING:
    from duckstream.demo.run import Played

# In this order; and what each needs.
ENGINES = {"duckdb": "duckdb", "spark": "pyspark"}


def show_demo(
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=f"One of {', '.join(ENGINES)}; by default all that are installed."
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Leave the project in this folder, new or empty."),
    ] = None,
    lines: Annotated[
        int, typer.Option(metavar="NUMBER", help="How many order lines the shop has.")
    ] = 1_000_000,
    as_json: JsonOption = False,
) -> None:
    """Watch the views of a small shop being maintained.

    Every round changes the shop, runs the project and compares each view with a recompute.
    """
    if engine is not None and engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise CallError(f"--engine: there is no engine {engine!r}; use one of: {known}")
    if lines < 1:
        raise CallError("--lines: the number has to be more than 0")
    engines = _find_engines(engine)
    # The engines are imported here: the other commands do without them.
    from rich.console import Console

    from duckstream.demo.run import copy_project, play
    from duckstream.demo.shop import Size
    from duckstream.demo.show import WIDTH, show_end

    console = None if as_json else make_console(WIDTH)
    with _folder(keep) as folder:
        spec = copy_project(folder)
        played = [play(spec, e, console, Console(stderr=True), Size(lines)) for e in engines]
    if console is None:
        write_json({"engines": [_as_dict(each) for each in played]})
    else:
        found = [(each.engine, each.measurements) for each in played]
        show_end(console, found, None if keep is None else str(keep))
    if not all(each.equal for each in played):
        raise typer.Exit(VIEW_FAILED)


def _find_engines(wanted: str | None) -> list[str]:
    missing = [name for name, package in ENGINES.items() if find_spec(package) is None]
    chosen = [wanted] if wanted is not None else [e for e in ENGINES if e not in missing]
    if not chosen or wanted in missing:
        name = wanted or "duckdb"
        raise CallError(
            f"the demo needs {ENGINES[name]}, which is not installed: "
            f"pip install 'duckstream[{name}]'"
        )
    for name in missing:
        say(f"without {name}, which is not installed: pip install 'duckstream[{name}]'")
    return chosen


def _as_dict(played: Played) -> dict[str, object]:
    rounds = [
        {"title": round.title, "views": [m.as_dict() for m in found]}
        for round, found in played.rounds
    ]
    return {"engine": played.engine, "equal": played.equal, "rounds": rounds}


@contextmanager
def _folder(keep: Path | None) -> Generator[Path]:
    """The folder to keep, made if it is not there, or one that is gone at the end."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="duckstream-demo-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        taken = any(keep.iterdir())
    except FileExistsError as error:
        raise CallError(f"--keep: {keep} is a file, not a folder") from error
    except OSError as error:
        raise CallError(f"--keep: {keep} cannot be used: {error.strerror}") from error
    if taken:
        raise CallError(f"--keep: {keep} is not empty; name a new folder")
    # The catalogue notes where its files are: that has to be true from every folder.
    yield keep.resolve()
