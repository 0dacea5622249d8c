"""Outer joins with any condition, subqueries included."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import (
    Branch,
    Column,
    Filter,
    Join,
    OuterJoin,
    Relation,
    SemiJoin,
    UnionAll,
    conjunction,
    padded,
    ref,
    reidentify,
)
from duckstream.bind.conditions import Condition
from duckstream.bind.context import Context


@dataclass
class Sides:
    """The two sides of an outer join, in the order of the text."""

    context: Context
    left: Relation
    right: Relation
    side: str

    def joined(self, on: exp.Expr | None, condition: Condition | None) -> Relation:
        """The join; subqueries in its condition become columns of the side that they read."""
        if condition is not None and condition.has_subqueries:
            reads = condition.reads() - self.context.open_columns().keys()
            left, right = _ids(self.left), _ids(self.right)
            if not reads & left:
                self.right = condition.join_subqueries_to(self.right)
            elif not reads & right:
                self.left = condition.join_subqueries_to(self.left)
            else:
                return self._general(on, condition)
        if self.side == "RIGHT":
            return OuterJoin(self.right, self.left, on)
        return OuterJoin(self.left, self.right, on, full=self.side == "FULL")

    def _general(self, on: exp.Expr | None, condition: Condition) -> Relation:
        """A subquery reads both sides: the pairs that match, and the rows that are in none.

        L ⟕ R = M + pad(L ▷ M) with M = σ(L ⋈ R), rows of L compared by all of their columns.
        """
        columns = (*self.left.columns, *self.right.columns)
        pairs = condition.join_subqueries_to(Join((self.left, self.right)))
        matches = pairs if on is None else Filter(pairs, on)
        terms = [matches]
        for one, other, wanted in (
            (self.left, self.right, "LEFT"),
            (self.right, self.left, "RIGHT"),
        ):
            if self.side in (wanted, "FULL"):
                terms.append(padded(self._lonely(one, matches), other))
        return UnionAll(columns, tuple(Branch(term, columns) for term in terms))

    def _lonely(self, relation: Relation, matches: Relation) -> Relation:
        copy, fresh = reidentify(matches, self.context.ids)
        same = conjunction(
            exp.NullSafeEQ(this=ref(column), expression=ref(fresh[column.id]))
            for column in relation.columns
        )
        return SemiJoin(relation, copy, same, anti=True)


def _ids(relation: Relation) -> set[int]:
    columns: tuple[Column, ...] = relation.columns
    return {column.id for column in columns}
