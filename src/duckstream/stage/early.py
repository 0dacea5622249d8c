"""Aggregates that are taken early: of the right side of a join, by the columns it is joined on.

    L ⋉ R  =  L ⋉ γ(R)        L ▷ R  =  L ▷ γ(R)             γ: COUNT(*) by the columns r of R

where the condition compares columns r with what L has, and otherwise speaks of R alone. A row that
has a partner has it whether that is there once or twice.

    γ[K; COUNT(x), SUM(y), COUNT(*)](L ⟕ R)
        =  γ[K; SUM(COALESCE(n, 0)), SUM(s), SUM(COALESCE(m, 1))](L ⟕ P)
    P   =  γ[r; n = COUNT(x), s = SUM(y), m = COUNT(*)](R)

for keys K of L, and x and y of R. Each row of L stands for its partners, or for itself if it has
none, and these add up; without keys, the counts of no rows at all to 0.

By themselves these would be no gain. As a stage, γ is kept by adding up what changed, and neither
join has to look at all of R to find out whether there is another partner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Filter,
    Ids,
    Join,
    OuterJoin,
    Output,
    Project,
    Relation,
    Scan,
    SemiJoin,
    UnionAll,
    Unnest,
    conjunction,
    conjuncts,
    is_ref,
    ref,
    ref_id,
    refs,
    walk,
)
from duckstream.bind.types import DType, build, is_exact

# Their change follows from the change of what they read.
_LINEAR = (Scan, Filter, Project, Join, UnionAll, Unnest)


@dataclass(frozen=True)
class Early:
    """The aggregate of the right side, the left side, and what is made of both.

    `rest` takes the left side and a relation with the columns of the aggregate.
    """

    part: Aggregate
    left: Relation
    rest: Callable[[Relation, Relation], Relation]


def take_early(node: Relation, ids: Ids) -> Early | None:
    """The rule that applies to a node, if there is one."""
    match node:
        case SemiJoin():
            return _of_semi_join(node, ids)
        case Aggregate():
            return _of_aggregate(node, ids)
        case _:
            return None


def _of_semi_join(join: SemiJoin, ids: Ids) -> Early | None:
    sides = _split(join)
    if sides is None:
        return None
    count = Call(ids.column("matches", build(DType.BIGINT)), "COUNT")
    part = Aggregate(sides.right, sides.compared, (count,))

    def rest(left: Relation, stage: Relation) -> Relation:
        return replace(join, left=left, right=stage, condition=sides.condition)

    return Early(part, join.left, rest)


def _of_aggregate(node: Aggregate, ids: Ids) -> Early | None:
    join, origins = _look_through(node.input)
    if not isinstance(join, OuterJoin) or join.full or not node.calls:
        return None
    sides = _split(join)
    left = {column.id for column in join.left.columns}
    right = {column.id: column for column in join.right.columns}
    if sides is None or not all(refs(origins[key.id]) <= left for key in node.keys):
        return None
    partial: list[Call] = []
    totals: list[tuple[Call, exp.Expr]] = []
    for call in node.calls:
        argument = None
        if call.argument is not None:
            origin = origins[call.argument.id]
            argument = right.get(ref_id(origin)) if is_ref(origin) else None
        if not _is_taken_apart(call, argument):
            return None
        own = Call(ids.column(call.column.name, _type_of(call)), call.function, argument)
        partial.append(own)
        totals.append((call, _of_a_row(own)))
    part = Aggregate(sides.right, sides.compared, tuple(partial))

    def rest(left: Relation, stage: Relation) -> Relation:
        joined = OuterJoin(left, stage, sides.condition)
        parts = [Output(ids.column(c.column.name), value) for c, value in totals]
        keys = [Output(ids.copy_of(key), origins[key.id].copy()) for key in node.keys]
        sums = tuple(
            Call(ids.column(call.column.name), "SUM", each.column)
            for (call, _), each in zip(totals, parts, strict=True)
        )
        own = tuple(output.column for output in keys)
        groups = Aggregate(Project(joined, (*keys, *parts)), own, sums)
        shown = [
            Output(call.column, exp.cast(_of_all(call, total.column), _type_of(call)))
            for (call, _), total in zip(totals, sums, strict=True)
        ]
        named = (Output(key, ref(column)) for key, column in zip(node.keys, own, strict=True))
        return Project(groups, (*named, *shown))

    return Early(part, join.left, rest)


def _is_taken_apart(call: Call, argument: Column | None) -> bool:
    """Is the function of all rows that of its parts, added up?"""
    if call.distinct or call.filter is not None or call.written is not None:
        return False
    if call.function == "COUNT":
        return call.argument is None or argument is not None
    known = call.column.type is not None and argument is not None and is_exact(argument.type)
    return call.function == "SUM" and known


def _of_a_row(call: Call) -> exp.Expr:
    """What a row of the left side counts for, by what its partners come to."""
    value = ref(call.column)
    if call.function == "SUM":
        return value
    without = 1 if call.argument is None else 0
    return exp.Coalesce(this=value, expressions=[exp.Literal.number(without)])


def _of_all(call: Call, total: Column) -> exp.Expr:
    """Without keys and without rows a count is 0, and the sum of counts is NULL."""
    if call.function == "SUM":
        return ref(total)
    return exp.Coalesce(this=ref(total), expressions=[exp.Literal.number(0)])


def _type_of(call: Call) -> exp.DataType:
    if call.function == "COUNT" or call.column.type is None:
        return build(DType.BIGINT)
    return call.column.type


@dataclass(frozen=True)
class _Sides:
    """A right side with the conditions that speak of it alone, and what is left of the others."""

    right: Relation
    compared: tuple[Column, ...]
    condition: exp.Expr | None


def _split(join: SemiJoin | OuterJoin) -> _Sides | None:
    """None if the condition does more than to compare columns of the right side by equality."""
    right = {column.id: column for column in join.right.columns}
    if not all(isinstance(node, _LINEAR) for node in walk(join.right)):
        return None
    own: list[exp.Expr] = []
    others: list[exp.Expr] = []
    compared: dict[int, Column] = {}
    for part in conjuncts(join.condition):
        read = refs(part)
        if read and read <= set(right):
            own.append(part)
            continue
        if read & set(right):
            key = _compared_column(part, right)
            if key is None:
                return None
            compared[key.id] = key
        others.append(part)
    if not compared:
        return None
    condition = conjunction(own)
    rows = join.right if condition is None else Filter(join.right, condition)
    return _Sides(rows, tuple(compared.values()), conjunction(others))


def _compared_column(condition: exp.Expr, right: dict[int, Column]) -> Column | None:
    if not isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
        return None
    sides = (condition.this, condition.expression)
    for one, other in (sides, sides[::-1]):
        if is_ref(one) and ref_id(one) in right and not refs(other) & set(right):
            return right[ref_id(one)]
    return None


def _look_through(node: Relation) -> tuple[Relation, dict[int, exp.Expr]]:
    """What is below projections, and the columns of the topmost in terms of it."""
    origins: dict[int, exp.Expr] = {column.id: ref(column) for column in node.columns}
    while isinstance(node, Project):
        through = {output.column.id: output.expression for output in node.outputs}

        def replaced(expression: exp.Expr, through: dict[int, exp.Expr] = through) -> exp.Expr:
            return expression.copy().transform(
                lambda part: through[ref_id(part)].copy() if is_ref(part) else part
            )

        origins = {id: replaced(expression) for id, expression in origins.items()}
        node = node.input
    return node, origins
