"""Equal subtrees become one node, so that they are written, and computed, once.

Differentiation makes `old(X)` and `new(X)` by copying; where X has no changed source both end up
the same. Two nodes are equal when they are the same operator with the same columns and expressions
over the same inputs.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlglot import exp

from duckstream.algebra import Branch, Generator, Output, Relation, rewrite


def share(root: Relation) -> Relation:
    """The tree with equal subtrees merged."""
    known: dict[tuple[Any, ...], Relation] = {}

    def merge(node: Relation) -> Relation:
        return known.setdefault(_signature(node), node)

    return rewrite(root, merge)


def _signature(node: Relation) -> tuple[Any, ...]:
    parts = (getattr(node, f.name) for f in fields(node))  # ty: ignore[invalid-argument-type]
    return (type(node).__name__, *(_freeze(part) for part in parts))


def _freeze(value: Any) -> Any:
    """A hashable stand-in: relations by identity, because equal ones are merged already."""
    match value:
        case Relation():
            return id(value)
        case Branch():
            return (id(value.input), value.columns)
        case exp.Expr():
            return value.sql(dialect="duckdb")
        case tuple():
            return tuple(_freeze(part) for part in value)
        case Output():
            return (value.column, _freeze(value.expression))
        case Generator():
            return (value.columns, _freeze(value.call))
        case _:
            return value
