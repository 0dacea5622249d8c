"""A restriction to some keys goes down to where the rows come from.

    σ(R) ⋉ K = σ(R ⋉ K)
    π(R) ⋉ K = π(R ⋉ K)                     for key columns that π hands through
    (R ⊎ S) ⋉ K = (R ⋉ K) ⊎ (S ⋉ K)
    γ(R) ⋉ K = γ(R ⋉ K)                     for key columns that are keys of γ
    ω(R) ⋉ K = ω(R ⋉ K)                     for key columns that are in the partition of ω
    (R ⋉ L) ⋉ K = R ⋉ (L ⋉ K)               for keys L of a change, K of none
    (R ⋈ S) ⋉ K = ((R ⋉ K_R) ⋈ (S ⋉ K_S)) ⋉ K    K_R, K_S = the parts of K that R, S have
    (R ⟕ S) ⋉ K, (R ⋉ S) ⋉ K, (R ▷ S) ⋉ K   into R; into S where the condition sets it equal to R

Where only a part of K can go down, that part does, and the whole restriction stays above as well.
In a join a key column also restricts whatever column of its type the condition sets equal to it.
An input that the condition filters goes first: the others are restricted to what is left of it.
"""

from __future__ import annotations

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
    Relation,
    Restrict,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    conjunction,
    is_ref,
    ref_id,
    rewrite,
    scans,
)
from duckstream.simplify.equal_columns import equal_columns, own_conditions
from duckstream.simplify.picked_keys import picked_keys

On = tuple[tuple[Column, Column], ...]
_OneInput = Project | Aggregate | Window | Unnest


def push_restrictions(root: Relation, ids: Ids) -> Relation:
    """The tree with every restriction as far down as it goes."""
    push = _Push(ids)

    def step(node: Relation) -> Relation:
        return push.down(node.input, node.keys, node.on) if isinstance(node, Restrict) else node

    return rewrite(root, step)


