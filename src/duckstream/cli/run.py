"""`duckstream run`: bring the views of a project up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console

from duckstream.cli.failures import VIEW_FAILED, CallError
from duckstream.cli.options import (
    EngineOption,
    JsonOption,
    PolicyOption,
    SpecOption,
    check_policy,
    choose_engine,
    split_names,
)
from duckstream.cli.output import say
from duckstream.cli.show_run import show_run
from duckstream.errors import DuckstreamError
from duckstream.pipeline.choose import Wanted, choose
from duckstream.pipeline.lakes import find_lake, open_project_lake
from duckstream.pipeline.project import Project, read_project
from duckstream.refresh.report import RefreshReport

RefreshOption = Annotated[
    list[str] | None,
    typer.Option("--refresh", metavar="A,B", help="Only these, and nothing that they read."),
]
FullOption = Annotated[
    list[str] | None,
    typer.Option("--full-refresh", metavar="A,B", help="Only these, and computed anew."),
]
FullAllOption = Annotated[
    bool, typer.Option("--full-refresh-all", help="All of them, and computed anew.")
]
SelectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="+A+", help="Only A; + before it: what it reads; behind: its readers."
    ),
]


def run(
    spec: SpecOption = None,
    refresh: RefreshOption = None,
    full_refresh: FullOption = None,
    full_refresh_all: FullAllOption = False,
    select: SelectOption = None,
    policy: PolicyOption = None,
    engine: EngineOption = None,
    watch: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Run again and again, this often, until stopped."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Bring the views of a project up to date; new ones are created.

    A view that fails does not stop those that do not read it.
    """
    check_policy(policy)
    check_choice(refresh, full_refresh, full_refresh_all)
    if watch is not None and watch <= 0:
        raise CallError("--watch: the number of seconds has to be more than 0")

    def once() -> RefreshReport:
        project = read_project(spec)
        wanted = choose(
            project,
            refresh=split_names(refresh),
            full=split_names(full_refresh),
            select=split_names(select),
            full_all=full_refresh_all,
            policy=policy,
        )
        report = _run(project, wanted, choose_engine(project, engine))
        show_run(report, as_json=as_json)
        return report

    if watch is None:
        if once().failed:
            raise typer.Exit(VIEW_FAILED)
    else:
        _watch(once, watch)


def check_choice(refresh: list[str] | None, full: list[str] | None, full_all: bool) -> None:
    """The rules of `spark-pipelines`."""
    for option, given in (("--full-refresh", full), ("--refresh", refresh)):
        if full_all and given:
            raise CallError(f"--full-refresh-all takes all views, so {option} does not go with it")


def _run(project: Project, wanted: Wanted, engine: str) -> RefreshReport:
    address = find_lake(project, engine)
    # The runtime is imported when it is needed: a wrong call is answered without it.
    from duckstream.pipeline.run import ProjectRun
    from duckstream.refresh.progress import TerminalProgress

    with Console(stderr=True).status(f"opening {address}"):
        lake = open_project_lake(project, address)
    with lake, TerminalProgress() as progress:
        return ProjectRun(project, lake, wanted, progress).go()


def _watch(once: Callable[[], object], seconds: float) -> None:
    from duckstream.refresh.watch import stopped_by_signals, watch

    def again() -> None:
        try:
            once()
        except DuckstreamError as error:
            # The files may be right again, and the lake there, the next time.
            say(f"Error: {error}")

    stop = threading.Event()
    with stopped_by_signals(stop):
        watch(again, seconds, stop)
