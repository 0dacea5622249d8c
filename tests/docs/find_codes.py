"""The codes of errors, found where they are raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import duckstream

SOURCE = Path(duckstream.__file__).parent

# What makes an error: which one, and which of its arguments is the reason.
_MAKERS = {
    "LakeError": ("LakeError", 1),
    "RefreshError": ("RefreshError", 1),
    "ConflictError": ("ConflictError", 1),
    "ProjectError": ("ProjectError", 1),
    "_wrong": ("ProjectError", 1),
    "complain": ("ProjectError", 1),
    "InvalidSQLError": ("InvalidSQLError", 2),
    "UnsupportedSQLError": ("UnsupportedSQLError", 2),
    "invalid": ("InvalidSQLError", 3),
    "unsupported": ("UnsupportedSQLError", 3),
    # A table that cannot be read, which becomes one when a view names it.
    "Unreadable": ("UnsupportedSQLError", 1),
}
_CODE = re.compile(r"[A-Z][A-Z_…]+")


@dataclass(frozen=True)
class Code:
    """A code, the class of its error, and what it says where it is raised first."""

    code: str
    error: str
    reason: str


def find_codes() -> list[Code]:
    """Each with each of its classes once, in the order of the letters."""
    found: dict[tuple[str, str], Code] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for code in _codes_in(ast.parse(file.read_text("utf-8"))):
            known = found.get((code.code, code.error))
            if known is None or not known.reason:
                found[code.code, code.error] = code
    return [found[key] for key in sorted(found)]


def _codes_in(tree: ast.AST) -> Iterator[Code]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
        error, place = _MAKERS.get(name, ("", 0))
        code = words_of(node.args[0])
        if error and code is not None and _CODE.fullmatch(code):
            reason = words_of(node.args[place]) if len(node.args) > place else None
            yield Code(code, error, reason or "")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def words_of(node: ast.expr) -> str | None:
    """A text as it is written, with … for what is filled in; None if it is made elsewhere.

    >>> words_of(ast.parse('f"there is no view {name}"', mode="eval").body)
    'there is no view …'
    """
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(_words_of_all(parts))
        case _:
            return None


def _words_of_all(parts: Iterable[ast.expr]) -> Iterator[str]:
    for part in parts:
        yield words_of(part) or "…"
