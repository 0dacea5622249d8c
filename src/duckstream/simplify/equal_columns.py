"""What a join's condition says of its inputs: which columns are equal, and which are filtered."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.algebra import (
    Column,
    Join,
    OuterJoin,
    Relation,
    SemiJoin,
    conjunction,
    conjuncts,
    is_ref,
    ref_id,
    refs,
)


def equal_columns(join: Join | OuterJoin | SemiJoin) -> dict[int, set[int]]:
    """For each column the others that the condition sets equal to it, directly or by a chain."""
    columns = {column.id: column for child in join.inputs for column in child.columns}
    classes: dict[int, set[int]] = {}
    for condition in conjuncts(join.condition):
        if isinstance(condition, exp.EQ) and is_ref(condition.left) and is_ref(condition.right):
            left, right = ref_id(condition.left), ref_id(condition.right)
            if not alike(columns[left], columns[right]):
                continue
            merged = classes.get(left, {left}) | classes.get(right, {right})
            for member in merged:
                classes[member] = merged
    return classes


def equal_pairs(
    condition: exp.Expr | None, left: Relation, right: Relation
) -> list[tuple[Column, Column]]:
    """Columns of one relation, each with the one of the other that it has to equal."""
    ours = {column.id: column for column in left.columns}
    theirs = {column.id: column for column in right.columns}
    pairs = []
    for part in conjuncts(condition):
        if not isinstance(part, (exp.EQ, exp.NullSafeEQ)):
            continue
        one, other = part.this.unnest(), part.expression.unnest()
        if not (is_ref(one) and is_ref(other)):
            continue
        for a, b in ((ref_id(one), ref_id(other)), (ref_id(other), ref_id(one))):
            if a in ours and b in theirs and alike(ours[a], theirs[b]):
                pairs.append((ours[a], theirs[b]))
    return pairs


def alike(left: Column, right: Column) -> bool:
    """Equality of different types need not carry over from one pair to the next: keys that differ
    could both be equal to one value.
    """
    return left.type is not None and left.type == right.type


def own_conditions(condition: exp.Expr | None, node: Relation) -> list[exp.Expr]:
    """The parts of a condition that speak of one input alone."""
    own = {column.id for column in node.columns}
    return [part for part in conjuncts(condition) if refs(part) and refs(part) <= own]


def join_filtered(join: Join, side: Relation, others: Sequence[Relation]) -> Relation:
    """An input of a join, joined with those of the others that meet it and that are filtered."""
    filtered = [
        other
        for other in others
        if other is not side
        and own_conditions(join.condition, other)
        and equal_pairs(join.condition, other, side)
    ]
    if not filtered:
        return side
    known = {column.id for child in (side, *filtered) for column in child.columns}
    inside = [part for part in conjuncts(join.condition) if refs(part) <= known]
    return Join((side, *filtered), conjunction(inside))
