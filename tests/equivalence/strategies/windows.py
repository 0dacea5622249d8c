"""Window functions. Those that tell rows apart order them by all columns: ties are equal rows."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.choices import kinds_of
from tests.equivalence.strategies.expressions import aggregates, expressions, literals, predicates
from tests.equivalence.strategies.query import Expr, Kind

DIRECTIONS = ("", "", " DESC", " NULLS FIRST", " NULLS LAST", " DESC NULLS LAST")
EXCLUSIONS = ("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES")
BOUNDS = (
    ("UNBOUNDED PRECEDING", "CURRENT ROW"),
    ("UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING"),
    ("1 PRECEDING", "1 FOLLOWING"),
    ("2 PRECEDING", "1 PRECEDING"),
    ("CURRENT ROW", "UNBOUNDED FOLLOWING"),
    ("CURRENT ROW", "1 FOLLOWING"),
)


PEERS = ("rank", "aggregate")
"""Forms that give equal rows equal values."""
FORMS = ("number", "offset", "value", "rows", *PEERS, *PEERS)


@st.composite
def several_window_calls(draw: st.DrawFn, scope: Sequence[Expr]) -> list[Expr]:
    """One or two calls, of which one may tell equal rows apart.

    With two of these it is not determined which copy of a row gets which pair of values.
    """
    forms = [draw(st.sampled_from(FORMS)), *draw(st.lists(st.sampled_from(PEERS), max_size=1))]
    return [draw(window_calls(scope, form)) for form in forms]


@st.composite
def window_calls(draw: st.DrawFn, scope: Sequence[Expr], form: str) -> Expr:
    """One call OVER a window; the scope is all that tells the rows apart."""
    partition = draw(st.lists(st.sampled_from(scope), max_size=2, unique=True))
    argument = draw(expressions(scope, draw(kinds_of(scope)), 1))
    match form:
        case "number":
            call = Expr(draw(st.sampled_from(["ROW_NUMBER()", "NTILE(2)"])), Kind.INT)
            window = draw(orders(scope))
        case "rank":
            names = ["RANK", "RANK", "DENSE_RANK", "PERCENT_RANK", "CUME_DIST"]
            name = draw(st.sampled_from(names))
            ratio = name in ("PERCENT_RANK", "CUME_DIST")
            call = Expr(f"{name}()", Kind.RATIO if ratio else Kind.INT)
            window = draw(some_orders(scope))
        case "offset":
            name = draw(st.sampled_from(["LAG", "LEAD"]))
            rest = draw(
                st.sampled_from(["", ", 1", ", 2", f", 1, {draw(literals(argument.kind))}"])
            )
            call = Expr(f"{name}({argument.sql}{rest})", argument.kind)
            window = draw(orders(scope))
        case "value":
            name = draw(st.sampled_from(["FIRST_VALUE", "LAST_VALUE", "NTH_VALUE"]))
            rest = ", 2" if name == "NTH_VALUE" else ""
            nulls = draw(st.sampled_from(["", "", " IGNORE NULLS"]))
            call = Expr(f"{name}({argument.sql}{rest}{nulls})", argument.kind)
            window = f"{draw(orders(scope))}{draw(frames(['ROWS', 'GROUPS']))}"
        case "rows":
            call = draw(aggregates(scope, simple=True))
            window = f"{draw(orders(scope))}{draw(frames(['ROWS']))}"
        case _:
            call = draw(aggregates(scope, simple=True))
            window = draw(peer_windows(scope))
    parts = [
        f"PARTITION BY {', '.join(key.sql for key in partition)}" if partition else "",
        window,
    ]
    return Expr(f"{call.sql} OVER ({' '.join(part for part in parts if part)})", call.kind)


@st.composite
def peer_windows(draw: st.DrawFn, scope: Sequence[Expr]) -> str:
    match draw(st.sampled_from(["", "default", "peers", "range"])):
        case "":
            return ""
        case "default":
            return draw(some_orders(scope))
        case "peers":
            return f"{draw(some_orders(scope))}{draw(frames(['GROUPS']))}"
        case _:
            numbers = [expr for expr in scope if expr.kind is Kind.INT]
            if not numbers:
                return draw(some_orders(scope))
            return f"{draw(orders([draw(st.sampled_from(numbers))]))}{draw(frames(['RANGE']))}"


@st.composite
def frames(draw: st.DrawFn, units: Sequence[str]) -> str:
    start, end = draw(st.sampled_from(BOUNDS))
    unit = draw(st.sampled_from(units))
    return f" {unit} BETWEEN {start} AND {end}{draw(st.sampled_from(EXCLUSIONS))}"


@st.composite
def orders(draw: st.DrawFn, terms: Sequence[Expr]) -> str:
    permuted = draw(st.permutations(list(dict.fromkeys(terms))))
    listed = (f"{term.sql}{draw(st.sampled_from(DIRECTIONS))}" for term in permuted)
    return f"ORDER BY {', '.join(listed)}"


@st.composite
def some_orders(draw: st.DrawFn, scope: Sequence[Expr]) -> str:
    return draw(orders(draw(st.lists(st.sampled_from(scope), min_size=1, max_size=2))))


@st.composite
def qualifications(draw: st.DrawFn, calls: Sequence[Expr], scope: Sequence[Expr]) -> str:
    call = draw(st.sampled_from(calls))
    tested = f"({call.sql} {draw(st.sampled_from(['<=', '=', '<>', '>']))} 1)"
    if call.kind is not Kind.INT:
        tested = draw(predicates(calls, 0))
    return f"{tested} OR {draw(predicates(scope, 0))}" if draw(st.booleans()) else tested
