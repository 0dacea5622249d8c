"""The command line: one file per command, one place (`failures`) where errors become exit codes.

Results go to stdout, everything else to stderr. No command imports an engine before it needs one.
"""

from importlib.metadata import version
from typing import Annotated

import typer

from duckstream.cli.check import check
from duckstream.cli.compile import compile_file
from duckstream.cli.demo import show_demo
from duckstream.cli.dry_run import dry_run
from duckstream.cli.explain import explain
from duckstream.cli.failures import Commands
from duckstream.cli.graph import graph
from duckstream.cli.history import history
from duckstream.cli.init import init
from duckstream.cli.report import report_lake
from duckstream.cli.run import run
from duckstream.cli.status import status
from duckstream.cli.verify import verify

# Plain help and usage errors: text that wraps in a box cannot be searched, copied or piped.
app = typer.Typer(
    cls=Commands,
    help="Keep SQL views up to date by reading what changed.",
    epilog="Exit codes: 0 done, 1 a view failed, 2 the project or the call is wrong.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)
app.command("init")(init)
app.command("run")(run)
app.command("dry-run")(dry_run)
app.command("check")(check)
app.command("graph")(graph)
app.command("status")(status)
app.command("history")(history)
app.command("explain")(explain)
app.command("verify")(verify)
app.command("report")(report_lake)
app.command("compile")(compile_file)
app.command("demo")(show_demo)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"duckstream {version('duckstream')}")
        raise typer.Exit


@app.callback()
def duckstream(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Keep SQL views up to date by reading what changed."""


__all__ = ["app"]
