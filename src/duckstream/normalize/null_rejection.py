"""Which conditions no row fulfils whose columns of one side are all NULL.

An outer join under such a condition is an inner one: the rows that it pads with NULL go again.
"""

from __future__ import annotations

from collections.abc import Set

from sqlglot import exp

from duckstream.algebra import is_ref, ref_id

# NULL wherever an operand is.
_STRICT = (
    exp.Add,
    exp.Sub,
    exp.Mul,
    exp.Div,
    exp.Mod,
    exp.Neg,
    exp.EQ,
    exp.NEQ,
    exp.LT,
    exp.LTE,
    exp.GT,
    exp.GTE,
    exp.Like,
    exp.Paren,
    exp.Not,
)


def rejects_nulls(condition: exp.Expr, ids: Set[int]) -> bool:
    """Is it surely not true where all columns with these ids are NULL?"""
    match condition:
        case exp.Paren():
            return rejects_nulls(condition.this, ids)
        case exp.And():
            return any(rejects_nulls(side, ids) for side in (condition.left, condition.right))
        case exp.Or():
            return all(rejects_nulls(side, ids) for side in (condition.left, condition.right))
        case exp.Not() if isinstance(condition.this.unnest(), exp.Is):
            test = condition.this.unnest()
            return isinstance(test.expression, exp.Null) and is_null(test.this, ids)
        case exp.Between() | exp.In():
            return is_null(condition.this, ids)
        case _:
            return is_null(condition, ids)


def is_null(expression: exp.Expr, ids: Set[int]) -> bool:
    """Is it surely NULL where all columns with these ids are?"""
    if is_ref(expression):
        return ref_id(expression) in ids
    match expression:
        case exp.Null():
            return True
        case exp.Cast():
            return is_null(expression.this, ids)
        case exp.Case():
            return _is_null_case(expression, ids)
        case _ if isinstance(expression, _STRICT):
            operands = (expression.args.get(name) for name in ("this", "expression"))
            return any(is_null(operand, ids) for operand in operands if operand is not None)
    return False


def _is_null_case(case: exp.Case, ids: Set[int]) -> bool:
    """None of its conditions holds, and what is left is NULL."""
    if case.this is not None or not all(rejects_nulls(each.this, ids) for each in case.args["ifs"]):
        return False
    default = case.args.get("default")
    return default is None or is_null(default, ids)
