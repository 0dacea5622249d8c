"""What any operator is made of: the columns, expressions and inputs in its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from sqlglot import exp

from duckstream.algebra.columns import Column, refs, substitute
from duckstream.algebra.operators import Branch, Call, Output, Relation
from duckstream.algebra.ordered import Generator
from duckstream.algebra.tree import rewrite, walk

# What operators hold expressions in.
_HOLDERS = (Output, Call, Generator, Branch)

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

    def found(value: Any) -> Iterator[exp.Expr]:
        if isinstance(value, exp.Expr):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from found(part)
        elif isinstance(value, _HOLDERS):
            for each in fields(value):
                yield from found(getattr(value, each.name))

    for each in fields(node):  # ty: ignore[invalid-argument-type]
        yield from found(getattr(node, each.name))


@dataclass(frozen=True)
class _Ids:
    read: frozenset[int]
    given: frozenset[int]


# Nodes never change, so what was found of one holds as long as it lives.
_FOUND: WeakKeyDictionary[Relation, _Ids] = WeakKeyDictionary()


def free_ids(root: Relation) -> frozenset[int]:
    """The ids that expressions of a tree read and no operator of it gives."""
    for node in walk(root):
        if node not in _FOUND:
            below = [_FOUND[child] for child in node.inputs]
            own = [refs(expression) for expression in expressions(node)]
            _FOUND[node] = _Ids(
                frozenset().union(*own, *(each.read for each in below)),
                frozenset(column.id for column in node.columns).union(*(b.given for b in below)),
            )
    return _FOUND[root].read - _FOUND[root].given


def substitute_in_tree(root: Relation, replacement: Mapping[int, exp.Expr]) -> Relation:
    """The tree with references replaced wherever they are read."""
    if not replacement:
        return root

    def expression(old: exp.Expr) -> exp.Expr:
        return substitute(old, replacement) if refs(old) & replacement.keys() else old

    return rewrite(root, lambda node: map_parts(node, lambda column: column, expression))
