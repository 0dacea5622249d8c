"""Reports: tables joined by equal columns and filtered, and rows compared with their group.

What the benchmarks of databases ask, and what restricts a change on the most ways at a time: each
of the tables may restrict the others, and the groups that rows are compared with.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.around import Around
from tests.equivalence.strategies.choices import both, exprs, maybe, named, rarely
from tests.equivalence.strategies.expressions import aggregates, predicates
from tests.equivalence.strategies.query import (
    EXACT,
    Chain,
    Expr,
    From,
    Kind,
    Link,
    Named,
    Query,
    Select,
    visible,
)
from tests.equivalence.strategies.subqueries import conditions


@st.composite
def reports(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    tables = st.sampled_from(around.sources)
    read = draw(st.lists(tables, min_size=1, max_size=max(1, min(3, leaves))))
    items = [Named(table, around.alias(n)) for n, table in enumerate(read)]
    source = draw(_joined(items))
    scope = exprs(source.visible)
    where = [draw(_filters(items))]
    where += [draw(_compared(around, items)) for _ in range(draw(st.sampled_from([1, 1, 2])))]
    if depth and draw(rarely()):
        where.append(draw(conditions(around, scope, depth)))
    cost = sum(table.cost for table in read)
    keys: list[Expr] = []
    shown = draw(st.lists(st.sampled_from(scope), min_size=1, max_size=3, unique=True))
    if draw(st.booleans()):
        keys, calls = shown[1:], draw(st.lists(aggregates(scope), min_size=1, max_size=2))
        shown = [*keys, *calls]
    group_by = tuple(key.sql for key in keys)
    return Select(source, named(shown), both(*where), group_by), cost


@st.composite
def _joined(draw: st.DrawFn, items: Sequence[Named]) -> From:
    first, *others = items
    links: list[Link] = []
    for number, item in enumerate(others, start=1):
        equal = draw(_equality(items[:number], item))
        links.append(Link(item, on=equal) if equal else Link(item))
    return From((Chain(first, tuple(links)),))


@st.composite
def _equality(draw: st.DrawFn, before: Sequence[Named], item: Named) -> str | None:
    pairs = [
        (a.expr, b.expr)
        for each in before
        for a in visible(each)
        for b in visible(item)
        if a.column.kind is b.column.kind
    ]
    if not pairs:
        return None
    a, b = draw(st.sampled_from(pairs))
    return f"{a.sql} = {b.sql}"


@st.composite
def _filters(draw: st.DrawFn, items: Sequence[Named]) -> str | None:
    """Conditions on the rows of one table each, on most of them."""
    return both(*(draw(maybe(predicates(exprs(visible(item))))) for item in [*items, *items]))


@st.composite
def _compared(draw: st.DrawFn, around: Around, items: Sequence[Named]) -> str:
    """A column against an aggregate of the rows that have the same key as its own row."""
    outer = draw(st.sampled_from(items))
    inside = around.inside(exprs(visible(outer)))
    tables = st.sampled_from(around.sources)
    inner = Named(
        draw(st.sampled_from([outer.source, outer.source, draw(tables)])), inside.alias(0)
    )
    value = draw(st.sampled_from(exprs(visible(inner))))
    function = draw(st.sampled_from(["MIN", "MAX", *["AVG", "SUM"] * (value.kind in EXACT)]))
    compared = [each for each in exprs(visible(outer)) if each.kind is value.kind]
    if not compared or draw(rarely()):
        function, compared = "COUNT", [Expr("1", Kind.INT), Expr("2", Kind.INT)]
    where = [draw(_equality([outer], inner)), draw(maybe(predicates(exprs(visible(inner)))))]
    source = From((Chain(inner),))
    if draw(rarely()):
        partner = Named(draw(tables), inside.alias(1))
        source = draw(_joined([inner, partner]))
        where.append(draw(maybe(predicates(exprs(visible(partner))))))
    group = Select(source, named([Expr(f"{function}({value.sql})", value.kind)]), both(*where))
    comparison = draw(st.sampled_from(["=", "<", "<=", ">", ">=", "<>"]))
    return f"({draw(st.sampled_from(compared)).sql} {comparison} ({group.sql}))"
