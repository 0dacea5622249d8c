"""`duckstream dry-run`: check a project and say what a run would do."""

from __future__ import annotations

import typer

from duckstream.cli.check import find_schema
from duckstream.cli.failures import VIEW_FAILED
from duckstream.cli.options import (
    EngineOption,
    JsonOption,
    PolicyOption,
    SpecOption,
    check_policy,
    choose_engine,
    split_names,
)
from duckstream.cli.run import (
    FullAllOption,
    FullOption,
    RefreshOption,
    SelectOption,
    check_choice,
)
from duckstream.cli.show_run import show_run
from duckstream.pipeline.choose import choose
from duckstream.pipeline.lakes import find_lake, open_project_lake
from duckstream.pipeline.preview import preview_new, preview_run
from duckstream.pipeline.project import read_project


def dry_run(
    spec: SpecOption = None,
    refresh: RefreshOption = None,
    full_refresh: FullOption = None,
    full_refresh_all: FullAllOption = False,
    select: SelectOption = None,
    policy: PolicyOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check a project and say what a run would do. Nothing is written."""
    check_policy(policy)
    check_choice(refresh, full_refresh, full_refresh_all)
    project = read_project(spec)
    chosen = choose_engine(project, engine)
    wanted = choose(
        project,
        refresh=split_names(refresh),
        full=split_names(full_refresh),
        select=split_names(select),
        full_all=full_refresh_all,
        policy=policy,
    )
    address = find_lake(project, chosen)
    if address.exists():
        with open_project_lake(project, address, make=False) as lake:
            report = preview_run(project, lake, wanted)
    else:
        report = preview_new(project, chosen, wanted, find_schema(project, None, chosen))
    show_run(report, as_json=as_json)
    if report.failed:
        raise typer.Exit(VIEW_FAILED)
