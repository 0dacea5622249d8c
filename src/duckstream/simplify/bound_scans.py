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
    Column,
    Filter,
    Join,
    Relation,
    Restrict,
    Scan,
    Version,
    rewrite,
)
from duckstream.bind.types import is_discrete
from duckstream.simplify.equal_columns import equal_columns
from duckstream.simplify.origins import Origins


def bound_scans(root: Relation) -> Relation:
    """The tree with every such scan within the range, where it is known."""
    origins = Origins(discrete=True)

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
    node: Relation, partners: Mapping[Column, Sequence[tuple[Relation, Column]]], origins: Origins
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
