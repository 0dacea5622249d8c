"""What only meets the rows of a change is computed for these alone.

    S ⋈ C = S ⋈ (C ⋉ K)     S ⟕ C = S ⟕ (C ⋉ K)     S ⋉ C = S ⋉ (C ⋉ K)     S ▷ C = S ▷ (C ⋉ K)

for a small side S, made of a change, and a side C that takes work to compute, such as an aggregate:
K are the values in S of columns that the condition sets equal to columns of C. An engine would
compute C whole, and then look up a few rows of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Consolidate,
    Filter,
    Ids,
    Join,
    Keys,
    Negate,
    OuterJoin,
    Project,
    Recursive,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    conjuncts,
    is_ref,
    ref_id,
    rewrite,
    walk,
)


def restrict_partners(root: Relation, ids: Ids) -> Relation:
    """The tree with every costly side of a join restricted to what its small side can meet."""

    def step(node: Relation) -> Relation:
        match node:
            case Join():
                return _restrict_inputs(node, ids)
            case OuterJoin() if not node.full and is_small(node.left):
                return replace(node, right=_restricted(node, node.right, [node.left], ids))
            case SemiJoin() if is_small(node.left):
                return replace(node, right=_restricted(node, node.right, [node.left], ids))
            case SemiJoin() if is_small(node.right) and not node.anti:
                return replace(node, left=_restricted(node, node.left, [node.right], ids))
            case _:
                return node

    return rewrite(root, step)


def _restrict_inputs(join: Join, ids: Ids) -> Relation:
    small = [child for child in join.inputs if is_small(child)]
    if not small or len(small) == len(join.inputs):
        return join
    inputs = tuple(
        child if any(child is s for s in small) else _restricted(join, child, small, ids)
        for child in join.inputs
    )
    return replace(join, inputs=inputs)


def _restricted(
    join: Join | OuterJoin | SemiJoin, costly: Relation, small: Sequence[Relation], ids: Ids
) -> Relation:
    """The costly side within the keys that one of the small sides has."""
    if not is_costly(costly):
        return costly
    for side in small:
        pairs = _equal_pairs(join.condition, costly, side)
        if pairs:
            picked = tuple(dict.fromkeys(key for _, key in pairs))
            keys = Keys(side, picked, tuple(ids.copy_of(key) for key in picked))
            renamed = dict(zip(picked, keys.columns, strict=True))
            return Restrict(costly, keys, tuple((own, renamed[key]) for own, key in pairs))
    return costly


def _equal_pairs(
    condition: exp.Expr | None, left: Relation, right: Relation
) -> list[tuple[Column, Column]]:
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
            if a in ours and b in theirs and _alike(ours[a], theirs[b]):
                pairs.append((ours[a], theirs[b]))
    return pairs


def _alike(left: Column, right: Column) -> bool:
    """Keys of another type could differ, and both be equal to one value: a row would be twice."""
    return left.type is not None and left.type == right.type


def is_small(node: Relation) -> bool:
    """Are there only as many rows as a change reaches?"""
    match node:
        case Scan():
            return node.version is Version.CHANGE
        case Keys() | Restrict():
            return True
        case Filter() | Project() | Unnest() | Window() | Aggregate():
            return is_small(node.input)
        case Negate() | Side() | Consolidate():
            return is_small(node.input)
        case Recursive():
            return is_small(node.base.input)
        case Join():
            return any(is_small(child) for child in node.inputs)
        case OuterJoin():
            return is_small(node.left) and not node.full
        case SemiJoin():
            return is_small(node.left) or (is_small(node.right) and not node.anti)
        case UnionAll():
            return all(is_small(branch.input) for branch in node.branches)
        case _:
            return False


def is_costly(node: Relation) -> bool:
    """Does it take more than a scan and joins to compute?"""
    work = (Aggregate, Window, OuterJoin, SemiJoin, Recursive, Consolidate, UnionAll)
    return any(isinstance(each, work) for each in walk(node))
