"""`duckstream explain`: how a view is kept."""

from __future__ import annotations

from typing import Annotated

import typer

from duckstream.cli.check import find_schema
from duckstream.cli.failures import CallError
from duckstream.cli.options import (
    EngineOption,
    JsonOption,
    SchemaOption,
    SpecOption,
    choose_engine,
)
from duckstream.cli.output import say, write_json, write_text
from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.lakes import LakeAddress, find_lake, open_project_lake
from duckstream.pipeline.offline import OfflineCompiler
from duckstream.pipeline.project import Project, read_project
from duckstream.refresh.explain import explain_view


def explain(
    view: Annotated[str, typer.Argument(metavar="VIEW")],
    sql: Annotated[bool, typer.Option("--sql", help="With the statements of a refresh.")] = False,
    spec: SpecOption = None,
    engine: EngineOption = None,
    schema: SchemaOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say how a view is stored, what a refresh of it reads, and what it computes.

    Without a lake the types of the tables come from --schema, if it is given.
    """
    project = read_project(spec)
    chosen = choose_engine(project, engine)
    name = project.graph.find(view)
    dataset = project.graph.nodes[name].dataset
    if dataset.kind is not Kind.MATERIALIZED_VIEW:
        raise CallError(f"{name} is a {dataset.kind.value}, which is not maintained")
    if dataset.function is not None:
        raise CallError(f"{name} is computed in full every time: {dataset.function.reason}")
    address = find_lake(project, chosen)
    text = _from_lake(project, address, name, sql=sql)
    if text is None:
        say("the view is not in a lake yet: this is what can be told from the project alone")
        tables = find_schema(project, schema, chosen)
        compiled = OfflineCompiler(project, chosen, tables).compile(name)
        text = explain_view(name, compiled, project.policy(dataset), sql=sql)
    if as_json:
        write_json({"view": name, "explained": text})
    else:
        write_text(text)


def _from_lake(project: Project, address: LakeAddress, name: str, *, sql: bool) -> str | None:
    if not address.exists():
        return None
    with open_project_lake(project, address, make=False) as lake:
        if name not in lake.engine.definitions():
            return None
        return lake.view(name).explain(sql=sql)
