"""What only meets the rows of a change is computed for these alone.

    S ⋈ C = S ⋈ (C ⋉ K)     S ⟕ C = S ⟕ (C ⋉ K)     S ⋉ C = S ⋉ (C ⋉ K)     S ▷ C = S ▷ (C ⋉ K)

for a small side S, made of a change, and a side C that takes work to compute, such as an aggregate,
or reads a table that has changed, which is likely to be a large one: K are the values in S of
columns that the condition sets equal to columns of C. An engine would compute C whole, and then
look up a few rows of it.

In a join of several, inputs that the condition filters by themselves take part in finding K.

The other way round, a small side that takes work to compute, such as the groups that a change has
touched, is computed only for what can meet a filtered side that has not changed:

    S ⋈ σ(U) = (S ⋉ K) ⋈ σ(U)      S ⋉ σ(U) = (S ⋉ K) ⋉ σ(U)        K the values in σ(U)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    Source,
    UnionAll,
    Unnest,
    Version,
    Window,
    conjunction,
    rewrite,
    scans,
    walk,
)
from duckstream.simplify.equal_columns import equal_pairs, join_filtered, own_conditions
from duckstream.simplify.picked_keys import picked_keys


def restrict_partners(root: Relation, ids: Ids) -> Relation:
    """The tree with every costly side of a join restricted to what its small side can meet."""
    restrict = _Restrict(ids, {s.source for s in scans(root) if s.version is Version.CHANGE})
    return rewrite(root, restrict.step)


class _Restrict:
    def __init__(self, ids: Ids, changed: set[Source]) -> None:
        self._ids = ids
        self._changed = changed

    def step(self, node: Relation) -> Relation:
        match node:
            case Join():
                return self._inputs(node)
            case OuterJoin() if not node.full and is_small(node.left):
                return replace(node, right=self._side(node, node.right, [node.left]))
            case SemiJoin() if is_small(node.left):
                left = node.left if node.anti else self._within(node, node.left, node.right)
                return replace(node, left=left, right=self._side(node, node.right, [left]))
            case SemiJoin() if is_small(node.right) and not node.anti:
                return replace(node, left=self._side(node, node.left, [node.right]))
            case _:
                return node

    def _inputs(self, join: Join) -> Relation:
        small = [child for child in join.inputs if is_small(child)]
        if not small or len(small) == len(join.inputs):
            return join
        unchanged = [child for child in join.inputs if not self._is_worth(child)]
        filters = [_filtered(join, child) for child in unchanged]
        restricted = {id(child): self._within(join, child, *filters) for child in small}
        join = replace(join, inputs=tuple(restricted.get(id(c), c) for c in join.inputs))
        sides = [join_filtered(join, side, unchanged) for side in restricted.values()]
        inputs = tuple(
            child if is_small(child) else self._side(join, child, sides) for child in join.inputs
        )
        return replace(join, inputs=inputs)

    def _within(self, join: Join | SemiJoin, small: Relation, *others: Relation) -> Relation:
        """A small side as far as it can meet filtered ones that have not changed."""
        if not any(isinstance(each, (Aggregate, Window)) for each in walk(small)):
            return small
        for other in others:
            pairs = equal_pairs(join.condition, small, other)
            if pairs and not self._is_worth(other) and _is_filtered(other):
                keys = self._keys(other, pairs)
                small = Restrict(small, *keys)
        return small

    def _keys(
        self, side: Relation, pairs: Sequence[tuple[Column, Column]]
    ) -> tuple[Keys, tuple[tuple[Column, Column], ...]]:
        """What columns of a side hold, and which columns have to be among it."""
        picked = tuple(dict.fromkeys(key for _, key in pairs))
        keys = picked_keys(side, picked, self._ids)
        renamed = dict(zip(picked, keys.columns, strict=True))
        return keys, tuple((own, renamed[key]) for own, key in pairs)

    def _side(
        self, join: Join | OuterJoin | SemiJoin, costly: Relation, small: Sequence[Relation]
    ) -> Relation:
        """The costly side within the keys that one of the small sides has."""
        if is_small(costly) or not self._is_worth(costly):
            return costly
        for side in small:
            pairs = equal_pairs(join.condition, costly, side)
            if pairs:
                return Restrict(costly, *self._keys(side, pairs))
        return costly

    def _is_worth(self, node: Relation) -> bool:
        return is_costly(node) or any(scan.source in self._changed for scan in scans(node))


def _filtered(join: Join, child: Relation) -> Relation:
    """An input as far as the condition takes it by itself."""
    condition = conjunction(own_conditions(join.condition, child))
    return child if condition is None else Filter(child, condition)


def _is_filtered(node: Relation) -> bool:
    return any(isinstance(each, Filter) for each in walk(node))


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
