"""A scan that meets a change first of all is not restricted to the keys of the change before.

    ΔS ⋈ (T ⋉ K)  =  ΔS ⋈ T          K the values in ΔS of the columns that the join compares

The join finds the same rows. To restrict the scan pays where the engine skips parts of the table
for it, and where something else is joined before: what comes out of that may be small, but engines
do not foresee it. The first two inputs of a join are the ones that meet first.
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Join, Keys, Relation, Restrict, Scan, Version, rewrite
from duckstream.simplify.equal_columns import equal_pairs


def drop_restrictions(root: Relation) -> Relation:
    """The tree with every such scan as it was before."""
    return rewrite(root, _step)


def _step(node: Relation) -> Relation:
    if not isinstance(node, Join) or len(node.inputs) < 2:
        return node
    first, second, *others = node.inputs
    return replace(node, inputs=(_bare(node, first, second), _bare(node, second, first), *others))


def _bare(join: Join, child: Relation, other: Relation) -> Relation:
    """The scan below, if the child is one within the keys of the other, which is a change."""
    if not isinstance(other, Scan) or other.version is not Version.CHANGE:
        return child
    if not isinstance(child, Restrict) or not isinstance(child.input, Scan):
        return child
    keys = child.keys
    if not isinstance(keys, Keys) or not isinstance(keys.input, Scan):
        return child
    is_same = (keys.input.source, keys.input.version) == (other.source, other.version)
    picked = dict(zip(keys.columns, keys.picked, strict=True))
    wanted = {(own, picked[key]) for own, key in child.on}
    is_compared = wanted <= set(equal_pairs(join.condition, child, other))
    return child.input if is_same and is_compared else child
