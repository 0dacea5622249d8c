"""What a relation means: its rows, computed by the definition of each operator.

No engine and no SQL: small enough to be seen to be right, and slow enough for a few rows only.
A relation evaluates to a bag: for each row, a tuple of values, the sum of its weights.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import zip_longest
from operator import xor
from typing import TypeAlias

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Negate,
    OneRow,
    OuterJoin,
    Previous,
    Project,
    Recursive,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    free_ids,
)
from tests.unit.expressions import Row, Value, value
from tests.unit.windows import window_values

Bag: TypeAlias = Counter[tuple[Value, ...]]
Rows: TypeAlias = list[tuple[Row, int]]
# For each table its columns, and its rows before and after.
Tables: TypeAlias = Mapping[str, tuple[list[str], list[tuple], list[tuple]]]

MOST_ROUNDS = 100


def evaluate(relation: Relation, columns: Iterable[Column], tables: Tables) -> Bag:
    """The rows of a relation, in the given columns; those whose weights cancel are not there."""
    return _Evaluation(tables).bag(relation, columns)


@dataclass(frozen=True)
class _Evaluation:
    tables: Tables
    # The row around a relation that depends on one.
    around: Row = field(default_factory=dict)
    # What the round before has made, by the first column of the recursion.
    rounds: Mapping[int, list[tuple]] = field(default_factory=dict)
    # Rows by node and by what it reads of the row around it.
    _known: dict[tuple, tuple[Relation, Rows]] = field(default_factory=dict)

    def bag(self, relation: Relation, columns: Iterable[Column]) -> Bag:
        wanted = [column.id for column in columns]
        return _net((tuple(row[id] for id in wanted), weight) for row, weight in self.of(relation))

    def of(self, node: Relation) -> Rows:
        reads = sorted(free_ids(node) & self.around.keys())
        key = (id(node), *((id, self.around[id]) for id in reads))
        if key not in self._known:
            self._known[key] = (node, list(self._rows(node)))
        return self._known[key][1]

    def _value(self, expression: exp.Expr | None, row: Row) -> Value:
        return True if expression is None else value(expression, self.around | row)

    def _beside(self, row: Row) -> "_Evaluation":
        return replace(self, around=self.around | row)

    def _rows(self, node: Relation) -> Iterator[tuple[Row, int]]:
        match node:
            case Scan():
                yield from _scan(node, self.tables)
            case OneRow():
                yield {}, 1
            case Empty():
                return
            case Filter():
                for row, weight in self.of(node.input):
                    if self._value(node.predicate, row) is True:
                        yield row, weight
            case Project():
                for row, weight in self.of(node.input):
                    made = {o.column.id: self._value(o.expression, row) for o in node.outputs}
                    yield made, weight
            case Negate():
                for row, weight in self.of(node.input):
                    yield row, -weight
            case Side():
                sign = -1 if node.gone else 1
                for row, weight in self.of(node.input):
                    if weight * sign > 0:
                        yield row, weight * sign
            case UnionAll():
                for branch in node.branches:
                    places = list(zip(node.columns, branch.columns, strict=True))
                    for row, weight in self.of(branch.input):
                        yield {own.id: row[theirs.id] for own, theirs in places}, weight
            case Join():
                for row, weight in self._combinations(list(node.inputs)):
                    if self._value(node.condition, row) is True:
                        yield row, weight
            case OuterJoin():
                yield from self._outer_join(node)
            case SemiJoin():
                for row, weight in self.of(node.left):
                    if bool(self._partners(node, row)) != node.anti:
                        yield row, weight
            case Keys():
                # Whatever their weights: what cancels where the input is made is not here any more.
                present = [tuple(row[c.id] for c in node.picked) for row, _ in self.of(node.input)]
                for picked in dict.fromkeys(present):
                    yield _named(node.columns, picked), 1
            case Restrict():
                keys = {tuple(row[key.id] for _, key in node.on) for row, _ in self.of(node.keys)}
                for row, weight in self.of(node.input):
                    if tuple(row[column.id] for column, _ in node.on) in keys:
                        yield row, weight
            case Consolidate():
                for key, weight in self.bag(node.input, node.columns).items():
                    yield _named(node.columns, key), weight
            case Aggregate():
                for key, rows in self._groups(node.input, node.keys).items():
                    calls = {c.column.id: _call(c, rows) for c in node.calls}
                    yield _named(node.keys, key) | calls, 1
            case Window():
                for rows in self._groups(node.input, node.partition).values():
                    if rows:
                        yield from self._with_windows(node, rows)
            case Unnest():
                for row, weight in self.of(node.input):
                    for made in self._made(node, row):
                        yield row | made, weight
            case Recursive():
                for row in self._recursion(node):
                    yield _named(node.columns, row), 1
            case Previous():
                for row in self.rounds[node.recursion.id]:
                    yield _named(node.columns, row), 1
            case _:
                raise TypeError(type(node).__name__)

    def _combinations(self, inputs: list[Relation]) -> Iterator[tuple[Row, int]]:
        """One row of each input; an input that reads others comes after these."""
        if not inputs:
            yield {}, 1
            return
        first = next(child for child in inputs if not _reads(child, inputs))
        rest = [child for child in inputs if child is not first]
        for row, weight in self.of(first):
            for others, factor in self._beside(row)._combinations(rest):
                yield row | others, weight * factor

    def _partners(self, join: OuterJoin | SemiJoin, left: Row) -> Rows:
        """The rows of the right side that a row of the left one meets."""
        beside = self._beside(left)
        found = beside.of(join.right)
        return [(r, w) for r, w in found if beside._value(join.condition, r) is True]

    def _outer_join(self, join: OuterJoin) -> Iterator[tuple[Row, int]]:
        met: list[Row] = []
        for row, weight in self.of(join.left):
            partners = self._partners(join, row)
            for partner, factor in partners:
                yield row | partner, weight * factor
            if not partners:
                yield row | {column.id: None for column in join.right.columns}, weight
            met += [partner for partner, _ in partners]
        if join.full:
            for row, weight in self.of(join.right):
                if row not in met:
                    yield {column.id: None for column in join.left.columns} | row, weight

    def _groups(self, input: Relation, keys: tuple[Column, ...]) -> dict[tuple, list[Row]]:
        """The rows by their keys, each as often as it is there; without keys always one group."""
        groups: dict[tuple, list[Row]] = {} if keys else {(): []}
        for row, weight in self.of(input):
            assert weight > 0, "groups and windows are of a state, not of a change"
            seen = self.around | row
            key = tuple(seen[column.id] for column in keys)
            groups.setdefault(key, []).extend([row] * weight)
        return groups

    def _with_windows(self, window: Window, rows: list[Row]) -> Iterator[tuple[Row, int]]:
        # In any order, so that a result that depends on it differs from one time to the next.
        random.shuffle(rows)
        seen = [self.around | row for row in rows]
        columns: dict[int, list[Value]] = {}
        for call in window.calls:
            assert isinstance(call.expression, exp.Window)
            columns[call.column.id] = window_values(call.expression, seen)
        for place, row in enumerate(rows):
            yield row | {id: values[place] for id, values in columns.items()}, 1

    def _made(self, unnest: Unnest, row: Row) -> Iterator[Row]:
        """What the generators make of a row: the shorter ones give NULLs in the end."""
        lists = [self._value(each.call.this, row) or () for each in unnest.generators]
        columns = [column for each in unnest.generators for column in each.columns]
        for elements in zip_longest(*lists):
            yield _named(columns, elements)

    def _recursion(self, recursion: Recursive) -> list[tuple]:
        made: list[tuple] = []
        # Every round looks at other rows, so that nothing of it is known in the next.
        current = self._branch(recursion.base.input, recursion.base.columns)
        for _ in range(MOST_ROUNDS):
            if recursion.distinct:
                current = [row for row in dict.fromkeys(current) if row not in made]
            if not current:
                return made
            made += current
            rounds = {**self.rounds, recursion.columns[0].id: current}
            inside = _Evaluation(self.tables, self.around, rounds)
            current = inside._branch(recursion.step.input, recursion.step.columns)
        raise AssertionError("the recursion does not end")

    def _branch(self, input: Relation, columns: tuple[Column, ...]) -> list[tuple]:
        rows = self.bag(input, columns)
        assert all(weight > 0 for weight in rows.values()), "a recursion is of rows that are there"
        return list(rows.elements())


def _reads(child: Relation, inputs: list[Relation]) -> bool:
    """Does an input read columns of the others?"""
    others = {column.id for other in inputs if other is not child for column in other.columns}
    return bool(free_ids(child) & others)


def _scan(scan: Scan, tables: Tables) -> Iterator[tuple[Row, int]]:
    names, old, new = tables[scan.source.table]
    places = [names.index(column.name) for column in scan.columns]

    def signed(rows: list[tuple], sign: int) -> list[tuple[tuple, int]]:
        return [(tuple(row[place] for place in places), sign) for row in rows]

    match scan.version:
        case Version.OLD:
            found = signed(old, 1)
        case Version.CHANGE:
            found = list(_net([*signed(new, 1), *signed(old, -1)]).items())
        case _:
            found = signed(new, 1)
    for row, weight in found:
        yield _named(scan.columns, row), weight


def _call(call: Call, rows: list[Row]) -> Value:
    if call.filter is not None:
        rows = [row for row in rows if row[call.filter.id] is True]
    if call.written is not None:
        values = [value(call.written.this, row) for row in rows]
        return WRITTEN[type(call.written)]([v for v in values if v is not None])
    if call.argument is None:
        return len(rows)
    values = [row[call.argument.id] for row in rows]
    present = [v for v in values if v is not None]
    if call.distinct:
        present = list(dict.fromkeys(present))
    if call.function == "COUNT":
        return len(present)
    return FUNCTIONS[call.function](present) if present else None


FUNCTIONS: Mapping[str, Callable[[list[Value]], Value]] = {
    "SUM": sum,
    "MIN": min,
    "MAX": max,
    "AVG": lambda values: sum(values) / len(values),
}

WRITTEN: Mapping[type[exp.Expr], Callable[[list[Value]], Value]] = {
    # Any of them, and another one the next time.
    exp.AnyValue: lambda values: random.choice(values or [None]),
    exp.BitwiseXorAgg: lambda values: reduce(xor, values) if values else None,
}


def _named(columns: Iterable[Column], values: Iterable[Value]) -> Row:
    return {column.id: v for column, v in zip(columns, values, strict=True)}


def _net(rows: Iterable[tuple[tuple, int]]) -> Bag:
    bag: Bag = Counter()
    for row, weight in rows:
        bag[row] += weight
    return Counter({row: weight for row, weight in bag.items() if weight})
