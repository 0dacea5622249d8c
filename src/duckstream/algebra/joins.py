"""Joins beyond the inner one: outer, semi and anti.

The right side of any join may refer to columns of the left one, as a subquery does to the query
around it. Such a join is dependent; normalizing makes it independent, so that no rule has to know.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra.columns import Column
from duckstream.algebra.operators import Empty, Relation


@dataclass(frozen=True, eq=False)
class OuterJoin(Relation):
    """The rows of the inner join, and those of the left side without a partner, padded with NULLs.

    A full join has those of the right side, too.
    """

    left: Relation
    right: Relation
    condition: exp.Expr | None = None
    full: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.left.columns, *self.right.columns)

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, eq=False)
class SemiJoin(Relation):
    """The rows of the left side that have a partner on the right; an anti join: those without."""

    left: Relation
    right: Relation
    condition: exp.Expr | None = None
    anti: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.left.columns

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.left, self.right)

    @property
    def weighted(self) -> bool:
        return self.left.weighted


def padded(rows: Relation, others: Relation) -> OuterJoin:
    """The rows with NULL for each column of the others, of exactly its type."""
    return OuterJoin(rows, Empty(others.columns, others), exp.false())
