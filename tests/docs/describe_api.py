"""Classes and functions as they document themselves."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from tests.docs.tables import code, table

_WIDTH = 80


def describe_function(function: Callable[..., Any], name: str) -> str:
    """Its call and its docstring."""
    call = f"```text\n{name}{_call(function)}\n```"
    return "\n\n".join(filter(None, [f"#### `{name}`", call, _text(function)])) + "\n"


def describe_class(cls: type, name: str | None = None) -> str:
    """Its docstring, its fields, and the methods that it has itself; those with a _ are ours."""
    parts = [f"### `{cls.__name__}`\n\n{_text(cls)}\n"]
    if is_dataclass(cls) and fields(cls):
        rows = (_field(cls, field, _comments(cls)) for field in fields(cls))
        parts.append(table(["field", "type", "default", ""], rows) + "\n")
    for key, member in vars(cls).items():
        if key.startswith("_"):
            continue
        shown = f"{name or cls.__name__}.{key}"
        if isinstance(member, property):
            parts.append(f"#### `{shown}`\n\n{_text(member)}\n")
        elif isinstance(member, classmethod):
            parts.append(describe_function(getattr(cls, key), shown))
        elif inspect.isfunction(member):
            parts.append(describe_function(member, shown))
    return "\n".join(parts)


def _call(function: Callable[..., Any]) -> str:
    """The signature without `self`."""
    signature = inspect.signature(function)
    parameters = [p for name, p in signature.parameters.items() if name != "self"]
    shown = _without_quotes(str(signature.replace(parameters=parameters)))
    if len(shown) < _WIDTH:
        return shown
    listed = [_without_quotes(str(parameter)) for parameter in parameters]
    named = next((i for i, p in enumerate(parameters) if p.kind is p.KEYWORD_ONLY), None)
    if named is not None:
        listed.insert(named, "*")
    lines = "".join(f"    {parameter},\n" for parameter in listed)
    return f"(\n{lines})" + shown[shown.rindex(" -> ") :]


def _without_quotes(text: str) -> str:
    """Annotations are kept as texts, and shown with quotes."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _text(documented: object) -> str:
    """The docstring up to its examples, which are for readers of the code."""
    text = inspect.getdoc(documented) or ""
    return text.split("\n>>> ")[0].strip()


def _field(cls: type, field: Any, comments: dict[str, str]) -> list[str]:
    default = ""
    if field.default is not MISSING:
        default = code(repr(field.default))
    elif field.default_factory is not MISSING:
        made = field.default_factory
        default = code(repr(made())) if made in (dict, list, set) else "made anew"
    return [code(field.name), code(str(field.type)), default, comments.get(field.name, "")]


def _comments(cls: type) -> dict[str, str]:
    """What stands above the fields, by field."""
    source = textwrap.dedent(inspect.getsource(cls))
    lines = source.splitlines()
    return {
        node.target.id: " ".join(_above(lines, node.lineno))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def _above(lines: list[str], line: int) -> list[str]:
    def upward() -> Iterator[str]:
        for text in reversed(lines[: line - 1]):
            if not text.strip().startswith("#"):
                return
            yield text.strip().removeprefix("#").strip()

    return list(upward())[::-1]
