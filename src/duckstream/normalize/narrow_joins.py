"""Outer joins whose padded rows go again are narrower joins.

    σ_p(R ⟕_q S) = σ_p(R ⋈_q S)       where p is not true if all of S is NULL
    σ_p(R ⟗_q S) = σ_p(R ⟕_q S)       where p is not true if all of R is NULL

p may be any condition above: that of a filter, of a join, or of a semi join. Subqueries are looked
up by outer joins, and mostly compared: then no row without a result stays. Of an inner join engines
may choose the order, and less of it has to be looked at when something changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sqlglot import exp

from duckstream.algebra import (
    Filter,
    Join,
    OuterJoin,
    Project,
    Relation,
    SemiJoin,
    conjuncts,
    refs,
    rewrite,
    substitute,
)
from duckstream.normalize.null_rejection import rejects_nulls

Parts = Sequence[exp.Expr]
Node = TypeVar("Node", Filter, OuterJoin, Project, SemiJoin)


def narrow_joins(root: Relation) -> Relation:
    """The tree with every outer join as narrow as the conditions above it allow."""
    return rewrite(root, _step)


def _step(node: Relation) -> Relation:
    match node:
        case Filter():
            return _with(node, input=_narrow(node.input, conjuncts(node.predicate)))
        case Join():
            return _with_inputs(node, conjuncts(node.condition))
        case SemiJoin():
            # Of an anti join the rows without a partner stay, whatever the condition says.
            parts = conjuncts(node.condition)
            left = node.left if node.anti else _narrow(node.left, parts)
            return _with(node, left=left, right=_narrow(node.right, parts))
        case OuterJoin() if not node.full:
            return _with(node, right=_narrow(node.right, conjuncts(node.condition)))
    return node


def _narrow(node: Relation, parts: Parts) -> Relation:
    """A node of which only rows are wanted for which all parts of a condition may hold."""
    match node:
        case Project():
            made = {output.column.id: output.expression for output in node.outputs}
            below = [substitute(part, made) for part in parts if refs(part) & made.keys()]
            return _with(node, input=_narrow(node.input, below))
        case Filter():
            return _with(node, input=_narrow(node.input, parts))
        case Join():
            return _with_inputs(node, parts)
        case SemiJoin():
            return _with(node, left=_narrow(node.left, parts))
        case OuterJoin():
            return _narrow_outer(node, parts)
    return node


def _narrow_outer(join: OuterJoin, parts: Parts) -> Relation:
    if join.full and not _rejects_without(join.left, parts):
        return join
    left = _narrow(join.left, parts)
    if _rejects_without(join.right, parts):
        return Join((left, _narrow(join.right, parts)), join.condition)
    return _with(join, left=left, full=False)


def _with_inputs(join: Join, parts: Parts) -> Join:
    inputs = tuple(_narrow(child, parts) for child in join.inputs)
    is_same = all(new is old for new, old in zip(inputs, join.inputs, strict=True))
    return join if is_same else replace(join, inputs=inputs)


def _with(node: Node, **parts: Any) -> Node:
    """The node itself where nothing is new: others may read it, too."""
    is_same = all(getattr(node, name) is part for name, part in parts.items())
    return node if is_same else replace(node, **parts)


def _rejects_without(side: Relation, parts: Parts) -> bool:
    """Are the rows that have NULL in all columns of the side unwanted?"""
    ids = {column.id for column in side.columns}
    return any(rejects_nulls(part, ids) for part in parts)
