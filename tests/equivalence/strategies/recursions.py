"""WITH RECURSIVE: ways through the whole numbers of a table, as far as they go or a few steps."""

from hypothesis import assume
from hypothesis import strategies as st

from tests.equivalence.strategies.around import Around
from tests.equivalence.strategies.choices import exprs
from tests.equivalence.strategies.expressions import predicates
from tests.equivalence.strategies.query import (
    Column,
    Expr,
    Kind,
    Output,
    Query,
    Recursive,
    Select,
    Source,
)

MOST_STEPS = 2


@st.composite
def recursions(draw: st.DrawFn, around: Around, depth: int, leaves: int) -> tuple[Query, int]:
    """With a count of steps, or without one and then without duplicates: both come to an end."""
    name = f"r{around.level}_{depth}"
    start, _ = draw(around.make_from(around.alone(), max(depth - 1, 0), 1))
    edges, _ = draw(around.make_from(around.alone(), max(depth - 1, 0), 1))
    begin = draw(st.sampled_from(whole_numbers(exprs(start.visible))))
    ends = whole_numbers(exprs(edges.visible))
    source, target = draw(st.sampled_from(ends)), draw(st.sampled_from(ends))
    counted = draw(st.booleans())
    steps = [Output(Expr("0", Kind.INT), "n")] if counted else []
    where = draw(predicates(exprs(start.visible))) if draw(st.booleans()) else None
    base = Select(start, (Output(begin, "i0"), *steps), where)
    item = edges.sql if len(edges.chains) == 1 else None
    assume(item is not None)
    more = f", {name}.n + 1" if counted else ""
    guard = f" AND {name}.n < {MOST_STEPS}" if counted else ""
    step = f"SELECT {target.sql}{more} FROM {name}, {item} WHERE {name}.i0 = {source.sql}{guard}"
    operator = draw(st.sampled_from(["UNION", "UNION ALL"])) if counted else "UNION"
    columns = (Column("i0", Kind.INT), *(Column("n", Kind.INT) for _ in steps))
    inside = around.inside().with_source(Source(name, columns, cost=2))
    body, cost = draw(around.make(inside, max(depth - 1, 0), leaves))
    names = tuple(column.name for column in columns)
    return Recursive(name, names, base, operator, step, body), max(cost, 2)


def whole_numbers(scope: list[Expr]) -> list[Expr]:
    """Those in scope; if there are none, one that is made of a column."""
    found = [expr for expr in scope if expr.kind is Kind.INT]
    return found or [Expr(f"CAST({scope[0].sql} IS NULL AS INTEGER)", Kind.INT)]
