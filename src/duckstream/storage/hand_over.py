"""The change of a stored view, for the views that read it in the same run.

It is known before it is written: the old rows of the groups to write go, the new ones come. So the
feed of the stored table need not be read.
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra import Source, conjunction
from duckstream.engines.protocol import table_of
from duckstream.lower import aliased_table, qualified
from duckstream.plan import Naming
from duckstream.storage.layout import Layout, filled_groups


def handed_table(naming: Naming) -> str:
    return naming.temp_table("handed")


def handed_events(layout: Layout, naming: Naming) -> exp.Expr:
    """What `next` is about to change in the stored table, as the feed would have it."""
    stored = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
    following = table_of("", "", naming.temp_table("next"))
    names = [column.name for column in layout.columns]
    weight = naming.aux_column("weight")
    went = exp.Select(
        expressions=[
            *(exp.alias_(qualified("stored", name), name, quoted=True) for name in names),
            exp.alias_(exp.Neg(this=_copies(layout.source, "stored")), weight, quoted=True),
        ],
        from_=exp.From(this=aliased_table(stored, "stored")),
    )
    same = [
        key.same(key.from_storage(qualified("stored", key.name)), qualified("next", key.name))
        for key in layout.keys
    ]
    on = conjunction(same) or exp.true()
    went.append("joins", exp.Join(this=aliased_table(following, "next"), on=on))
    came = exp.Select(
        expressions=[
            *(
                exp.alias_(c.to_storage(qualified("next", c.name)), c.name, quoted=True)
                for c in layout.columns
            ),
            exp.alias_(_copies(layout.source, "next"), weight, quoted=True),
        ],
        from_=exp.From(this=aliased_table(following, "next")),
        where=filled_groups(layout),
    )
    return exp.Union(this=went, expression=came, distinct=False)


def _copies(source: Source, side: str) -> exp.Expr:
    return qualified(side, source.weight) if source.weight else exp.Literal.number(1)
