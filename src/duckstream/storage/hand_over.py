"""The change of a stored view, for the views that read it in the same run.

It is known before it is written: the old rows of the groups to write go, the new ones come. So the
feed of the stored table need not be read, nor the table once more: `next` keeps the old rows beside
the new ones where a view has readers.
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.engines.protocol import table_of
from duckstream.lower import aliased_table, qualified
from duckstream.plan import Naming
from duckstream.storage.layout import Layout, filled_groups


def handed_table(naming: Naming) -> str:
    return naming.temp_table("handed")


def old_values(layout: Layout, naming: Naming) -> list[exp.Expr]:
    """For `next`: what is stored of a group, as it is stored."""
    return [
        exp.alias_(qualified("stored", c.name), _old(c.name, naming), quoted=True)
        for c in layout.columns
    ]


def handed_events(layout: Layout, naming: Naming) -> exp.Expr:
    """What `next` is about to change in the stored table, as the feed would have it."""
    weight, source = naming.aux_column("weight"), layout.source

    def select(items: list[exp.Expr], copies: exp.Expr, where: exp.Where | None) -> exp.Select:
        rows = aliased_table(table_of("", "", naming.temp_table("next")), "next")
        items.append(exp.alias_(copies, weight, quoted=True))
        return exp.Select(expressions=items, from_=exp.From(this=rows), where=where)

    went, came = (
        qualified("next", name) if source.weight else exp.Literal.number(1)
        for name in (_old(source.weight or "", naming), source.weight or "")
    )
    old = [
        exp.alias_(qualified("next", _old(c.name, naming)), c.name, quoted=True)
        for c in layout.columns
    ]
    new = [
        exp.alias_(c.to_storage(qualified("next", c.name)), c.name, quoted=True)
        for c in layout.columns
    ]
    known = exp.Where(this=qualified("next", naming.aux_column("known")))
    return exp.Union(
        this=select(old, exp.Neg(this=went), known),
        expression=select(new, came, filled_groups(layout)),
        distinct=False,
    )


def _old(name: str, naming: Naming) -> str:
    return naming.aux_column(f"old_{name}")
