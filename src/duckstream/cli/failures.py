"""Where every error becomes a message on stderr and an exit code, and nothing a traceback.

| code | meaning |
|---|---|
| 0 | done |
| 1 | a view failed |
| 2 | the project, the call, a file or the SQL is wrong |
| 130 | interrupted, as the shell says it |
| 141 | nobody reads the output any more, as the shell says it |
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from contextlib import suppress
from typing import Any

import typer
from typer.core import TyperGroup

from duckstream.errors import DuckstreamError, RefreshError

VIEW_FAILED, CALL_IS_WRONG, INTERRUPTED, NOBODY_READS = 1, 2, 130, 141

# Set in the environment to see where an unexpected error comes from.
DEBUG = "DUCKSTREAM_DEBUG"


class CallError(Exception):
    """A file or an option is not what it has to be; the text says which and why."""


class Commands(TyperGroup):
    """The commands, with what they raise turned into messages and exit codes."""

    def invoke(self, ctx: Any) -> Any:
        try:
            # Python sets stdout to None when the process was started without one.
            if sys.stdout is None:
                raise CallError("standard output: it is closed")
            result = super().invoke(ctx)
            # Here, and not at the end of the process: a failure to write is ours to report.
            sys.stdout.flush()
            return result
        except (Exception, KeyboardInterrupt) as error:
            if is_for_typer(error):
                raise
            raise typer.Exit(report(error)) from error


def is_for_typer(error: BaseException) -> bool:
    """Usage errors and exits, which typer prints or obeys by itself."""
    return isinstance(error, (typer.Exit, typer.Abort)) or type(error).__module__.startswith(
        "typer."
    )


def report(error: BaseException) -> int:
    """Print what went wrong and give the exit code for it."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _stop_writing()
        return NOBODY_READS
    if isinstance(error, KeyboardInterrupt):
        typer.echo("interrupted", err=True)
        return INTERRUPTED
    if isinstance(error, DuckstreamError | CallError):
        _say(str(error))
        return VIEW_FAILED if isinstance(error, RefreshError) else CALL_IS_WRONG
    if isinstance(error, RecursionError):
        _say("the SQL is nested too deeply to be read; split it with WITH")
        return CALL_IS_WRONG
    if isinstance(error, OSError):
        _stop_writing()
        place = f"{error.filename}: " if error.filename else ""
        _say(f"{place}{error.strerror or error}")
        return VIEW_FAILED
    return _report_unexpected(error)


def _report_unexpected(error: BaseException) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    first = str(error).strip().split("\n")[0]
    _say(
        f"an error of duckstream itself: {type(error).__name__}: {first}\n"
        f"  hint: {DEBUG}=1 shows where it comes from; please report it with the SQL"
    )
    return VIEW_FAILED


def _say(message: str) -> None:
    """In the form that typer gives to its own messages about a call."""
    typer.echo(f"Error: {message}", err=True)


def _stop_writing() -> None:
    """Let what is still in the buffer go nowhere, or the interpreter complains when it ends."""
    # Where stdout is not a file there is nothing left to flush into it.
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
