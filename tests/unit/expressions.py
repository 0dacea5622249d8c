"""The value of an expression over one row, by SQL's rules for NULL."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sqlglot import exp

from duckstream.algebra import is_ref, ref_id

# Lists are tuples, so that rows can be compared and counted.
Value: TypeAlias = Any
Row: TypeAlias = dict[int, Value]


def value(node: exp.Expr, row: Row) -> Value:
    """The value of an expression; NULL is None, and makes NULL of all but those listed here."""
    match node:
        case exp.Column() if is_ref(node):
            return row[ref_id(node)]
        case exp.Literal():
            return node.this if node.is_string else int(node.name)
        case exp.Boolean():
            return node.this
        case exp.Null():
            return None
        case exp.Paren() | exp.Cast():
            return value(node.this, row)
        case exp.And():
            sides = [value(node.left, row), value(node.right, row)]
            return False if False in sides else None if None in sides else True
        case exp.Or():
            sides = [value(node.left, row), value(node.right, row)]
            return True if True in sides else None if None in sides else False
        case exp.Is():
            return value(node.this, row) is value(node.expression, row)
        case exp.NullSafeEQ():
            return value(node.left, row) == value(node.right, row)
        case exp.NullSafeNEQ():
            return value(node.left, row) != value(node.right, row)
        case exp.In():
            return _is_in(value(node.this, row), [value(one, row) for one in node.expressions])
        case exp.Case():
            return _case(node, row)
        case exp.Coalesce():
            parts = (value(part, row) for part in (node.this, *node.expressions))
            return next((part for part in parts if part is not None), None)
        case exp.Array():
            return tuple(value(part, row) for part in node.expressions)
        case exp.GenerateSeries():
            last = value(node.args["end"], row)
            if last is not None and not node.args.get("is_end_exclusive"):
                last += 1
            return _named_call("range", [value(node.args["start"], row), last])
        case exp.Anonymous():
            return _named_call(node.name, [value(part, row) for part in node.expressions])
    parts = [value(part, row) for part in node.iter_expressions()]
    return None if None in parts else OPERATORS[type(node)](*parts)


def _is_in(one: Value, others: list[Value]) -> Value:
    if not others:
        return False
    if one is None:
        return None
    return True if one in others else None if None in others else False


def _case(node: exp.Case, row: Row) -> Value:
    for branch in node.args["ifs"]:
        if node.this is None:
            taken = value(branch.this, row) is True
        else:
            taken = value(exp.EQ(this=node.this, expression=branch.this), row) is True
        if taken:
            return value(branch.args["true"], row)
    default = node.args.get("default")
    return None if default is None else value(default, row)


def _named_call(name: str, arguments: list[Value]) -> Value:
    if name.casefold() == "range":
        return None if None in arguments else tuple(range(*arguments))
    raise NotImplementedError(f"{name}({arguments})")


OPERATORS: Mapping[type[exp.Expr], Callable[..., Value]] = {
    exp.Add: lambda a, b: a + b,
    exp.Sub: lambda a, b: a - b,
    exp.Mul: lambda a, b: a * b,
    exp.Mod: lambda a, b: a % b,
    exp.Neg: lambda a: -a,
    exp.Not: lambda a: not a,
    exp.EQ: lambda a, b: a == b,
    exp.NEQ: lambda a, b: a != b,
    exp.LT: lambda a, b: a < b,
    exp.LTE: lambda a, b: a <= b,
    exp.GT: lambda a, b: a > b,
    exp.GTE: lambda a, b: a >= b,
    exp.Between: lambda a, low, high: low <= a <= high,
    exp.Least: min,
    exp.Greatest: max,
}
