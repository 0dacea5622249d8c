"""Random queries over given sources, composed to any depth."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.around import Around, Made
from tests.equivalence.strategies.choices import both, exprs, kinds_of, maybe, named, rarely
from tests.equivalence.strategies.expressions import aggregates, expressions, predicates
from tests.equivalence.strategies.grouping_sets import grouping_sets, groupings
from tests.equivalence.strategies.joins import froms, scopes
from tests.equivalence.strategies.query import (
    Expr,
    From,
    Kind,
    Query,
    Select,
    SetOperation,
    Source,
    With,
    limited,
)
from tests.equivalence.strategies.recursions import recursions
from tests.equivalence.strategies.reports import reports
from tests.equivalence.strategies.subqueries import conditions, correlations, values
from tests.equivalence.strategies.windows import (
    FORMS,
    orders,
    qualifications,
    several_window_calls,
    window_calls,
)

MOST_LEAVES = 5
"""How many tables one query may multiply: with few rows each, joins stay small."""


@st.composite
def views(draw: st.DrawFn, sources: Sequence[Source], shape: str, depth: int = 3) -> Query:
    """What a user could write as a view: a query of this shape, at times with a LIMIT."""
    around = Around(sources, queries, froms)
    query, _ = draw(SHAPES[shape](around, depth, MOST_LEAVES))
    if draw(st.integers(0, 9)) == 9:
        return limited(query, draw(st.integers(1, 6)), draw(st.integers(0, 2)))
    return query


@st.composite
def queries(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    shape = draw(st.sampled_from([*sorted(SHAPES), *OFTEN]))
    query, cost = draw(SHAPES[shape](around, depth, leaves))
    if draw(st.integers(0, 9)) == 9:
        return limited(query, draw(st.integers(1, 4)), draw(st.integers(0, 1))), cost
    return query, cost


@st.composite
def projections(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    source, cost = draw(froms(around, depth, leaves))
    where = draw(filters(around, source, depth))
    if source.names_are_unique and draw(st.integers(0, 3)) == 0:
        return Select(source, where=where, distinct=draw(rarely())), cost
    scope = draw(scopes(source))
    if depth and draw(rarely()):
        found = draw(values(around, exprs(source.visible), depth))
        scope = [*scope, found, found]
    kinds = draw(st.lists(kinds_of(scope), min_size=1, max_size=4))
    outputs = [draw(expressions(scope, kind)) for kind in kinds]
    if draw(st.integers(0, 7)) == 7:
        column = draw(st.sampled_from(exprs(source.visible)))
        outputs.append(Expr(f"UNNEST([{column.sql}, NULL])", column.kind))
        return Select(source, named(outputs), where), cost
    return Select(source, named(outputs), where, distinct=draw(rarely())), cost


@st.composite
def firsts(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    """DISTINCT ON, ordered by the whole row."""
    source, cost = draw(froms(around, depth, leaves))
    scope = exprs(source.visible)
    where = draw(filters(around, source, depth))
    keys = draw(st.lists(st.sampled_from(scope), min_size=1, max_size=2, unique=True))
    order = draw(orders(scope)).removeprefix("ORDER BY ")
    outputs = named([draw(expressions(scope, draw(kinds_of(scope)), 1)) for _ in range(2)])
    first = ", ".join(key.sql for key in keys)
    query = Select(
        source,
        outputs,
        where,
        distinct_on=tuple(key.sql for key in keys),
        order_by=(first, order),
    )
    return query, cost


@st.composite
def windows(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    source, cost = draw(froms(around, depth, leaves))
    scope = exprs(source.visible)
    where = draw(filters(around, source, depth))
    calls = draw(several_window_calls(scope))
    above = [*scope, *calls]
    shown = [draw(expressions(above, draw(kinds_of(above)), 1)) for _ in range(2)]
    qualify = draw(qualifications(calls, scope)) if draw(rarely()) else None
    outputs = named([*calls, *shown])
    return Select(source, outputs, where, qualify=qualify, distinct=draw(rarely())), cost


@st.composite
def aggregations(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    source, cost = draw(froms(around, depth, leaves))
    scope = exprs(source.visible)
    where = draw(filters(around, source, depth))
    keys = draw(st.lists(group_keys(scope), max_size=2, unique=True))
    calls = draw(st.lists(aggregates(scope), min_size=1, max_size=3))
    several = bool(keys) and draw(rarely())
    if several:
        calls += draw(st.lists(groupings(keys), max_size=1))
    above = [*keys, *calls]
    if draw(rarely()):
        calls.append(draw(window_calls(above, draw(st.sampled_from(FORMS)))))
    shown = draw(st.lists(expressions(above, draw(kinds_of(above)), 1), max_size=1))
    having = draw(maybe(predicates(above))) if draw(st.booleans()) else None
    columns = [key for key in keys if key in scope]
    if depth and columns and not several and draw(rarely()):
        having = both(having, draw(conditions(around, columns, depth)))
    if several:
        group_by = draw(grouping_sets(keys))
        return Select(source, named([*above, *shown]), where, group_by, having), cost
    style = draw(st.sampled_from(["expression", "hidden", "ordinal", "all"]))
    hidden = style == "hidden" and bool(keys)
    outputs = named([*(keys[1:] if hidden else keys), *calls, *shown])
    if style == "ordinal":
        group_by = tuple(str(number) for number, _ in enumerate(keys, start=1))
    elif style == "all" and not shown:
        group_by = ("ALL",) if keys else ()
    else:
        group_by = tuple(key.sql for key in keys)
    return Select(source, outputs, where, group_by, having, distinct=draw(rarely())), cost


OPERATORS = (
    "UNION ALL",
    "UNION ALL",
    "UNION",
    "INTERSECT",
    "EXCEPT",
    "INTERSECT ALL",
    "EXCEPT ALL",
)


@st.composite
def set_operations(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    first, cost = draw(
        queries(around, depth - 1, leaves) if depth else projections(around, 0, leaves)
    )
    branches, costs = [first], [cost]
    for _ in range(draw(st.integers(1, 2))):
        source, cost = draw(froms(around, max(depth - 1, 0), min(leaves, 2)))
        scope = draw(scopes(source))
        outputs = named([draw(expressions(scope, column.kind, 1)) for column in first.columns])
        branches.append(Select(source, outputs, draw(maybe(predicates(scope)))))
        costs.append(cost)
    return SetOperation(draw(st.sampled_from(OPERATORS)), tuple(branches)), max(costs) + 1


@st.composite
def withs(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    """A CTE that the body joins with itself or with other sources, at any depth."""
    if depth == 0 or leaves < 2:
        return draw(projections(around, depth, leaves))
    cte, cost = draw(queries(around.inside(), depth - 1, leaves // 2))
    name = f"w{around.level}_{depth}"
    source = Source(name, cte.columns, cost)
    body, cost = draw(queries(around.inside().with_source(source, source), depth - 1, leaves))
    return With(name, cte, body), cost


SHAPES: dict[str, Callable[[Around, int, int], Made]] = {
    "aggregation": aggregations,
    "cte": withs,
    "distinct_on": firsts,
    "projection": projections,
    "recursion": recursions,
    "report": reports,
    "set_operation": set_operations,
    "window": windows,
}
OFTEN = ("aggregation", "aggregation", "projection", "projection", "set_operation", "window")


@st.composite
def filters(draw: st.DrawFn, around: Around, source: From, depth: int) -> str | None:
    """A WHERE: a condition on the rows, on subqueries, and on the rows around this query."""
    scope = exprs(source.visible)
    found = [draw(maybe(predicates(scope)))]
    if around.outer and draw(st.booleans()):
        found.append(draw(correlations(scope, around.outer)))
    if depth and draw(rarely()):
        found.append(draw(subquery_filters(around, scope, depth)))
    return both(*(f"({each})" for each in found if each))


@st.composite
def subquery_filters(draw: st.DrawFn, around: Around, scope: Sequence[Expr], depth: int) -> str:
    if draw(st.booleans()):
        return draw(conditions(around, scope, depth))
    found = draw(values(around, scope, depth))
    return draw(predicates([*scope, found, found, found]))


@st.composite
def group_keys(draw: st.DrawFn, scope: Sequence[Expr]) -> Expr:
    column = draw(st.sampled_from(scope))
    match draw(st.sampled_from(["column", "column", "column", "null", "coarse"])):
        case "null":
            return Expr(f"({column.sql} IS NULL)", Kind.BOOL)
        case "coarse" if column.kind is Kind.INT:
            return Expr(f"({column.sql} % 2)", Kind.INT)
        case "coarse" if column.kind is Kind.TEXT:
            return Expr(f"UPPER({column.sql})", Kind.TEXT)
        case _:
            return column
