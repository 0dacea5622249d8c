"""Carrying the values of outer columns through a relation that reads them."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Branch,
    Column,
    Filter,
    Ids,
    Join,
    OuterJoin,
    Output,
    Project,
    Relation,
    SemiJoin,
    UnionAll,
    Unnest,
    Window,
    aggregate_marked,
    conjunction,
    free_ids,
    padded,
    ref,
    substitute,
    substitute_in_tree,
    union_all,
)
from duckstream.errors import UnsupportedSQLError

# Which column of a relation holds the value of which outer column.
Copies = dict[int, Column]


class Carrier:
    """Replaces reads of outer columns by columns that hold each of their distinct values."""

    def __init__(self, values: Relation, outer: tuple[Column, ...], ids: Ids) -> None:
        self._values = values
        self._outer = outer
        self._ids = ids

    def carry(self, node: Relation) -> tuple[Relation, Copies]:
        """`node` for every combination of values, with columns that hold these."""
        if not self._reads(node):
            values, copies = self._copy()
            return Join((values, node)), copies
        match node:
            case Filter():
                input, copies = self.carry(node.input)
                return Filter(input, _moved(node.predicate, copies)), copies
            case Project():
                input, copies = self.carry(node.input)
                own = (Output(o.column, _moved(o.expression, copies)) for o in node.outputs)
                return Project(input, (*own, *_handed(copies))), copies
            case Unnest():
                input, copies = self.carry(node.input)
                generators = tuple(
                    replace(each, call=_moved(each.call, copies)) for each in node.generators
                )
                return Unnest(input, generators), copies
            case Window():
                input, copies = self.carry(node.input)
                calls = tuple(Output(c.column, _moved(c.expression, copies)) for c in node.calls)
                return Window(input, (*node.partition, *copies.values()), calls), copies
            case Aggregate() if node.keys:
                input, copies = self.carry(node.input)
                return replace(node, input=input, keys=(*node.keys, *copies.values())), copies
            case Aggregate():
                return self._global_aggregate(node)
            case UnionAll():
                return self._union(node)
            case Join():
                return self._join(node)
            case OuterJoin() if node.full:
                return self.carry(_as_left_join(node))
            case OuterJoin() | SemiJoin():
                left, copies = self.carry(node.left)
                inner = {id: ref(column) for id, column in copies.items()}
                right = substitute_in_tree(node.right, inner)
                on = None if node.condition is None else _moved(node.condition, copies)
                return replace(node, left=left, right=right, condition=on), copies
        raise UnsupportedSQLError(
            "CORRELATED_RECURSION",
            "a recursion that reads columns of the query around it",
            "it has no rule yet",
            hint="let the recursion give all rows, and compare them outside of it",
        )

    def _reads(self, node: Relation) -> bool:
        return bool(free_ids(node) & {column.id for column in self._outer})

    def _copy(self) -> tuple[Relation, Copies]:
        """The values under columns of their own."""
        copies = {column.id: self._ids.copy_of(column) for column in self._outer}
        pairs = zip(copies.values(), self._values.columns, strict=True)
        return Project(self._values, tuple(Output(new, ref(old)) for new, old in pairs)), copies

    def _global_aggregate(self, node: Aggregate) -> tuple[Relation, Copies]:
        """One row for each combination of values, also where there is nothing to aggregate."""
        rows, inner = self.carry(node.input)
        present = self._ids.column("present")
        marked = Project(
            rows, (*(Output(c, ref(c)) for c in rows.columns), Output(present, exp.true()))
        )
        values, copies = self._copy()
        on = conjunction(
            exp.NullSafeEQ(this=ref(copies[id]), expression=ref(inner[id])) for id in copies
        )
        return aggregate_marked(
            OuterJoin(values, marked, on), tuple(copies.values()), node.calls, present, self._ids
        ), copies

    def _union(self, union: UnionAll) -> tuple[Relation, Copies]:
        branches = []
        copies = {column.id: self._ids.copy_of(column) for column in self._outer}
        for branch in union.branches:
            input, own = self.carry(branch.input)
            columns = (*branch.columns, *(own[id] for id in copies))
            branches.append(Branch(input, columns))
        columns = (*union.columns, *copies.values())
        return replace(union, columns=columns, branches=tuple(branches)), copies

    def _join(self, join: Join) -> tuple[Relation, Copies]:
        """One input carries the values; whatever else reads them takes them from there."""
        siblings = {column.id for column in join.columns}
        carrying = next(
            (
                child
                for child in join.inputs
                if self._reads(child) and not free_ids(child) & siblings
            ),
            None,
        )
        if carrying is None:
            carrier, copies = self._copy()
            others = list(join.inputs)
        else:
            carrier, copies = self.carry(carrying)
            others = [child for child in join.inputs if child is not carrying]
        inner = {id: ref(column) for id, column in copies.items()}
        inputs = (carrier, *(substitute_in_tree(child, inner) for child in others))
        on = None if join.condition is None else _moved(join.condition, copies)
        return Join(inputs, on), copies


def _as_left_join(join: OuterJoin) -> Relation:
    """L ⟗ R = (L ⟕ R) + pad(R ▷ L)"""
    lonely = SemiJoin(join.right, join.left, join.condition, anti=True)
    return union_all(replace(join, full=False), padded(lonely, join.left))


def _handed(copies: Copies) -> tuple[Output, ...]:
    return tuple(Output(column, ref(column)) for column in copies.values())


def _moved(expression: exp.Expr, copies: Copies) -> exp.Expr:
    return substitute(expression, {id: ref(column) for id, column in copies.items()})
