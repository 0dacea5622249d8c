"""FROM clauses: tables, derived tables, LATERAL and UNNEST, joined in every way there is."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.around import Around
from tests.equivalence.strategies.choices import exprs, maybe, rarely
from tests.equivalence.strategies.expressions import predicates
from tests.equivalence.strategies.query import (
    Chain,
    Column,
    Derived,
    Expr,
    From,
    Item,
    Kind,
    Link,
    Named,
    Unnested,
    Visible,
    visible,
)
from tests.equivalence.strategies.subqueries import conditions

INNER = ""
SIDES = (INNER, INNER, INNER, "LEFT", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI")


@st.composite
def froms(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[From, int]:
    """One to three items."""
    chains: list[Chain] = []
    total = 0
    for position in range(draw(st.sampled_from([1, 1, 2, 2, 2, 3]))):
        before = [column for chain in chains for column in chain.visible]
        if chains and before and draw(st.integers(0, 7)) == 7:
            made = draw(dependent_items(around, before, depth, leaves - total, position))
            if made is not None:
                item, cost = made
                total += cost
                chain = chains.pop()
                chains.append(Chain(chain.first, (*chain.links, draw(dependent_links(item)))))
                continue
        taken = {item.alias for chain in chains for item in items_of(chain)}
        made = draw(items(around, depth, leaves - total, around.alias(position), taken))
        if made is None:
            break
        item, cost = made
        total += cost
        if not chains or draw(st.integers(0, 4)) == 4:
            chains.append(Chain(item))
        else:
            chain = chains.pop()
            link = draw(links(around, chain, item, depth))
            chains.append(Chain(chain.first, (*chain.links, link)))
    return From(tuple(chains)), total


def items_of(chain: Chain) -> list[Item]:
    return [chain.first, *(link.item for link in chain.links)]


@st.composite
def items(
    draw: st.DrawFn, around: Around, depth: int, leaves: int, alias: str, taken: set[str]
) -> tuple[Item, int] | None:
    """A source or a derived table; None when there is no room for another one."""
    if depth > 0 and leaves > 0 and draw(st.booleans()):
        query, cost = draw(around.make(around.inside(), depth - 1, leaves))
        if cost <= leaves:
            renamed = tuple(f"x{number}" for number, _ in enumerate(query.columns))
            return Derived(query, alias, renamed if draw(rarely()) else None), cost
    affordable = [source for source in around.sources if source.cost <= leaves]
    if not affordable and taken:
        return None
    cheapest = min(around.sources, key=lambda each: each.cost)
    source = draw(st.sampled_from(affordable or [cheapest]))
    # A subquery that names a table of the query around it would hide its columns.
    unaliased = around.level == 0 and source.name not in taken and draw(rarely())
    return Named(source, source.name if unaliased else alias), source.cost


@st.composite
def dependent_items(
    draw: st.DrawFn,
    around: Around,
    before: Sequence[Visible],
    depth: int,
    leaves: int,
    position: int,
) -> tuple[Item, int] | None:
    """A LATERAL query or an UNNEST that reads the items before it; None without room for one."""
    alias = around.alias(position)
    if depth > 0 and leaves > 0 and draw(st.booleans()):
        query, cost = draw(around.make(around.inside(exprs(before)), depth - 1, leaves))
        return (Derived(query, alias, lateral=True), cost) if cost <= leaves else None
    return draw(unnested(exprs(before), alias)), 1


@st.composite
def unnested(draw: st.DrawFn, scope: Sequence[Expr], alias: str) -> Unnested:
    column = draw(st.sampled_from(scope))
    same = [expr.sql for expr in scope if expr.kind is column.kind]
    values = draw(st.lists(st.sampled_from([*same, "NULL"]), max_size=2))
    listed = f"[{', '.join([column.sql, *values])}]"
    if column.kind is Kind.INT and draw(st.booleans()):
        listed = f"RANGE(LEAST({column.sql}, 3))"
    return Unnested(listed, alias, Column("u", column.kind))


@st.composite
def dependent_links(draw: st.DrawFn, item: Item) -> Link:
    if draw(st.booleans()):
        return Link(item, comma=True)
    return draw(st.sampled_from([Link(item), Link(item, on="TRUE", side="LEFT")]))


@st.composite
def links(draw: st.DrawFn, around: Around, chain: Chain, item: Item, depth: int) -> Link:
    left, right = chain.visible, visible(item)
    side = draw(st.sampled_from(SIDES))
    shared = shared_names(left, right)
    common = {v.column.name for v in left} & {v.column.name for v in right}
    match draw(st.sampled_from(["equal", "equal", "any", "using", "natural", "cross", "query"])):
        case "using" if shared:
            return Link(item, using=(draw(st.sampled_from(sorted(shared))),), side=side)
        case "natural" if shared and shared == common:
            return Link(item, using=tuple(sorted(shared)), natural=True, side=side)
        case "cross" if side == INNER:
            return Link(item)
        case "any":
            return Link(item, on=draw(predicates(exprs([*left, *right]))), side=side)
        case "query" if depth > 0:
            # DuckDB has no subqueries over both sides in the condition of an outer join.
            scope = exprs([*left, *right] if side == INNER else right)
            condition = draw(conditions(around, scope, depth))
            return Link(item, on=f"{draw(equalities(left, right))} AND {condition}", side=side)
        case _:
            return Link(item, on=draw(equalities(left, right)), side=side)


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
