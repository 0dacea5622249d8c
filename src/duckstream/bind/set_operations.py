"""UNION, INTERSECT and EXCEPT, with and without ALL, columns by position or by name.

UNION ALL puts the rows of its sides one after the other, and UNION makes them distinct. The others
count, for each distinct row, how often it is on either side; what is shown follows from the two
numbers:

    INTERSECT       l > 0 and r > 0, once        INTERSECT ALL    min(l, r) times
    EXCEPT          l > 0 and r = 0, once        EXCEPT ALL       max(0, l - r) times
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Branch,
    Call,
    Column,
    Filter,
    Generator,
    Output,
    Project,
    Relation,
    UnionAll,
    Unnest,
    ref,
)
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.from_clause import BindQuery, Surroundings
from duckstream.bind.types import DType, build

Columns = tuple[Column, ...]


def bind_set_operation(
    context: Context, query: exp.SetOperation, around: Surroundings, bind_query: BindQuery
) -> NamedRelation:
    sides = [bind_query(context, side, around) for side in _sides(context, query)]
    if query.args.get("by_name"):
        sides = _by_name(context, sides)
    names = _united(context, query, sides)
    columns = tuple(column for _, column in names)
    distinct = bool(query.args.get("distinct"))
    if isinstance(query, exp.Union):
        context.features.add("union" if distinct else "union_all")
        branches = tuple(Branch(s.relation, tuple(c for _, c in s.columns)) for s in sides)
        united = UnionAll(columns, branches, unifies=True)
        return NamedRelation(Aggregate(united, columns) if distinct else united, names)
    word = "intersect" if isinstance(query, exp.Intersect) else "except"
    context.features.add(word)
    counted, left, right = _counted(context, sides, columns)
    rows = (_once if distinct else _several_times)(context, word, counted, left, right)
    return NamedRelation(Project(rows, tuple(Output(c, ref(c)) for c in columns)), names)


def _sides(context: Context, query: exp.SetOperation) -> list[exp.Expr]:
    """Both sides; of a chain of the same union all of them, which may be many."""
    kind, distinct = type(query), bool(query.args.get("distinct"))
    sides: list[exp.Expr] = []
    node: exp.Expr = query
    while True:
        plain = not any(
            node.args.get(key) for key in ("with_", "limit", "offset", "order", "by_name")
        )
        same = type(node) is kind is exp.Union and bool(node.args.get("distinct")) == distinct
        if node is not query and not (same and plain):
            sides.append(node)
            return sides[::-1]
        refuse_unbound(context, node)
        sides.append(node.expression)
        node = node.this


def _by_name(context: Context, sides: list[NamedRelation]) -> list[NamedRelation]:
    """All columns of either side, NULL where a side has none of the name."""
    names: dict[str, tuple[str, Column]] = {}
    for side in sides:
        for name, column in side.columns:
            names.setdefault(name.casefold(), (name, column))
    aligned = []
    for side in sides:
        own = {name.casefold(): column for name, column in side.columns}
        outputs = []
        for folded, (_, column) in names.items():
            value: exp.Expr = ref(own[folded]) if folded in own else exp.Null()
            outputs.append(Output(context.ids.copy_of(own.get(folded, column)), value))
        shown = [name for name, _ in names.values()]
        columns = zip(shown, (output.column for output in outputs), strict=True)
        aligned.append(NamedRelation(Project(side.relation, tuple(outputs)), tuple(columns)))
    return aligned


def _united(
    context: Context, query: exp.SetOperation, sides: list[NamedRelation]
) -> tuple[tuple[str, Column], ...]:
    """The columns of the result: names of the first side, types where all of them agree."""
    first = sides[0].columns
    for side in sides[1:]:
        if len(side.columns) != len(first):
            raise context.invalid(
                "UNION_WIDTH",
                query.right,
                type(query).__name__.upper(),
                f"its sides have {len(first)} and {len(side.columns)} columns",
                "select the same number of columns on both sides",
            )
    united = []
    for place, (name, column) in enumerate(first):
        types = [side.columns[place][1].type for side in sides]
        same = column.type is not None and all(type == column.type for type in types)
        united.append((name, context.ids.column(name, column.type if same else None)))
    return tuple(united)


def _counted(
    context: Context, sides: list[NamedRelation], columns: Columns
) -> tuple[Relation, Column, Column]:
    """Each distinct row with the numbers of its copies on the left and on the right."""
    ids, number = context.ids, build(DType.INT)
    branches = []
    for place, side in enumerate(sides):
        marks = [
            Output(ids.column("copies", number), exp.Literal.number(int(place == mark)))
            for mark in range(2)
        ]
        outputs = tuple(Output(ids.copy_of(column), ref(column)) for _, column in side.columns)
        row = Project(side.relation, (*outputs, *marks))
        branches.append(Branch(row, row.columns))
    copies = [ids.column("copies", number) for _ in range(2)]
    both = UnionAll((*columns, *copies), tuple(branches), unifies=True)
    totals = [ids.column("total", context.reading.sum_type(number)) for _ in range(2)]
    calls = tuple(Call(t, "SUM", c) for t, c in zip(totals, copies, strict=True))
    return Aggregate(both, columns, calls), totals[0], totals[1]


def _once(context: Context, word: str, counted: Relation, left: Column, right: Column) -> Relation:
    zero = exp.Literal.number(0)
    compare = exp.GT if word == "intersect" else exp.EQ
    there = exp.GT(this=ref(left), expression=zero)
    return Filter(counted, exp.and_(there, compare(this=ref(right), expression=zero.copy())))


def _several_times(
    context: Context, word: str, counted: Relation, left: Column, right: Column
) -> Relation:
    if word == "intersect":
        number: exp.Expr = exp.Least(this=ref(left), expressions=[ref(right)], ignore_nulls=True)
    else:
        number = exp.Sub(this=ref(left), expression=ref(right))
    some = Filter(counted, exp.GT(this=number.copy(), expression=exp.Literal.number(0)))
    times = exp.cast(number, "BIGINT")
    made = context.ids.column("copy")
    return Unnest(some, (Generator(context.reading.repeat(times), (made,)),))
