"""The same tree with ids of its own, so that it can stand inside another."""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra.columns import Column, Ids, ref, substitute
from duckstream.algebra.operators import Relation
from duckstream.algebra.parts import map_parts
from duckstream.algebra.tree import rewrite


def reidentify(root: Relation, ids: Ids) -> tuple[Relation, dict[int, Column]]:
    """The tree over fresh columns, and which column each old id became."""
    fresh: dict[int, Column] = {}

    def column(old: Column) -> Column:
        if old.id not in fresh:
            fresh[old.id] = ids.copy_of(old)
        return fresh[old.id]

    def expression(old: exp.Expr) -> exp.Expr:
        return substitute(old, {id: ref(new) for id, new in fresh.items()})

    return rewrite(root, lambda node: map_parts(node, column, expression)), fresh
