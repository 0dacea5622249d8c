"""A scan that is only joined with a change is not restricted to the keys of the change before.

    ΔS ⋈ (T ⋉ K)  =  ΔS ⋈ T          K the values in ΔS of the columns that the join compares

The join finds the same rows. To restrict the scan first pays where the engine skips parts of the
table for it; elsewhere it is one more join.
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Join, Keys, Relation, Restrict, Scan, Version, rewrite
from duckstream.simplify.equal_columns import equal_pairs


def drop_restrictions(root: Relation) -> Relation:
    """The tree with every such scan as it was before."""
    return rewrite(root, _step)


def _step(node: Relation) -> Relation:
    if not isinstance(node, Join):
        return node
    changes = [c for c in node.inputs if isinstance(c, Scan) and c.version is Version.CHANGE]
    inputs = tuple(_bare(node, child, changes) for child in node.inputs)
    return replace(node, inputs=inputs) if inputs != node.inputs else node


def _bare(join: Join, child: Relation, changes: list[Scan]) -> Relation:
    if not isinstance(child, Restrict) or not isinstance(child.input, Scan):
        return child
    keys = child.keys
    if not isinstance(keys, Keys) or not isinstance(keys.input, Scan):
        return child
    picked = dict(zip(keys.columns, keys.picked, strict=True))
    wanted = {(own, picked[key]) for own, key in child.on}
    for change in changes:
        is_same = (change.source, change.version) == (keys.input.source, keys.input.version)
        if is_same and wanted <= set(equal_pairs(join.condition, child, change)):
            return child.input
    return child
