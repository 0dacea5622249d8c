"""Texts that are constants in Python code, without running it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence


def constant_text(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """The text of an expression; `known` are the names that stand for constants.

    >>> constant_text(ast.parse("f'SELECT * FROM {table}' + ' LIMIT 3'").body[0].value,
    ...     {"table": "orders"})
    'SELECT * FROM orders LIMIT 3'
    """
    match node:
        case ast.Constant(value=str() | int() as value):
            return str(value)
        case ast.Name(id=name):
            return known.get(name)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _joined([left, right], known)
        case ast.JoinedStr(values=parts):
            return _joined(parts, known)
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return constant_text(value, known)
    return None


def _joined(parts: Sequence[ast.expr], known: Mapping[str, str]) -> str | None:
    texts = [constant_text(part, known) for part in parts]
    return None if None in texts else "".join(text for text in texts if text is not None)


def fold_assignments(body: Sequence[ast.stmt]) -> dict[str, str]:
    """The names that are assigned a constant, once and at this level."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    found: dict[str, str] = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                text = constant_text(value, found)
                if text is not None and stored.count(name) == 1:
                    found[name] = text
    return found
