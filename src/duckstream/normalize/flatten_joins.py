"""Inner joins of inner joins are one join of all their inputs.

    (R ⋈_p S) ⋈_q T = R ⋈ S ⋈ T  where p and q

Its change has one term for each input that changed, and what one condition says of a column is
known to all inputs.
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import (
    Join,
    Relation,
    conjunction,
    conjuncts,
    parent_counts,
    with_inputs,
)


def flatten_joins(root: Relation) -> Relation:
    """The tree without a join that is the input of a join, and of nothing else."""
    counts = parent_counts(root)
    done: dict[int, Relation] = {}

    def visit(node: Relation) -> Relation:
        if id(node) not in done:
            flat = with_inputs(node, tuple(visit(child) for child in node.inputs))
            alone = [isinstance(c, Join) and counts[id(c)] == 1 for c in node.inputs]
            done[id(node)] = _flat(flat, alone) if isinstance(flat, Join) else flat
        return done[id(node)]

    return visit(root)


def _flat(join: Join, alone: list[bool]) -> Join:
    """Those of its inputs that are joins, and read by nothing else, become a part of it."""
    inputs: list[Relation] = []
    parts = list(conjuncts(join.condition))
    for child, is_alone in zip(join.inputs, alone, strict=True):
        if isinstance(child, Join) and is_alone:
            inputs += child.inputs
            parts += conjuncts(child.condition)
        else:
            inputs.append(child)
    return replace(join, inputs=tuple(inputs), condition=conjunction(parts))
