"""A correlated aggregate without keys, computed for all values at once and looked up."""

from __future__ import annotations

from dataclasses import replace

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
    conjunction,
    free_ids,
    ref,
    refs,
    substitute,
)
from duckstream.bind.types import is_integer

_NULL_OVER_NOTHING = ("SUM", "AVG", "MIN", "MAX")


def look_up_aggregate(left: Relation, right: Relation, ids: Ids) -> Relation | None:
    """`left` ⋈ `right` without dependence; None where `right` is no such aggregate."""
    from duckstream.normalize.make_independent import pull_up

    above: list[Project] = []
    node = right
    while isinstance(node, Project):
        above.insert(0, node)
        node = node.input
    outer = {column.id for column in left.columns}
    if not isinstance(node, Aggregate) or node.keys:
        return None
    # What the calls read of the left side would have to be known before they are computed.
    arguments = node.input
    if not isinstance(arguments, Project) or not free_ids(arguments.input) & outer:
        return None
    if any(refs(output.expression) & outer for output in arguments.outputs):
        return None
    pulled = pull_up(arguments.input, outer, ids)
    if pulled is None:
        return None
    rows, conditions = pulled
    sides = [_sides(condition, left, rows) for condition in conditions]
    if not all(sides):
        return None
    return _look_up(left, rows, [side for side in sides if side], arguments, node.calls, above, ids)


def _sides(
    condition: exp.Expr, left: Relation, right: Relation
) -> tuple[exp.Expr, exp.Expr] | None:
    """The two sides of an equality of columns of one type, the left one first."""
    if not isinstance(condition, exp.EQ):
        return None
    outer = {column.id: column for column in left.columns}
    inner = {column.id: column for column in right.columns}
    for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
        one, other = one.unnest(), other.unnest()
        if not (isinstance(one, exp.Column) and isinstance(other, exp.Column)):
            continue
        (one_id,), (other_id,) = refs(one), refs(other)
        if one_id in outer and other_id in inner and _alike(outer[one_id], inner[other_id]):
            return one, other
    return None


def _alike(left: Column, right: Column) -> bool:
    """Are values equal to the same value equal to each other?"""
    if left.type is None or right.type is None:
        return False
    return left.type == right.type or (is_integer(left.type) and is_integer(right.type))


def _look_up(
    left: Relation,
    rows: Relation,
    sides: list[tuple[exp.Expr, exp.Expr]],
    arguments: Project,
    calls: tuple[Call, ...],
    above: list[Project],
    ids: Ids,
) -> Relation:
    types = {column.id: column.type for column in rows.columns}
    keys = tuple(
        Output(ids.column("key", types[next(iter(refs(inner)))]), inner) for _, inner in sides
    )
    key_columns = tuple(key.column for key in keys)
    # The columns of the calls are made anew from what is looked up.
    found = {call.column: ids.copy_of(call.column) for call in calls}
    grouped = Aggregate(
        Project(rows, (*keys, *arguments.outputs)),
        key_columns,
        tuple(replace(call, column=found[call.column]) for call in calls),
    )
    present = ids.column("present")
    marked = Project(
        grouped,
        (*(Output(c, ref(c)) for c in grouped.columns), Output(present, exp.true())),
    )
    on = conjunction(
        exp.EQ(this=outer.copy(), expression=ref(key))
        for (outer, _), key in zip(sides, key_columns, strict=True)
    )
    joined: Relation = OuterJoin(left, marked, on)
    unusual = [c for c in calls if c.function not in (*_NULL_OVER_NOTHING, "COUNT") or c.written]
    nothing: dict[Column, exp.Expr] = {}
    if unusual:
        empty = _over_nothing(rows, arguments, unusual, ids)
        nothing = {call.column: ref(c) for call, c in zip(unusual, empty.columns, strict=True)}
        joined = Join((joined, empty))
    values = []
    for call in calls:
        otherwise = nothing.get(call.column)
        if otherwise is None:
            otherwise = exp.Literal.number(0) if call.function == "COUNT" else exp.Null()
        hit = exp.If(this=ref(present), true=ref(found[call.column]))
        values.append(Output(call.column, exp.Case(ifs=[hit], default=otherwise)))
    handed = tuple(Output(column, ref(column)) for column in left.columns)
    result: Relation = Project(joined, (*handed, *values))
    for project in above:
        result = Project(result, (*handed, *project.outputs))
    return result


def _over_nothing(rows: Relation, arguments: Project, calls: list[Call], ids: Ids) -> Aggregate:
    """The one row that the calls give over no rows, by the engine itself."""
    none = Filter(rows, exp.false())
    outputs = tuple(Output(ids.copy_of(o.column), o.expression) for o in arguments.outputs)
    fresh = {o.column: new.column for o, new in zip(arguments.outputs, outputs, strict=True)}

    def moved(call: Call) -> Call:
        written = call.written
        if written is not None:
            written = substitute(written, {old.id: ref(new) for old, new in fresh.items()})
        return Call(
            ids.copy_of(call.column),
            call.function,
            None if call.argument is None else fresh[call.argument],
            call.distinct,
            None if call.filter is None else fresh[call.filter],
            written,
            tuple(fresh[column] for column in call.arguments),
        )

    return Aggregate(Project(none, outputs), (), tuple(moved(call) for call in calls))
