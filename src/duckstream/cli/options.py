"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from duckstream.bind.context import suggest
from duckstream.cli.failures import CallError
from duckstream.engines.protocol import POLICIES
from duckstream.pipeline.project import Project
from duckstream.pipeline.settings import ENGINES

SpecOption = Annotated[
    str | None,
    typer.Option(
        "--spec",
        metavar="FILE",
        help="The spec of the project; by default spark-pipeline.yml here or in a folder above.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help=f"The engine: {', '.join(ENGINES)}; by default what the project says, else spark.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The result as JSON.")]
SchemaOption = Annotated[
    str | None,
    typer.Option(
        "--schema",
        metavar="FILE",
        help="The tables: .sql with CREATE TABLE, or .json {table: {column: type}}.",
    ),
]
PolicyOption = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help=f"Goes before those of the views: {', '.join(POLICIES)}.",
    ),
]


def choose_engine(project: Project, engine: str | None) -> str:
    """The one that was asked for, or that of the project."""
    if engine is None:
        return project.engine
    _check("--engine", engine, ENGINES)
    return engine


def check_policy(policy: str | None) -> None:
    if policy is not None:
        _check("--policy", policy, POLICIES)


def _check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise CallError(f"{option}: there is no {value!r}; {suggest(value, known)}")


def split_names(values: list[str] | None) -> list[str]:
    """`a,b` and the same option twice, as `spark-pipelines` has it."""
    parts = (part.strip() for value in values or [] for part in value.split(","))
    return [part for part in parts if part]
