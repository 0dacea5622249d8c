"""A scan that meets a change is given the range in which the keys of the change lie.

    T ⋉ K    =  σ(min K ≤ k ≤ max K)(T) ⋉ K
    T ⋈ ΔS   =  σ(min k ≤ k ≤ max k in ΔS)(T) ⋈ ΔS

Keys come out of a change, so that its own least and greatest value will do for K: to find these
takes no look at any table. Where files and parts of them are known by the ranges that they hold, an
engine leaves out all others; orders that change are mostly recent ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from duckstream.algebra import (
    Aggregate,
    Bound,
    Column,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Negate,
    OuterJoin,
    Project,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    is_ref,
    ref_id,
    rewrite,
)
from duckstream.bind.types import is_discrete
from duckstream.simplify.equal_columns import equal_columns

_Bounds = frozenset[Bound]


def bound_scans(root: Relation) -> Relation:
    """The tree with every such scan within the range, where it is known."""
    origins = _Origins()

    def step(node: Relation) -> Relation:
        match node:
            case Restrict():
                ranges = {own: [(node.keys, key)] for own, key in node.on}
                return replace(node, input=_bounded(node.input, ranges, origins))
            case Join():
                inputs = (_bounded(c, _partners(node, c), origins) for c in node.inputs)
                return replace(node, inputs=tuple(inputs))
        return node

    return rewrite(root, step)


def _partners(join: Join, child: Relation) -> dict[Column, list[tuple[Relation, Column]]]:
    """For columns of one input those of others that they have to equal."""
    equal = equal_columns(join)
    others = [(o, column) for o in join.inputs if o is not child for column in o.columns]
    return {
        own: [(other, column) for other, column in others if column.id in equal[own.id]]
        for own in child.columns
        if own.id in equal
    }


def _bounded(
    node: Relation, partners: Mapping[Column, Sequence[tuple[Relation, Column]]], origins: _Origins
) -> Relation:
    """A state of a table within the ranges of what its columns have to equal."""
    if isinstance(node, Filter):
        return replace(node, input=_bounded(node.input, partners, origins))
    if not isinstance(node, Scan) or node.version not in (Version.OLD, Version.NEW):
        return node
    within = dict(node.within)
    for own, others in partners.items():
        found = (origins.find(other, column) for other, column in others)
        bounds = next((each for each in found if each), None)
        if bounds is not None and is_discrete(own.type) and own.name not in within:
            within[own.name] = tuple(sorted(bounds, key=str))
    return replace(node, within=tuple(within.items()))


class _Origins:
    """Finds the columns of changes that the values of a column are among."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Relation, _Bounds | None]] = {}

    def find(self, node: Relation, column: Column) -> _Bounds | None:
        """None if they may come from anywhere."""
        key = (id(node), column.id)
        if key not in self._known:
            # The node is kept, so that no other takes its id.
            self._known[key] = (node, self._look_into(node, column))
        return self._known[key][1]

    def _look_into(self, node: Relation, column: Column) -> _Bounds | None:
        match node:
            case Empty():
                return frozenset()
            case Scan():
                if node.version is Version.CHANGE and is_discrete(column.type):
                    return frozenset({(node.source, column.name)})
                return None
            case Keys():
                return self.find(node.input, node.picked[node.columns.index(column)])
            case Project():
                return self._of_projection(node, column)
            case Restrict():
                keys = dict(node.on)
                found = self.find(node.keys, keys[column]) if column in keys else None
                return self.find(node.input, column) if found is None else found
            case UnionAll():
                return self._of_union(node, column)
            case Aggregate():
                return self.find(node.input, column) if column in node.keys else None
            case Filter() | Negate() | Consolidate() | Side() | Window() | Unnest():
                return self._below(node.input, column)
            case OuterJoin() if not node.full:
                return self._below(node.left, column)
            case Join() | SemiJoin():
                return self._of_join(node, column)
            case _:
                return None

    def _below(self, node: Relation, column: Column) -> _Bounds | None:
        return self.find(node, column) if column in node.columns else None

    def _of_projection(self, node: Project, column: Column) -> _Bounds | None:
        through = next(o.expression for o in node.outputs if o.column == column)
        if not is_ref(through):
            return None
        below = next(c for c in node.input.columns if c.id == ref_id(through))
        return self.find(node.input, below)

    def _of_union(self, union: UnionAll, column: Column) -> _Bounds | None:
        found: _Bounds = frozenset()
        place = union.columns.index(column)
        for branch in union.branches:
            own = self.find(branch.input, branch.columns[place])
            if own is None:
                return None
            found |= own
        return found

    def _of_join(self, join: Join | SemiJoin, column: Column) -> _Bounds | None:
        """Those of the column itself, or of one that it has to equal."""
        is_anti = isinstance(join, SemiJoin) and join.anti
        inputs = join.inputs[:1] if is_anti else join.inputs
        equal = set() if is_anti else equal_columns(join).get(column.id, set())
        for id in (column.id, *sorted(equal - {column.id})):
            for child in inputs:
                own = next((c for c in child.columns if c.id == id), None)
                found = None if own is None else self.find(child, own)
                if found is not None:
                    return found
        return None
