"""Aggregate calls as SQL, over rows that count once and over rows that carry a weight.

    COUNT(*) = SUM(w)    COUNT(x) = SUM(w) where x is not NULL    SUM(x) = SUM(x * w)

MIN, MAX and DISTINCT do not look at how often a row is there. What is left (sums of floating-point
numbers, averages) has no weighted form: the rows are expanded to copies for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from duckstream.algebra import Call, conjunction, enclose, substitute
from duckstream.lower.dialects import Dialect

_FUNCTIONS: Mapping[str, type[exp.AggFunc]] = {
    "COUNT": exp.Count,
    "SUM": exp.Sum,
    "AVG": exp.Avg,
    "MIN": exp.Min,
    "MAX": exp.Max,
}
Outputs = Mapping[int, exp.Expr]


def plain_call(call: Call, outputs: Outputs) -> exp.Expr:
    """The call over rows that count once each: the engine's own function."""
    if call.written is not None:
        return filtered(substitute(call.written, outputs), call, outputs)
    argument: exp.Expr = exp.Star()
    if call.argument is not None:
        argument = outputs[call.argument.id].copy()
    if call.distinct:
        argument = exp.Distinct(expressions=[argument])
    function = _FUNCTIONS[call.function](this=argument)
    return filtered(function, call, outputs)


def weighted_call(
    call: Call, outputs: Outputs, weight: exp.Expr, dialect: Dialect
) -> exp.Expr | None:
    """The call over rows that carry a weight; None when there is no such form."""
    if call.written is not None:
        return None
    if call.distinct or call.function in ("MIN", "MAX"):
        return plain_call(call, outputs)
    if call.function == "COUNT":
        return count_rows(call, outputs, weight)
    if call.function == "SUM":
        total = sum_rows(call, outputs, weight, dialect)
        type = dialect.sum_type(call.argument.type if call.argument else None)
        return total if total is None or type is None else exp.cast(total, type)
    return None


def count_rows(call: Call, outputs: Outputs, weight: exp.Expr) -> exp.Expr:
    """COUNT(*) or COUNT(x) of weighted rows; 0 over none."""
    present = None
    if call.argument is not None:
        argument = enclose(outputs[call.argument.id].copy())
        present = exp.Not(this=exp.Is(this=argument, expression=exp.Null()))
    total = filtered(exp.Sum(this=weight.copy()), call, outputs, present)
    return exp.cast(exp.Coalesce(this=total, expressions=[exp.Literal.number(0)]), "BIGINT")


def sum_rows(call: Call, outputs: Outputs, weight: exp.Expr, dialect: Dialect) -> exp.Expr | None:
    """SUM(x * w) in a type that is exact and wide; None for types that are neither."""
    assert call.argument is not None
    value = outputs[call.argument.id].copy()
    product = dialect.times(value, enclose(weight.copy()), call.argument.type)
    if product is None:
        return None
    return filtered(exp.Sum(this=product), call, outputs)


def filtered(
    function: exp.Expr,
    call: Call,
    outputs: Outputs,
    condition: exp.Expr | None = None,
) -> exp.Expr:
    """The call with its FILTER, and one more condition if there is one."""
    conditions = [condition] if condition is not None else []
    if call.filter is not None:
        conditions.append(enclose(outputs[call.filter.id].copy()))
    where = conjunction(conditions)
    if where is None:
        return function
    return exp.Filter(this=function, expression=exp.Where(this=where))
