"""Joins beyond the inner one: outer, semi and anti.

The right side of any join may refer to columns of the left one, as a subquery does to the query
around it. Such a join is dependent; normalizing makes it independent, so that no rule has to know.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra.columns import Column, ref
from duckstream.algebra.operators import Output, Project, Relation


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


def padded(relation: Relation, columns: tuple[Column, ...]) -> Project:
    """The relation with NULL for each of the columns that it does not have."""
    own = set(relation.columns)
    return Project(
        relation,
        tuple(Output(column, ref(column) if column in own else null(column)) for column in columns),
    )


def null(column: Column) -> exp.Expr:
    return exp.Null() if column.type is None else exp.cast(exp.Null(), column.type.copy())
