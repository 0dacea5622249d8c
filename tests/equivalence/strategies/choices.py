"""How often: strategies that more than one file chooses by."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.query import Expr, Kind, Output, Visible


def maybe(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str | None]:
    return st.one_of(st.none(), st.none(), st.none(), strategy)


def rarely() -> st.SearchStrategy[bool]:
    return st.sampled_from([False, False, False, True])


def kinds_of(scope: Sequence[Expr]) -> st.SearchStrategy[Kind]:
    return st.sampled_from(sorted({expr.kind for expr in scope}))


def exprs(columns: Sequence[Visible]) -> list[Expr]:
    return [column.expr for column in columns]


def named(outputs: Sequence[Expr]) -> tuple[Output, ...]:
    """Names by kind, so that what has the same name in two places can be joined by it."""
    seen: Counter[Kind] = Counter()
    found = []
    for expr in outputs:
        found.append(Output(expr, f"{expr.kind}{seen[expr.kind]}"))
        seen[expr.kind] += 1
    return tuple(found)


def both(*conditions: str | None) -> str | None:
    """These conditions at once, as far as there are any."""
    return " AND ".join(condition for condition in conditions if condition) or None