class _Push:
    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        # The same part of the same keys is one node, however often it is needed.
        self._parts: dict[tuple[int, tuple[int, ...]], tuple[Relation, Keys]] = {}

    def down(self, node: Relation, keys: Relation, on: On) -> Relation:
        """`node` ⋉ `keys`, as far down as it goes."""
        if not on:
            return Restrict(node, keys, on)
        match node:
            case Filter() | Negate() | Side():
                return replace(node, input=self.down(node.input, keys, on))
            case Restrict():
                return self._into_restriction(node, keys, on)
            case Consolidate() if _within(on, node.columns):
                return replace(node, input=self.down(node.input, keys, on))
            case Project():
                through = {
                    output.column: ref_id(output.expression)
                    for output in node.outputs
                    if is_ref(output.expression)
                }
                below = {column.id: column for column in node.input.columns}
                known = tuple((below[through[c]], k) for c, k in on if c in through)
                return self._partly(node, keys, on, known)
            case Aggregate():
                known = tuple((column, key) for column, key in on if column in node.keys)
                return self._partly(node, keys, on, known)
            case Window():
                known = tuple((column, key) for column, key in on if column in node.partition)
                return self._partly(node, keys, on, known)
            case Unnest():
                known = tuple((column, key) for column, key in on if column in node.input.columns)
                return self._partly(node, keys, on, known)
            case SemiJoin():
                return self._into_left(node, keys, on)
            case OuterJoin() if not node.full:
                return self._into_left(node, keys, on)
            case UnionAll():
                return self._into_union(node, keys, on)
            case Join():
                return self._into_join(node, keys, on)
            case _:
                return Restrict(node, keys, on)

    def _into_restriction(self, node: Restrict, keys: Relation, on: On) -> Relation:
        """Keys that come out of no change are many: the others are restricted to these."""
        among = dict(node.on)
        if not _comes_from_change(keys) and all(column in among for column, _ in on):
            moved = tuple((among[column], key) for column, key in on)
            return replace(node, keys=Restrict(node.keys, keys, moved))
        return replace(node, input=self.down(node.input, keys, on))

    def _partly(self, node: _OneInput, keys: Relation, on: On, known: On) -> Relation:
        """Push the part of the restriction that the input knows; keep the whole above it."""
        if not known:
            return Restrict(node, keys, on)
        if len(known) == len(on):
            return replace(node, input=self.down(node.input, keys, known))
        part, part_on = self._part(keys, known)
        return Restrict(replace(node, input=self.down(node.input, part, part_on)), keys, on)

    def _into_union(self, union: UnionAll, keys: Relation, on: On) -> Relation:
        if union.unifies and any(column.type is None for column, _ in on):
            # The branches may have other types than the union, and compare differently.
            return Restrict(union, keys, on)
        branches = []
        for branch in union.branches:
            place = dict(zip(union.columns, branch.columns, strict=True))
            moved = tuple((place[column], key) for column, key in on)
            branches.append(replace(branch, input=self.down(branch.input, keys, moved)))
        return replace(union, branches=tuple(branches))

    def _into_join(self, join: Join, keys: Relation, on: On) -> Relation:
        known = _known_in(join, on)
        leader = _leader(join, on, known)
        if leader is not None:
            return self._led(join, leader, keys, known)
        inputs = [
            self._restricted(child, keys, own)
            for child, own in zip(join.inputs, known, strict=True)
        ]
        restricted = replace(join, inputs=tuple(inputs))
        covered = any(_covers(own, on) for own in known)
        return restricted if covered else Restrict(restricted, keys, on)

    def _led(self, join: Join, leader: int, keys: Relation, known: list[On]) -> Relation:
        """One input is restricted and filtered first, the others to what is left of it."""
        first = self._restricted(join.inputs[leader], keys, known[leader])
        condition = conjunction(own_conditions(join.condition, first))
        assert condition is not None
        first = Filter(first, condition)
        columns: dict[Column, Column] = {}
        for column, key in known[leader]:
            columns.setdefault(key, column)
        picked = tuple(dict.fromkeys(columns.values()))
        found = picked_keys(first, picked, self._ids)
        renamed = dict(zip(picked, found.columns, strict=True))
        inputs = [
            first
            if i == leader
            else self._restricted(
                child, found, tuple((column, renamed[columns[key]]) for column, key in known[i])
            )
            for i, child in enumerate(join.inputs)
        ]
        return replace(join, inputs=tuple(inputs))

    def _restricted(self, node: Relation, keys: Relation, known: On) -> Relation:
        if not known:
            return node
        part, part_on = self._part(keys, known)
        return self.down(node, part, part_on)

    def _into_left(self, join: OuterJoin | SemiJoin, keys: Relation, on: On) -> Relation:
        """Rows of the right side that no row within the keys can meet do not matter either."""
        known = tuple((column, key) for column, key in on if column in join.left.columns)
        if not known:
            return Restrict(join, keys, on)
        equal = equal_columns(join)
        right = {column.id: column for column in join.right.columns}
        twins = tuple(
            (right[i], key)
            for column, key in known
            for i in sorted(equal.get(column.id, ()))
            if i in right
        )
        part, part_on = self._part(keys, known)
        restricted = replace(join, left=self.down(join.left, part, part_on))
        if twins:
            part, part_on = self._part(keys, twins)
            restricted = replace(restricted, right=self.down(join.right, part, part_on))
        return restricted if len(known) == len(on) else Restrict(restricted, keys, on)

    def _part(self, keys: Relation, on: On) -> tuple[Relation, On]:
        """The distinct values of those key columns that `on` speaks of."""
        wanted = tuple(dict.fromkeys(key for _, key in on))
        if set(wanted) == set(keys.columns):
            return keys, on
        cached = self._parts.get((id(keys), tuple(key.id for key in wanted)))
        if cached is None:
            part = Keys(keys, wanted, tuple(self._ids.copy_of(key) for key in wanted))
            cached = (keys, part)
            self._parts[(id(keys), tuple(key.id for key in wanted))] = cached
        renamed = dict(zip(wanted, cached[1].columns, strict=True))
        return cached[1], tuple((column, renamed[key]) for column, key in on)


def _comes_from_change(keys: Relation) -> bool:
    return any(scan.version is Version.CHANGE for scan in scans(keys))


def _known_in(join: Join, on: On) -> list[On]:
    """For each input the columns of it that the keys restrict, also through equality."""
    equal = equal_columns(join)
    known: list[On] = []
    for child in join.inputs:
        own = {column.id: column for column in child.columns}
        pairs: list[tuple[Column, Column]] = []
        for column, key in on:
            if column.id in own:
                pairs.append((column, key))
            else:
                twins = (own[i] for i in sorted(equal.get(column.id, ())) if i in own)
                pairs.extend((twin, key) for twin in twins)
        known.append(tuple(pairs))
    return known


def _leader(join: Join, on: On, known: list[On]) -> int | None:
    """An input that knows the whole restriction, and is filtered by the join's condition."""
    for i, child in enumerate(join.inputs):
        if _knows_all(known[i], on) and own_conditions(join.condition, child):
            return i if len(join.inputs) > 1 else None
    return None


def _knows_all(known: On, on: On) -> bool:
    """(Where two columns have to be equal to one key, knowing the key says too little.)"""
    wanted = [key for _, key in on]
    return len(set(wanted)) == len(wanted) and set(wanted) <= {key for _, key in known}


def _covers(known: On, on: On) -> bool:
    return {column for column, _ in on} <= {column for column, _ in known}


def _within(on: On, columns: tuple[Column, ...]) -> bool:
    return all(column in columns for column, _ in on)
