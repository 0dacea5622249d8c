"""The change of a source as a table: first every event, then the net of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.engines.protocol import table_of
from duckstream.lower import identifier, is_nonzero
from duckstream.plan import Naming


def events_table(number: int, naming: Naming) -> str:
    """Every row that came or went, as the feed has it."""
    return naming.temp_table(f"events_{number}")


def feed_table(number: int, naming: Naming) -> str:
    """The same net: a row that came and went is not in it."""
    return naming.temp_table(f"feed_{number}")


def net_events(columns: Sequence[str], number: int, naming: Naming) -> exp.Select:
    """One row per distinct row, with the number of copies that came or (negative) went."""
    weight = naming.aux_column("weight")
    total = exp.Sum(this=_column(weight))
    net = exp.Select(
        expressions=[
            *(_column(name) for name in columns),
            exp.alias_(exp.cast(total, "BIGINT"), identifier(weight)),
        ],
        from_=exp.From(this=table_of("", "", events_table(number, naming))),
        having=exp.Having(this=is_nonzero(total)),
    )
    if columns:
        numbers = [exp.Literal.number(i + 1) for i in range(len(columns))]
        net.set("group", exp.Group(expressions=numbers))
    return net


def same_events(columns: Sequence[str], shared: str, naming: Naming) -> exp.Select:
    """The events that another view of the run has read already."""
    names = [*columns, naming.aux_column("weight")]
    table = exp.From(this=table_of("", "", shared))
    return exp.Select(expressions=[_column(name) for name in names], from_=table)


def _column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))
