"""Parts of tables as temporary tables: the rows that meet the changes of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import Source, Version
from duckstream.engines.protocol import table_of
from duckstream.lower import aliased_table, column, in_range, qualified
from duckstream.plan import Naming
from duckstream.simplify import Part, Place

# Of a table of keys: the value, and whether it is NULL.
_KEY, MISSING = "key", "missing"


def part_table(place: Place, naming: Naming) -> str:
    """One for all views of a run."""
    which = "old" if place.version is Version.OLD else "new"
    return naming.shared_table(f"part_{which}_{place.source}_{place.column}")


def keys_table(place: Place, naming: Naming) -> str:
    return f"{part_table(place, naming)}_keys"


def as_source(place: Place, naming: Naming) -> Source:
    """The part as a table to be scanned."""
    return replace(place.source, catalog="", schema="", table=part_table(place, naming))


def select_keys(changes: Sequence[tuple[str, str]]) -> exp.Expr:
    """The distinct values of columns of changes, given by the tables that hold these."""
    each: list[exp.Expr] = [
        exp.Select(
            expressions=[
                exp.alias_(column(name), _KEY, quoted=True),
                exp.alias_(exp.Is(this=column(name), expression=exp.Null()), MISSING, quoted=True),
            ],
            from_=exp.From(this=table_of("", "", table)),
        )
        for table, name in changes
    ]
    query = each[0]
    for other in each[1:]:
        query = exp.Union(this=query, expression=other, distinct=True)
    if len(each) == 1:
        query.set("distinct", exp.Distinct())
    return query


def select_part(
    part: Part,
    read: Callable[[], exp.Table],
    naming: Naming,
    *,
    with_null: bool,
    with_range: bool,
) -> exp.Expr:
    """The rows whose column is among the keys; those with NULL are looked up apart.

    (Joined by `=`, so that an engine can skip what is not among them; another one is told in which
    range they are.)
    """
    weight = part.place.source.weight
    names = dict.fromkeys((*part.columns, part.place.column, *([weight] if weight else [])))

    def rows() -> exp.Select:
        return exp.Select(
            expressions=[exp.alias_(qualified("rows", name), name, quoted=True) for name in names],
            from_=exp.From(this=aliased_table(read(), "rows")),
        )

    keys = table_of("", "", keys_table(part.place, naming))
    own = qualified("rows", part.place.column)
    found = rows()
    on = exp.EQ(this=own.copy(), expression=qualified("keys", _KEY))
    found.append(
        "joins",
        exp.Join(this=aliased_table(keys.copy(), "keys"), on=on),
    )
    if with_range:
        found = found.where(in_range(own.copy(), [(_KEY, keys)]), copy=False)
    if not with_null:
        return found
    missing = rows().where(exp.Is(this=own.copy(), expression=exp.Null()), copy=False)
    return exp.Union(this=found, expression=missing, distinct=False)
