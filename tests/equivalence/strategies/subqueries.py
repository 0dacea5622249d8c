"""Subqueries in expressions: EXISTS, IN, ANY, ALL and values, correlated or not."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.around import Around
from tests.equivalence.strategies.choices import kinds_of
from tests.equivalence.strategies.expressions import (
    COMPARISONS,
    aggregates,
    expressions,
    predicates,
)
from tests.equivalence.strategies.query import Expr, Kind, Output, Select, limited

FEW_LEAVES = 2
"""How many tables a subquery may multiply: it is looked up for every row around it."""


@st.composite
def values(draw: st.DrawFn, around: Around, scope: Sequence[Expr], depth: int) -> Expr:
    """A subquery as an expression: a condition, or the one value of an aggregate or a LIMIT 1."""
    if draw(st.booleans()):
        return Expr(draw(conditions(around, scope, depth)), Kind.BOOL)
    return draw(single_values(around, scope, depth))


@st.composite
def conditions(draw: st.DrawFn, around: Around, scope: Sequence[Expr], depth: int) -> str:
    """A condition with a subquery in it, in parentheses."""
    inside = around.inside(scope if draw(st.integers(0, 3)) else ())
    negated = draw(st.sampled_from(["", "", "NOT "]))
    match draw(st.sampled_from(["exists", "exists", "in", "in", "row_in", "any", "all"])):
        case "exists":
            query, _ = draw(around.make(inside, depth - 1, FEW_LEAVES))
            return f"({negated}EXISTS ({query.sql}))"
        case "row_in" if len(scope) > 1:
            tested = draw(st.lists(st.sampled_from(scope), min_size=2, max_size=2))
            query = draw(columns_of(inside, [expr.kind for expr in tested], depth - 1))
            row = ", ".join(expr.sql for expr in tested)
            return f"(({row}) {negated}IN ({query.sql}))"
        case "any" | "all" as word:
            tested = draw(expressions(scope, draw(kinds_of(scope)), 1))
            query = draw(columns_of(inside, [tested.kind], depth - 1))
            comparison = draw(st.sampled_from(["=", "<>", "<", "<=", ">", ">="]))
            return f"({negated}{tested.sql} {comparison} {word.upper()} ({query.sql}))"
        case _:
            tested = draw(expressions(scope, draw(kinds_of(scope)), 1))
            query = draw(columns_of(inside, [tested.kind], depth - 1))
            return f"({tested.sql} {negated}IN ({query.sql}))"


@st.composite
def single_values(draw: st.DrawFn, around: Around, scope: Sequence[Expr], depth: int) -> Expr:
    inside = around.inside(scope if draw(st.integers(0, 3)) else ())
    source, _ = draw(around.make_from(inside, depth - 1, FEW_LEAVES))
    own = [column.expr for column in source.visible]
    where = draw(correlations(own, inside.outer))
    if draw(st.integers(0, 3)) == 0:
        value = draw(expressions(own, draw(kinds_of(own)), 1))
        first = limited(Select(source, (_output(value),), where), 1, draw(st.integers(0, 1)))
        return Expr(f"({first.sql})", value.kind)
    call = draw(aggregates(own))
    return Expr(f"({Select(source, (_output(call),), where).sql})", call.kind)


@st.composite
def columns_of(draw: st.DrawFn, around: Around, kinds: Sequence[Kind], depth: int) -> Select:
    """A SELECT of columns of these kinds, for what is compared or united with it."""
    source, _ = draw(around.make_from(around, max(depth, 0), FEW_LEAVES))
    own = [column.expr for column in source.visible]
    outputs = tuple(_output(draw(expressions(own, kind, 1)), n) for n, kind in enumerate(kinds))
    where = draw(correlations(own, around.outer))
    return Select(source, outputs, where, distinct=draw(st.integers(0, 4)) == 4)


@st.composite
def correlations(draw: st.DrawFn, own: Sequence[Expr], outer: Sequence[Expr]) -> str | None:
    """A condition for WHERE that reads the rows around the query, where there are any.

    With one equality or one inequality only: DuckDB 1.5.5 gives wrong rows for EXISTS and IN whose
    condition has two inequalities with the outer row and no equality.
    """
    pairs = [(a, b) for a in own for b in outer if a.kind is b.kind]
    if not pairs or draw(st.integers(0, 5)) == 0:
        return draw(predicates(own)) if draw(st.booleans()) else None
    a, b = draw(st.permutations(draw(st.sampled_from(pairs))))
    if draw(st.integers(0, 2)) == 0:
        return f"{a.sql} {draw(st.sampled_from(COMPARISONS))} {b.sql}"
    equality = f"{a.sql} = {b.sql}"
    match draw(st.sampled_from(["alone", "alone", "own", "both", "either"])):
        case "own":
            return f"{equality} AND {draw(predicates(own))}"
        case "both":
            return f"{equality} AND {draw(predicates([*own, *outer], 0))}"
        case "either":
            return f"({equality} OR {draw(predicates(own, 0))})"
        case _:
            return equality


def _output(value: Expr, number: int = 0) -> Output:
    return Output(value, f"y{number}")
