"""Columns have identities, not names.

Every column an operator puts out has an id of its own, unique in the tree. Expressions are sqlglot
nodes that refer to ids: a reference is an `exp.Column` whose identifier reads `#<id>`. Names are
kept for printing only; they mean something again in the last projection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from sqlglot import exp


@dataclass(frozen=True)
class Column:
    """One column of a relation. Two columns are the same when their ids are."""

    id: int
    name: str = field(compare=False)
    type: exp.DataType | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.name}#{self.id}"


class Ids:
    """Hands out column ids; one per compiled view, so that ids are unique in its tree."""

    def __init__(self, start: int = 1) -> None:
        self._next: Iterator[int] = count(start)

    def column(self, name: str, type: exp.DataType | None = None) -> Column:
        return Column(next(self._next), name, type)

    def copy_of(self, column: Column) -> Column:
        return self.column(column.name, column.type)


def ref(column: Column) -> exp.Column:
    """An expression that reads `column`."""
    return exp.Column(this=exp.Identifier(this=f"#{column.id}", quoted=True))


def is_ref(node: exp.Expr) -> bool:
    return isinstance(node, exp.Column) and node.name.startswith("#")


def ref_id(node: exp.Expr) -> int:
    return int(node.name[1:])


def refs(expression: exp.Expr | None) -> set[int]:
    """The ids that an expression reads."""
    if expression is None:
        return set()
    return {ref_id(node) for node in expression.find_all(exp.Column) if is_ref(node)}


def ref_counts(expressions: Iterable[exp.Expr]) -> dict[int, int]:
    """How often each id is read by the expressions together."""
    counts: dict[int, int] = {}
    for expression in expressions:
        for node in expression.find_all(exp.Column):
            if is_ref(node):
                counts[ref_id(node)] = counts.get(ref_id(node), 0) + 1
    return counts


def substitute(
    expression: exp.Expr,
    replacement: Mapping[int, exp.Expr],
) -> exp.Expr:
    """The expression with references replaced; what binds loosely is put in parentheses.

    >>> a, b = Column(1, "a"), Column(2, "b")
    >>> doubled = exp.Mul(this=ref(a), expression=exp.Literal.number(2))
    >>> substitute(doubled, {1: exp.Add(this=ref(b), expression=exp.Literal.number(1))}).sql()
    '("#2" + 1) * 2'
    """

    def replace(node: exp.Expr) -> exp.Expr:
        if is_ref(node):
            found = replacement.get(ref_id(node))
            if found is not None:
                return enclose(found.copy()) if node is not root else found.copy()
        return node

    root = expression.copy()
    return root.transform(replace, copy=False)


def enclose(expression: exp.Expr) -> exp.Expr:
    """The expression in parentheses, unless it stands as firmly without."""
    firm = (exp.Column, exp.Literal, exp.Paren, exp.Null, exp.Boolean)
    firm_call = isinstance(expression, exp.Func) and not isinstance(
        expression, (exp.Connector, exp.Binary, exp.Case, exp.Cast)
    )
    if isinstance(expression, firm) or firm_call:
        return expression
    return exp.Paren(this=expression)


def conjuncts(condition: exp.Expr | None) -> list[exp.Expr]:
    """The parts of a condition that all have to hold."""
    if condition is None:
        return []
    if isinstance(condition, exp.And):
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    if isinstance(condition, exp.Paren) and isinstance(condition.this, exp.And):
        return conjuncts(condition.this)
    return [condition]


def conjunction(conditions: Iterable[exp.Expr]) -> exp.Expr | None:
    """All the conditions as one, or None when there is none."""
    parts = [part.copy() for part in conditions]
    if not parts:
        return None
    if len(parts) == 1:
        return parts[0]
    loose = (exp.Or, exp.Xor)
    return exp.and_(*[exp.Paren(this=p) if isinstance(p, loose) else p for p in parts], wrap=False)
