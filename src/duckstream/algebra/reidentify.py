"""The same tree with ids of its own, so that it can stand inside another."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra.columns import Column, Ids, ref, substitute
from duckstream.algebra.operators import (
    Aggregate,
    Branch,
    Call,
    Filter,
    Join,
    OneRow,
    Output,
    Project,
    Relation,
    Scan,
    UnionAll,
)
from duckstream.algebra.tree import rewrite


def reidentify(root: Relation, ids: Ids) -> tuple[Relation, dict[int, Column]]:
    """The tree over fresh columns, and which column each old id became."""
    fresh: dict[int, Column] = {}

    def column(old: Column) -> Column:
        if old.id not in fresh:
            fresh[old.id] = ids.copy_of(old)
        return fresh[old.id]

    def columns(old: tuple[Column, ...]) -> tuple[Column, ...]:
        return tuple(column(c) for c in old)

    def expression(old: exp.Expr) -> exp.Expr:
        return substitute(old, {id: ref(new) for id, new in fresh.items()})

    def call(old: Call) -> Call:
        return Call(
            column(old.column),
            old.function,
            None if old.argument is None else column(old.argument),
            old.distinct,
            None if old.filter is None else column(old.filter),
        )

    def step(node: Relation) -> Relation:
        match node:
            case OneRow():
                return node
            case Scan():
                return replace(node, columns=columns(node.columns))
            case Filter():
                return replace(node, predicate=expression(node.predicate))
            case Project():
                outputs = tuple(
                    Output(column(o.column), expression(o.expression)) for o in node.outputs
                )
                return replace(node, outputs=outputs)
            case Join() if node.condition is not None:
                return replace(node, condition=expression(node.condition))
            case Join():
                return node
            case UnionAll():
                branches = tuple(Branch(b.input, columns(b.columns)) for b in node.branches)
                return replace(node, columns=columns(node.columns), branches=branches)
            case Aggregate():
                calls = tuple(call(c) for c in node.calls)
                return replace(node, keys=columns(node.keys), calls=calls)
        raise TypeError(f"{type(node).__name__} is not part of a view")

    return rewrite(root, step), fresh
