"""Scalar expressions, predicates and aggregates over the columns in scope."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.query import EXACT, Expr, Kind

DOMAIN: dict[Kind, tuple[str, ...]] = {
    Kind.INT: ("0", "1", "2", "3", "-1"),
    Kind.DEC: ("0.00", "1.10", "0.70", "2.25", "-1.10"),
    Kind.DBL: ("0.0e0", "0.25e0", "1.5e0", "2e0", "-0.75e0"),
    Kind.TEXT: ("'a'", "'b'", "'A'", "''"),
    Kind.BOOL: ("TRUE", "FALSE"),
    Kind.RATIO: ("0.5e0", "1e0"),
}
"""The few values there are, so that rows meet, repeat and cross conditions often."""

TYPES = {
    Kind.INT: "INTEGER",
    Kind.DEC: "DECIMAL(9, 2)",
    Kind.DBL: "DOUBLE",
    Kind.TEXT: "VARCHAR",
    Kind.BOOL: "BOOLEAN",
    Kind.RATIO: "DOUBLE",
}

COMPARISONS = ("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM")

Scope = Sequence[Expr]


def literals(kind: Kind) -> st.SearchStrategy[str]:
    return st.sampled_from(DOMAIN[kind])


@st.composite
def expressions(draw: st.DrawFn, scope: Scope, kind: Kind, depth: int = 2) -> Expr:
    """An expression of this kind; a literal where no column has it."""
    columns = [expr for expr in scope if expr.kind is kind]
    if columns and (depth == 0 or draw(st.booleans())):
        return draw(st.sampled_from(columns))
    if depth == 0 or (not columns and draw(st.booleans())):
        null = f"CAST(NULL AS {TYPES[kind]})"
        return Expr(draw(st.one_of(literals(kind), st.just(null))), kind)
    return Expr(draw(_composed(scope, kind, depth - 1)), kind)


@st.composite
def _composed(draw: st.DrawFn, scope: Scope, kind: Kind, depth: int) -> str:
    def another(of: Kind = kind) -> str:
        return draw(expressions(scope, of, depth)).sql

    def condition() -> str:
        return draw(predicates(scope, depth))

    shared = ("case", "case_else", "coalesce", "nullif")
    own: dict[Kind, tuple[str, ...]] = {
        Kind.INT: ("plus", "minus", "times", "length", "modulo", "negative", "from_bool"),
        Kind.DEC: ("plus", "minus", "times", "abs"),
        Kind.DBL: ("plus", "minus", "times", "plus_int"),
        Kind.TEXT: ("upper", "append", "from_int", "concat"),
        Kind.BOOL: ("predicate", "predicate"),
        Kind.RATIO: (),
    }
    match draw(st.sampled_from(own[kind] + shared)):
        case "case":
            return f"CASE WHEN {condition()} THEN {another()} END"
        case "case_else":
            return f"CASE WHEN {condition()} THEN {another()} ELSE {another()} END"
        case "coalesce":
            return f"COALESCE({another()}, {draw(literals(kind))})"
        case "nullif":
            return f"NULLIF({another()}, {draw(literals(kind))})"
        case "plus":
            return f"({another()} + {another()})"
        case "minus":
            return f"({another()} - ({another()} - {another()}))"
        case "times":
            return f"({another()} * {draw(st.sampled_from(['2', '3']))})"
        case "plus_int":
            return f"({another()} + {another(Kind.INT)})"
        case "length":
            return f"LENGTH({another(Kind.TEXT)})"
        case "modulo":
            return f"({another()} % 2)"
        case "negative":
            return f"(- {another()})"
        case "abs":
            return f"ABS({another()})"
        case "from_bool":
            return f"CAST({condition()} AS INTEGER)"
        case "upper":
            return f"UPPER({another()})"
        case "append":
            return f"({another()} || 'z')"
        case "from_int":
            return f"CAST({another(Kind.INT)} AS VARCHAR)"
        case "concat":
            return f"CONCAT({another()}, '-', {another()})"
        case "predicate":
            return condition()
        case other:
            raise AssertionError(other)


@st.composite
def predicates(draw: st.DrawFn, scope: Scope, depth: int = 1) -> str:
    """A condition in parentheses."""
    kinds = sorted({expr.kind for expr in scope}) or [Kind.INT]
    kind = draw(st.sampled_from(kinds))

    def operand() -> str:
        return draw(expressions(scope, kind, 0)).sql

    forms = ["compare", "compare", "literal", "null", "in", "between"]
    forms += ["bare"] * 3 * (kind is Kind.BOOL)
    forms += ["like"] * (kind is Kind.TEXT) + ["and", "or", "not"] * (depth > 0)
    match draw(st.sampled_from(forms)):
        case "compare":
            comparison = draw(st.sampled_from(COMPARISONS))
            return f"({draw(expressions(scope, kind, depth)).sql} {comparison} {operand()})"
        case "literal":
            comparison = draw(st.sampled_from(COMPARISONS))
            return f"({operand()} {comparison} {draw(literals(kind))})"
        case "bare":
            return f"({operand()})"
        case "null":
            return f"({operand()} {draw(st.sampled_from(['IS NULL', 'IS NOT NULL']))})"
        case "in":
            listed = draw(st.lists(literals(kind), min_size=1, max_size=3))
            negated = draw(st.sampled_from(["", "NOT "]))
            return f"({operand()} {negated}IN ({', '.join(listed)}))"
        case "between":
            return f"({operand()} BETWEEN {draw(literals(kind))} AND {operand()})"
        case "like":
            pattern = draw(st.sampled_from(["a%", "%z", "_", ""]))
            return f"({operand()} LIKE '{pattern}')"
        case "not":
            return f"(NOT {draw(predicates(scope, depth - 1))})"
        case word:
            left, right = (draw(predicates(scope, depth - 1)) for _ in range(2))
            return f"({left} {word.upper()} {right})"


@st.composite
def aggregates(draw: st.DrawFn, scope: Scope, *, simple: bool = False) -> Expr:
    """One aggregate of an expression, at times DISTINCT or with a FILTER."""
    kinds = sorted({expr.kind for expr in scope})
    kind = draw(st.sampled_from(kinds))
    argument = draw(expressions(scope, kind, 1)).sql
    distinct = draw(st.sampled_from(["", "", "DISTINCT "]))
    functions = ["COUNT(*)", "COUNT", "MIN", "MAX"] + ["SUM", "SUM", "AVG"] * (kind in EXACT)
    if not simple and draw(st.integers(0, 3)) == 0:
        call = draw(other_aggregates(argument, kind, distinct))
    else:
        match draw(st.sampled_from(functions)):
            case "COUNT(*)":
                call = Expr("COUNT(*)", Kind.INT)
            case "COUNT":
                call = Expr(f"COUNT({distinct}{argument})", Kind.INT)
            case "AVG":
                call = Expr(f"AVG({distinct}{argument})", Kind.RATIO)
            case "SUM":
                call = Expr(f"SUM({distinct}{argument})", kind)
            case function:
                call = Expr(f"{function}({argument})", kind)
    if draw(st.integers(0, 4)) == 4:
        return Expr(f"{call.sql} FILTER (WHERE {draw(predicates(scope, 0))})", call.kind)
    return call


@st.composite
def other_aggregates(draw: st.DrawFn, argument: str, kind: Kind, distinct: str) -> Expr:
    """Aggregates that are computed again, with an order where their value depends on one."""
    functions = ["STRING_AGG", "LIST", "FIRST", "QUANTILE_DISC", "COUNT_IF", "BOOL"]
    functions += ["STDDEV_POP", "MEDIAN"] * (kind in EXACT) + ["BIT_XOR"] * (kind is Kind.INT)
    match draw(st.sampled_from(functions)):
        case "STRING_AGG":
            text = f"CAST({argument} AS VARCHAR)"
            return Expr(f"STRING_AGG({distinct}{text}, ',' ORDER BY {text})", Kind.TEXT)
        case "LIST":
            listed = f"LIST({distinct}{argument} ORDER BY {argument} NULLS FIRST)"
            return Expr(f"ARRAY_TO_STRING({listed}, '|')", Kind.TEXT)
        case "FIRST":
            return Expr(f"FIRST({argument} ORDER BY {argument} DESC NULLS LAST)", kind)
        case "QUANTILE_DISC":
            return Expr(f"QUANTILE_DISC({argument}, 0.5)", kind)
        case "COUNT_IF":
            return Expr(f"COUNT_IF({argument} IS NULL)", Kind.INT)
        case "BOOL":
            name = draw(st.sampled_from(["BOOL_AND", "BOOL_OR"]))
            return Expr(f"{name}({argument} = {draw(literals(kind))})", Kind.BOOL)
        case "STDDEV_POP":
            # Its last digits depend on the order of the rows.
            return Expr(f"ROUND(STDDEV_POP({argument}), 4)", Kind.RATIO)
        case "MEDIAN":
            return Expr(f"CAST(MEDIAN({argument}) AS DOUBLE)", Kind.RATIO)
        case _:
            return Expr(f"CAST(BIT_XOR({argument}) AS INTEGER)", Kind.INT)
