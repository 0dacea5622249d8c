"""COUNT_IF, BOOL_AND and BOOL_OR are counts, so that they are kept from the change alone.

COUNT_IF(x)  =  COUNT(*) FILTER (x)
BOOL_AND(x)  =  CASE WHEN COUNT(x) > 0 THEN COUNT(*) FILTER (NOT x) = 0 END
BOOL_OR(x)   =  CASE WHEN COUNT(x) > 0 THEN COUNT(*) FILTER (x) > 0 END
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from duckstream.algebra import Column, enclose, ref
from duckstream.bind.dialects import Reading
from duckstream.bind.functions import function_names

# COUNT of an argument, or of all rows, with or without a FILTER.
Count = Callable[[exp.Expr | None, exp.Expr | None], Column]

_COUNT_IF = frozenset({"count_if"})
_ALL = frozenset({"bool_and", "every"})
_ANY = frozenset({"bool_or", "some"})


def truth_argument(call: exp.Expr) -> exp.Expr | None:
    """The argument of the call, if it is one of these functions."""
    if not function_names(call) & (_COUNT_IF | _ALL | _ANY):
        return None
    if not isinstance(call, exp.Anonymous):
        return None if isinstance(call.this, exp.Distinct) else call.this
    return call.expressions[0] if len(call.expressions) == 1 else None


def count_truths(
    call: exp.Expr,
    argument: exp.Expr,
    filter: exp.Expr | None,
    count: Count,
    reading: Reading,
) -> exp.Expr:
    """The value of the function, computed from counts."""

    def counted(condition: exp.Expr) -> exp.Expr:
        parts = [enclose(part.copy()) for part in (filter, condition) if part is not None]
        return ref(count(None, exp.and_(*parts, wrap=False)))

    def if_any(value: exp.Expr) -> exp.Expr:
        some = exp.GT(this=ref(count(argument, filter)), expression=zero.copy())
        return exp.Paren(this=exp.Case(ifs=[exp.If(this=some, true=value)]))

    zero = exp.Literal.number(0)
    names = function_names(call)
    if names & _COUNT_IF:
        number = exp.cast(counted(argument), reading.count_if_type)
        return if_any(number) if reading.count_if_of_nothing_is_null else number
    if names & _ALL:
        wrong = counted(exp.Not(this=enclose(argument)))
        return if_any(exp.EQ(this=wrong, expression=zero))
    return if_any(exp.GT(this=counted(argument), expression=zero))
