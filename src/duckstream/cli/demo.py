"""`duckstream demo`: watch views of a small shop being maintained."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from duckstream.cli.failures import VIEW_FAILED, CallError

ENGINES = ("duckdb",)


def show_demo(
    engine: Annotated[
        str, typer.Option(metavar="NAME", help=f"The engine: {', '.join(ENGINES)}.")
    ] = "duckdb",
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Leave the lake in this folder, new or empty."),
    ] = None,
) -> None:
    """Watch the views of a small shop being maintained.

    Every round changes the shop, refreshes the views and compares each with a recompute.
    """
    if engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise CallError(f"--engine: there is no engine {engine!r}; use one of: {known}")
    # The engine is imported here: the other commands do without it.
    try:
        from rich.console import Console

        from duckstream.demo.run import run_demo
        from duckstream.demo.show import make_console
    except ModuleNotFoundError as error:
        raise CallError(
            f"the demo needs {error.name}, which is not installed: pip install 'duckstream[duckdb]'"
        ) from error
    with _folder(keep) as folder:
        equal = run_demo(folder, make_console(), Console(stderr=True), kept=keep is not None)
    if not equal:
        raise typer.Exit(VIEW_FAILED)


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
