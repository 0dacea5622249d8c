"""GROUPING SETS, ROLLUP and CUBE: one aggregate over copies of the rows, one for each set.

The number of the set is a key of the aggregate; the keys that a set leaves out are NULL in its
copies. Where the set without any key gives a row even over no rows, its copy has one in any case.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, compress, product

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Branch,
    Call,
    Column,
    Filter,
    Ids,
    Join,
    OneRow,
    OuterJoin,
    Output,
    Project,
    Relation,
    UnionAll,
    aggregate_marked,
    ref,
)


@dataclass
class GroupingSets:
    """Several groupings of the same rows."""

    ids: Ids
    number: Column
    keys: tuple[Output, ...]
    sets: tuple[tuple[Column, ...], ...]
    calls: tuple[Call, ...]
    # Does the set without any key give a row over no rows?
    counts_nothing: bool

    def aggregate(self, rows: Relation, arguments: tuple[Output, ...]) -> Aggregate:
        raw = {key.column: self.ids.copy_of(key.column) for key in self.keys}
        computed = tuple(Output(raw[key.column], key.expression) for key in self.keys)
        below = Project(rows, (*computed, *arguments))
        groups = tuple(key.column for key in self.keys)
        if all(self.sets) or not self.counts_nothing:
            copies: Relation = Join((self._numbers(), below))
            masked = self._masked(copies, raw)
            return Aggregate(masked, (*groups, self.number), self.calls)
        present = self.ids.column("present")
        handed = (Output(column, ref(column)) for column in below.columns)
        marked = Project(below, (*handed, Output(present, exp.true())))
        joined = OuterJoin(self._numbers(), marked)
        is_there = exp.Not(this=exp.Is(this=ref(present), expression=exp.Null()))
        kept = Filter(joined, exp.or_(is_there, self._is_one_of(lambda grouped: not grouped)))
        masked = self._masked(kept, raw)
        return aggregate_marked(masked, (*groups, self.number), self.calls, present, self.ids)

    def _numbers(self) -> Relation:
        branches = []
        for number in range(len(self.sets)):
            column = self.ids.copy_of(self.number)
            row = Project(OneRow(), (Output(column, exp.Literal.number(number)),))
            branches.append(Branch(row, (column,)))
        return UnionAll((self.number,), tuple(branches))

    def _masked(self, copies: Relation, raw: dict[Column, Column]) -> Project:
        """The copies with NULL for the keys that their set leaves out."""
        keys = []
        for key in self.keys:
            within = self._is_one_of(lambda grouped, key=key: key.column in grouped)
            value = exp.Case(ifs=[exp.If(this=within, true=ref(raw[key.column]))])
            keys.append(Output(key.column, value))
        dropped = set(raw.values())
        handed = (Output(c, ref(c)) for c in copies.columns if c not in dropped)
        return Project(copies, (*keys, *handed))

    def _is_one_of(self, wanted) -> exp.Expr:
        numbers = [i for i, grouped in enumerate(self.sets) if wanted(grouped)]
        if not numbers:
            return exp.false()
        return exp.In(
            this=ref(self.number), expressions=[exp.Literal.number(number) for number in numbers]
        )


def expand_sets(node: exp.Expr) -> list[list[exp.Expr]]:
    """The sets that one item of GROUP BY stands for, each a list of key expressions."""
    node = node.unnest() if isinstance(node, exp.Paren) else node
    match node:
        case exp.Rollup():
            parts = [keys_of(part) for part in node.expressions]
            return [list(chain(*parts[:length])) for length in range(len(parts), -1, -1)]
        case exp.Cube():
            parts = [keys_of(part) for part in node.expressions]
            choices = product((True, False), repeat=len(parts))
            return [list(chain(*compress(parts, choice))) for choice in choices]
        case exp.GroupingSets():
            return [keys for part in node.expressions for keys in expand_sets(part)]
        case _:
            return [keys_of(node)]


def keys_of(node: exp.Expr) -> list[exp.Expr]:
    """`(a, b)` is a, b; `()` is none."""
    if isinstance(node, exp.Tuple):
        return [key for part in node.expressions for key in keys_of(part)]
    return [node.unnest() if isinstance(node, exp.Paren) else node]
