"""`duckstream compile`: a view's SELECT in, the SQL that stores and maintains it out."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from duckstream.cli.failures import CallError
from duckstream.cli.output import write_text
from duckstream.cli.read_schema import read_schema
from duckstream.cli.read_text import name_of, read_text
from duckstream.compiler import compile_ivm
from duckstream.errors import SQLError
from duckstream.lower import DIALECTS, find_dialect
from duckstream.plan import IVMPlan, Naming


@dataclass(frozen=True)
class TableNaming(Naming):
    """The usual names, but for the table that stores the view."""

    table: str

    def mv_table(self) -> str:
        return self.table


def compile_file(
    view: Annotated[str, typer.Argument(metavar="VIEW.sql", help="The SELECT; - reads stdin.")],
    schema: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The tables: .sql with CREATE TABLE, or .json {table: {column: type}}.",
        ),
    ] = None,
    table: Annotated[
        str, typer.Option("--name", "--table", metavar="NAME", help="The table that stores it.")
    ] = "mv",
    catalog: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The catalogue: dl by default, spark_catalog for Spark."),
    ] = None,
    mv_schema: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The schema: main by default, default for Spark."),
    ] = None,
    dialect: Annotated[
        str, typer.Option(metavar="NAME", help=f"The dialect: {', '.join(DIALECTS)}.")
    ] = "duckdb",
    as_json: Annotated[
        bool, typer.Option("--json", help="The parts of the plan as JSON instead of a script.")
    ] = False,
) -> None:
    """Print the SQL that stores a view and keeps it up to date.

    The script is for any client of the engine; nothing is connected to or run here.
    """
    # sqlglot logs what it falls back on, in words that mean nothing to the user of this command.
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    _check_names({"--name": table, "--catalog": catalog, "--mv-schema": mv_schema})
    find_dialect(dialect)
    text = read_text(view)
    tables = None if schema is None else read_schema(schema, dialect)
    try:
        plan = compile_ivm(
            text,
            dialect=dialect,
            naming=TableNaming(table),
            mv_catalog=catalog,
            mv_schema=mv_schema,
            schema=tables,
        )
    except SQLError as error:
        raise CallError(f"{name_of(view)}: {error}") from error
    write_text(_as_json(plan) if as_json else plan.script())


def _check_names(names: dict[str, str | None]) -> None:
    for option, name in names.items():
        if name is None:
            continue
        if not name.strip():
            raise CallError(f"{option}: the name is empty")
        # A byte that is no UTF-8 comes in as half a character, and could not be written out.
        if not name.isprintable():
            raise CallError(f"{option}: {name!r} has characters that cannot be printed")


def _as_json(plan: IVMPlan) -> str:
    fields = asdict(plan) | {"features": sorted(plan.features)}
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
