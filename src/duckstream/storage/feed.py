"""The change of a source as a table: first every event, then the net of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from duckstream.algebra import Scan, Source, Version
from duckstream.engines.protocol import LakeSQL, table_of
from duckstream.lower import column, identifier, is_nonzero
from duckstream.plan import Naming


def events_table(number: int, naming: Naming) -> str:
    """Every row that came or went, as the feed has it."""
    return naming.temp_table(f"events_{number}")


def feed_table(number: int, naming: Naming) -> str:
    """The same net: a row that came and went is not in it."""
    return naming.temp_table(f"feed_{number}")


def read_table(
    lake: LakeSQL, scan: Scan, numbers: Mapping[Source, int], naming: Naming
) -> exp.Table:
    """The table of a scan, in the state that it asks for."""
    source = scan.source
    if scan.version is Version.CHANGE:
        return table_of("", "", feed_table(numbers[source], naming))
    table = table_of(source.catalog, source.schema, source.table)
    if scan.version is not Version.CURRENT:
        which = "from" if scan.version is Version.OLD else "to"
        lake.travel(table, lake.version(source, numbers[source], which))
    return table


def first_new(first: exp.Expr, last: exp.Expr) -> exp.Expr:
    """Where the feed of the versions after `first` up to `last` begins.

    A range must not be empty: where there is nothing new, its last version is named, and
    `select_events` leaves its rows out.
    """
    after = exp.Add(this=first.copy(), expression=exp.Literal.number(1))
    return exp.Least(this=after, expressions=[last.copy()], ignore_nulls=True)


def select_events(
    call: exp.Expr,
    columns: Sequence[str],
    weight: exp.Expr,
    versions: tuple[exp.Expr, exp.Expr],
    naming: Naming,
) -> exp.Select:
    """The rows of a feed function, each with its weight; none if there is no version between."""
    first, last = versions
    return exp.Select(
        expressions=[
            *(column(name) for name in columns),
            exp.alias_(weight, naming.aux_column("weight"), quoted=True),
        ],
        from_=exp.From(this=exp.Table(this=call)),
        where=exp.Where(this=exp.LT(this=first.copy(), expression=last.copy())),
    )


def copies_of(source: Source) -> exp.Expr:
    """How often a row of a source counts."""
    return column(source.weight) if source.weight else exp.Literal.number(1)


def net_table(number: int, naming: Naming) -> str:
    """The net of more columns than the view reads itself, for the other views of a run."""
    return naming.temp_table(f"net_{number}")


def net_events(columns: Sequence[str], events: str, naming: Naming) -> exp.Select:
    """One row per distinct row, with the number of copies that came or (negative) went."""
    weight = naming.aux_column("weight")
    total = exp.Sum(this=column(weight))
    net = exp.Select(
        expressions=[
            *(column(name) for name in columns),
            exp.alias_(exp.cast(total, "BIGINT"), identifier(weight)),
        ],
        from_=exp.From(this=table_of("", "", events)),
        having=exp.Having(this=is_nonzero(total)),
    )
    if columns:
        numbers = [exp.Literal.number(i + 1) for i in range(len(columns))]
        net.set("group", exp.Group(expressions=numbers))
    return net


def same_events(columns: Sequence[str], shared: str, naming: Naming) -> exp.Select:
    """The events, or the net of them, that another view of the run has read already."""
    names = [*columns, naming.aux_column("weight")]
    table = exp.From(this=table_of("", "", shared))
    return exp.Select(expressions=[column(name) for name in names], from_=table)
