"""A SELECT in the making, and the small parts that SELECTs are written with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import Column, conjunction, enclose


@dataclass
class Block:
    """A SELECT in the making. `weight` is None where every row counts once."""

    sources: list[tuple[str, exp.Expr]] = field(default_factory=list)
    conditions: list[exp.Expr] = field(default_factory=list)
    outputs: dict[int, exp.Expr] = field(default_factory=dict)
    weight: exp.Expr | None = None


def from_where(select: exp.Select, block: Block) -> exp.Select:
    """FROM, JOIN ... ON and WHERE: each condition where all that it reads is in sight."""
    seen: set[str] = set()
    remaining = list(block.conditions)
    for position, (alias, table) in enumerate(block.sources):
        seen.add(alias)
        aliased = aliased_table(table, alias)
        if position == 0:
            select.set("from_", exp.From(this=aliased))
            continue
        on = [
            c
            for c in remaining
            if alias in (read := _aliases_of(c)) and len(read) > 1 and read <= seen
        ]
        remaining = [c for c in remaining if not any(c is taken for taken in on)]
        join = exp.Join(this=aliased)
        if on:
            join.set("on", conjunction(on))
        else:
            join.set("kind", "CROSS")
        select.append("joins", join)
    where = conjunction(remaining)
    if where is not None:
        select.set("where", exp.Where(this=where))
    return select


def aliased_table(table: exp.Expr, alias: str) -> exp.Expr:
    aliased = table.copy()
    existing = aliased.args.get("alias")
    columns = existing.args.get("columns") if existing is not None else None
    aliased.set("alias", exp.TableAlias(this=identifier(alias), columns=columns))
    return aliased


def column_name(column: Column) -> str:
    """The name of a column inside a statement: readable, and unique by its id."""
    word = column.name if re.fullmatch(r"[A-Za-z_]\w{0,30}", column.name) else "c"
    return f"{word}_{column.id}"


def identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=not re.fullmatch(r"[a-z_][a-z0-9_]*_\d+", name))


def qualified(alias: str, name: str) -> exp.Column:
    return exp.Column(this=identifier(name), table=identifier(alias))


def subquery(query: exp.Expr) -> exp.Subquery:
    return exp.Subquery(this=query)


def same(left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """Equal, NULL being equal to NULL."""
    return exp.NullSafeEQ(this=enclose(left), expression=enclose(right))


def is_nonzero(expression: exp.Expr) -> exp.Expr:
    return exp.NEQ(this=expression.copy(), expression=exp.Literal.number(0))


def _aliases_of(condition: exp.Expr) -> set[str]:
    return {column.table for column in condition.find_all(exp.Column) if column.table}
