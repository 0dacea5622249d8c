"""Random queries over given sources, composed to any depth."""

from collections import Counter
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.expressions import aggregates, expressions, predicates
from tests.equivalence.strategies.query import (
    Chain,
    Derived,
    Expr,
    From,
    Item,
    Kind,
    Limited,
    Link,
    Named,
    Output,
    Query,
    Select,
    Source,
    UnionAll,
    Visible,
    With,
    visible,
)

Sources = Sequence[Source]

MOST_LEAVES = 5
"""How many tables one query may multiply: with few rows each, joins stay small."""


@st.composite
def views(draw: st.DrawFn, sources: Sources, shape: str, depth: int = 3) -> Query:
    """What a user could write as a view: a query of this shape, at times with a LIMIT."""
    query, _ = draw(SHAPES[shape](sources, depth, MOST_LEAVES))
    if draw(st.integers(0, 9)) == 9 and not isinstance(query, With):
        return Limited(query, draw(st.integers(1, 6)), draw(st.integers(0, 2)))
    return query


Made = st.SearchStrategy[tuple[Query, int]]
"""A query and how many tables it multiplies."""


@st.composite
def queries(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[Query, int]:
    shape = draw(st.sampled_from(sorted(SHAPES)))
    return draw(SHAPES[shape](sources, depth, leaves))


@st.composite
def projections(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[Query, int]:
    source, cost = draw(froms(sources, depth, leaves))
    where = draw(maybe(predicates(exprs(source.visible))))
    if source.names_are_unique and draw(st.integers(0, 3)) == 0:
        return Select(source, where=where, distinct=draw(rarely())), cost
    scope = draw(scopes(source))
    kinds = draw(st.lists(kinds_of(scope), min_size=1, max_size=4))
    outputs = named([draw(expressions(scope, kind)) for kind in kinds])
    return Select(source, outputs, where, distinct=draw(rarely())), cost


@st.composite
def aggregations(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[Query, int]:
    source, cost = draw(froms(sources, depth, leaves))
    scope = exprs(source.visible)
    where = draw(maybe(predicates(scope)))
    keys = draw(st.lists(group_keys(scope), max_size=2, unique=True))
    calls = draw(st.lists(aggregates(scope), min_size=1, max_size=3))
    above = [*keys, *calls]
    shown = draw(st.lists(expressions(above, draw(kinds_of(above)), 1), max_size=1))
    having = draw(maybe(predicates(above))) if draw(st.booleans()) else None
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


@st.composite
def unions(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[Query, int]:
    first, cost = draw(
        queries(sources, depth - 1, leaves) if depth else projections(sources, 0, leaves)
    )
    branches, costs = [first], [cost]
    for _ in range(draw(st.integers(1, 2))):
        source, cost = draw(froms(sources, max(depth - 1, 0), min(leaves, 2)))
        scope = draw(scopes(source))
        outputs = named([draw(expressions(scope, column.kind, 1)) for column in first.columns])
        branches.append(Select(source, outputs, draw(maybe(predicates(scope)))))
        costs.append(cost)
    return UnionAll(tuple(branches)), max(costs) + 1


@st.composite
def withs(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[Query, int]:
    """A CTE that the body joins with itself or with other sources, at any depth."""
    if depth == 0 or leaves < 2:
        return draw(projections(sources, depth, leaves))
    cte, cost = draw(queries(sources, depth - 1, leaves // 2))
    name = f"w{depth}"
    source = Source(name, cte.columns, cost)
    body, cost = draw(queries([source, source, *sources], depth - 1, leaves))
    return With(name, cte, body), cost


SHAPES: dict[str, Callable[[Sources, int, int], Made]] = {
    "aggregation": aggregations,
    "cte": withs,
    "projection": projections,
    "union": unions,
}


@st.composite
def froms(draw: st.DrawFn, sources: Sources, depth: int, leaves: int) -> tuple[From, int]:
    """One to three items, joined in every way there is."""
    chains: list[Chain] = []
    total = 0
    for position in range(draw(st.integers(1, 3))):
        alias = "abc"[position]
        taken = {item.alias for chain in chains for item in items_of(chain)}
        made = draw(items(sources, depth, leaves - total, alias, taken))
        if made is None:
            break
        item, cost = made
        total += cost
        if not chains or draw(st.integers(0, 4)) == 4:
            chains.append(Chain(item))
        else:
            chain = chains.pop()
            chains.append(Chain(chain.first, (*chain.links, draw(links(chain, item)))))
    return From(tuple(chains)), total


def items_of(chain: Chain) -> list[Item]:
    return [chain.first, *(link.item for link in chain.links)]


@st.composite
def items(
    draw: st.DrawFn, sources: Sources, depth: int, leaves: int, alias: str, taken: set[str]
) -> tuple[Item, int] | None:
    """A source or a derived table; None when there is no room for another one."""
    if depth > 0 and leaves > 0 and draw(st.booleans()):
        query, cost = draw(queries(sources, depth - 1, leaves))
        if cost <= leaves:
            renamed = tuple(f"x{number}" for number, _ in enumerate(query.columns))
            return Derived(query, alias, renamed if draw(rarely()) else None), cost
    affordable = [source for source in sources if source.cost <= leaves]
    if not affordable and taken:
        return None
    source = draw(st.sampled_from(affordable or [min(sources, key=lambda each: each.cost)]))
    unaliased = source.name not in taken and draw(rarely())
    return Named(source, source.name if unaliased else alias), source.cost


@st.composite
def links(draw: st.DrawFn, chain: Chain, item: Item) -> Link:
    left, right = chain.visible, visible(item)
    shared = shared_names(left, right)
    match draw(st.sampled_from(["equal", "equal", "any", "using", "natural", "cross"])):
        case "using" if shared:
            return Link(item, using=(draw(st.sampled_from(sorted(shared))),))
        case "natural" if shared == {v.column.name for v in left} & {v.column.name for v in right}:
            return Link(item, using=tuple(sorted(shared)), natural=bool(shared))
        case "cross":
            return Link(item)
        case "any":
            return Link(item, on=draw(predicates(exprs([*left, *right]))))
        case _:
            return Link(item, on=draw(equalities(left, right)))


@st.composite
def equalities(draw: st.DrawFn, left: Sequence[Visible], right: Sequence[Visible]) -> str:
    pairs = [(a.expr, b.expr) for a in left for b in right if a.column.kind is b.column.kind]
    if not pairs:
        return draw(predicates(exprs([*left, *right])))
    comparison = draw(st.sampled_from(["=", "=", "=", "IS NOT DISTINCT FROM"]))
    a, b = draw(st.permutations(draw(st.sampled_from(pairs))))
    condition = f"{a.sql} {comparison} {b.sql}"
    more = draw(maybe(predicates(exprs([*left, *right]), 0)))
    return f"{condition} AND {more}" if more else condition


def shared_names(left: Sequence[Visible], right: Sequence[Visible]) -> set[str]:
    """Names that USING can take: on both sides once, and of one kind."""
    once = Counter(v.column.name for v in left)
    kinds = {v.column.name: v.column.kind for v in left}
    return {
        v.column.name
        for v in right
        if once[v.column.name] == 1 and kinds[v.column.name] is v.column.kind
    }


@st.composite
def scopes(draw: st.DrawFn, source: From) -> list[Expr]:
    """The columns in scope, qualified or, where that is enough, by their names alone."""
    if source.names_are_unique and draw(st.booleans()):
        return [Expr(v.column.name, v.column.kind) for v in source.visible]
    return exprs(source.visible)


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


def exprs(columns: Sequence[Visible]) -> list[Expr]:
    return [column.expr for column in columns]


def kinds_of(scope: Sequence[Expr]) -> st.SearchStrategy[Kind]:
    return st.sampled_from(sorted({expr.kind for expr in scope}))


def named(outputs: Sequence[Expr]) -> tuple[Output, ...]:
    """Names by kind, so that what has the same name in two places can be joined by it."""
    seen: Counter[Kind] = Counter()
    found = []
    for expr in outputs:
        found.append(Output(expr, f"{expr.kind}{seen[expr.kind]}"))
        seen[expr.kind] += 1
    return tuple(found)


def maybe(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str | None]:
    return st.one_of(st.none(), st.none(), st.none(), strategy)


def rarely() -> st.SearchStrategy[bool]:
    return st.sampled_from([False, False, False, True])
