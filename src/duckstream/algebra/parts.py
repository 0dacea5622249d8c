"""What any operator is made of: the columns, expressions and inputs in its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from sqlglot import exp

from duckstream.algebra.columns import Column, refs, substitute
from duckstream.algebra.operators import Relation
from duckstream.algebra.tree import rewrite, walk

MapColumn = Callable[[Column], Column]
MapExpression = Callable[[exp.Expr], exp.Expr]


def map_parts(node: Relation, column: MapColumn, expression: MapExpression) -> Relation:
    """The operator over the same inputs, with other columns and expressions."""

    def mapped(value: Any) -> Any:
        match value:
            case Relation():
                return value
            case Column():
                return column(value)
            case exp.Expr():
                return expression(value)
            case tuple():
                new = tuple(mapped(part) for part in value)
                same = all(a is b for a, b in zip(new, value, strict=True))
                return value if same else new
            case _ if is_dataclass(value) and not isinstance(value, type):
                return _rebuilt(value, mapped)
            case _:
                return value

    return _rebuilt(node, mapped)


def _rebuilt(value: Any, mapped: Callable[[Any], Any]) -> Any:
    changed = {}
    for each in fields(value):
        old = getattr(value, each.name)
        new = mapped(old)
        if new is not old:
            changed[each.name] = new
    return replace(value, **changed) if changed else value


def expressions(node: Relation) -> Iterator[exp.Expr]:
    """Every expression in the fields of an operator, not those of its inputs."""
    found: list[exp.Expr] = []

    def take(expression: exp.Expr) -> exp.Expr:
        found.append(expression)
        return expression

    map_parts(node, lambda column: column, take)
    return iter(found)


def free_ids(root: Relation) -> set[int]:
    """The ids that expressions of a tree read and no operator of it gives."""
    read: set[int] = set()
    given: set[int] = set()
    for node in walk(root):
        given.update(column.id for column in node.columns)
        for expression in expressions(node):
            read |= refs(expression)
    return read - given


def substitute_in_tree(root: Relation, replacement: Mapping[int, exp.Expr]) -> Relation:
    """The tree with references replaced wherever they are read."""
    if not replacement:
        return root

    def expression(old: exp.Expr) -> exp.Expr:
        return substitute(old, replacement) if refs(old) & replacement.keys() else old

    return rewrite(root, lambda node: map_parts(node, lambda column: column, expression))
