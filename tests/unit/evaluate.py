"""What a relation means: its rows, computed by the definition of each operator.

No engine and no SQL: small enough to be seen to be right, and slow enough for a few rows only.
A relation evaluates to a bag: for each row, a tuple of values, the sum of its weights.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

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
    Project,
    Relation,
    Restrict,
    Scan,
    UnionAll,
    Version,
    is_ref,
    ref_id,
)

Value: TypeAlias = Any
Row: TypeAlias = dict[int, Value]
Bag: TypeAlias = Counter[tuple[Value, ...]]
# For each table its columns, and its rows before and after.
Tables: TypeAlias = Mapping[str, tuple[list[str], list[tuple], list[tuple]]]


def evaluate(relation: Relation, columns: Iterable[Column], tables: Tables) -> Bag:
    """The rows of a relation, in the given columns; those whose weights cancel are not there."""
    wanted = [column.id for column in columns]
    return _net(
        (tuple(row[id] for id in wanted), weight) for row, weight in _rows(relation, tables)
    )


def _rows(node: Relation, tables: Tables) -> Iterator[tuple[Row, int]]:
    def below(child: Relation) -> list[tuple[Row, int]]:
        return list(_rows(child, tables))

    match node:
        case Scan():
            yield from _scan(node, tables)
        case OneRow():
            yield {}, 1
        case Empty():
            return
        case Filter():
            for row, weight in below(node.input):
                if value(node.predicate, row) is True:
                    yield row, weight
        case Project():
            for row, weight in below(node.input):
                yield {o.column.id: value(o.expression, row) for o in node.outputs}, weight
        case Negate():
            for row, weight in below(node.input):
                yield row, -weight
        case UnionAll():
            for branch in node.branches:
                places = list(zip(node.columns, branch.columns, strict=True))
                for row, weight in below(branch.input):
                    yield {own.id: row[theirs.id] for own, theirs in places}, weight
        case Join():
            for combination in product(*map(below, node.inputs)):
                row = {id: v for part, _ in combination for id, v in part.items()}
                if node.condition is None or value(node.condition, row) is True:
                    weight = 1
                    for _, own in combination:
                        weight *= own
                    yield row, weight
        case Keys():
            # As little as may be: what cancels in the picked and watched columns is not seen.
            seen = (*node.picked, *node.watched)
            present = evaluate(node.input, seen, tables)
            for picked in {key[: len(node.picked)] for key in present}:
                yield _named(node.columns, picked), 1
        case Restrict():
            keys = {tuple(row[key.id] for _, key in node.on) for row, _ in below(node.keys)}
            for row, weight in below(node.input):
                if tuple(row[column.id] for column, _ in node.on) in keys:
                    yield row, weight
        case Consolidate():
            for key, weight in evaluate(node.input, node.columns, tables).items():
                yield _named(node.columns, key), weight
        case Aggregate():
            groups: dict[tuple, list[Row]] = {} if node.keys else {(): []}
            for row, weight in below(node.input):
                assert weight > 0, "an aggregate is of a state, not of a change"
                key = tuple(row[column.id] for column in node.keys)
                groups.setdefault(key, []).extend([row] * weight)
            for key, rows in groups.items():
                yield _named(node.keys, key) | {c.column.id: _call(c, rows) for c in node.calls}, 1
        case _:
            raise TypeError(type(node).__name__)


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


def value(node: exp.Expr, row: Row) -> Value:
    """The value of an expression; NULL is None, and makes NULL of all but the three below."""
    match node:
        case exp.Column() if is_ref(node):
            return row[ref_id(node)]
        case exp.Literal():
            return node.this if node.is_string else int(node.name)
        case exp.Boolean():
            return node.this
        case exp.Paren():
            return value(node.this, row)
        case exp.And():
            sides = [value(node.left, row), value(node.right, row)]
            return False if False in sides else None if None in sides else True
        case exp.Or():
            sides = [value(node.left, row), value(node.right, row)]
            return True if True in sides else None if None in sides else False
        case exp.Is():
            return value(node.this, row) is None
    parts = [value(part, row) for part in node.iter_expressions()]
    return None if None in parts else OPERATORS[type(node)](*parts)


OPERATORS: Mapping[type[exp.Expr], Callable[..., Value]] = {
    exp.Add: lambda a, b: a + b,
    exp.Sub: lambda a, b: a - b,
    exp.Mul: lambda a, b: a * b,
    exp.Mod: lambda a, b: a % b,
    exp.Neg: lambda a: -a,
    exp.Not: lambda a: not a,
    exp.EQ: lambda a, b: a == b,
    exp.NEQ: lambda a, b: a != b,
    exp.LT: lambda a, b: a < b,
    exp.LTE: lambda a, b: a <= b,
    exp.GT: lambda a, b: a > b,
    exp.GTE: lambda a, b: a >= b,
}


def _named(columns: Iterable[Column], values: Iterable[Value]) -> Row:
    return {column.id: v for column, v in zip(columns, values, strict=True)}


def _net(rows: Iterable[tuple[tuple, int]]) -> Bag:
    bag: Bag = Counter()
    for row, weight in rows:
        bag[row] += weight
    return Counter({row: weight for row, weight in bag.items() if weight})
