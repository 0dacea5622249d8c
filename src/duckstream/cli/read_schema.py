"""The tables of a view from a file: `.json` as `compile_ivm` has it, `.sql` with CREATE TABLE."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from duckstream.bind.catalog import read_type
from duckstream.cli.failures import CallError
from duckstream.cli.read_text import read_text
from duckstream.errors import LakeError

Schema = dict[str, Any]


def read_schema(path: str, dialect: str) -> Schema:
    """`{table: {column: type}}`, with a level more for the schema or catalogue of a table."""
    readers: dict[str, Callable[[str, str], Schema]] = {".json": _from_json, ".sql": _from_sql}
    reader = readers.get(PurePath(path).suffix.lower())
    if reader is None:
        raise CallError(
            f'{path}: a schema is a .json file, {{"table": {{"column": "TYPE"}}}}, '
            "or a .sql file with CREATE TABLE"
        )
    text = read_text(path)
    try:
        return reader(text, dialect)
    except _SchemaError as error:
        raise CallError(f"{path}: {error}") from error


class _SchemaError(Exception):
    """What is wrong with the content; the caller adds the name of the file."""


def _from_json(text: str, dialect: str) -> Schema:
    try:
        content = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise _SchemaError(
            f"not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        ) from error
    except RecursionError as error:
        raise _SchemaError("nested too deeply") from error
    if not isinstance(content, dict):
        raise _SchemaError('not an object; write {"table": {"column": "TYPE"}}')
    if not content:
        raise _SchemaError("there is no table in it")
    for name, part in content.items():
        _check_level(part, (name,), dialect)
    return content


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Python keeps the last of two equal names; here the first would be lost without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise _SchemaError(f"{repeated!r} is there twice")
    return found


def _check_level(part: Any, path: tuple[str, ...], dialect: str) -> None:
    """A table with its columns, or a schema or catalogue with what is in it; never a mixture."""
    name = ".".join(path)
    if not isinstance(part, dict):
        raise _SchemaError(f'{name} is not an object; write {{"column": "TYPE"}}')
    if not part:
        raise _SchemaError(f"{name} has no columns")
    if any(isinstance(value, dict) for value in part.values()):
        if len(path) > 2:
            raise _SchemaError(f"{name} is nested too deeply; a type is a text")
        for key, value in part.items():
            _check_level(value, (*path, key), dialect)
        return
    for column, type in part.items():
        if not isinstance(type, str):
            raise _SchemaError(f"the type of {name}.{column} is {json.dumps(type)}, not a text")
        _check_type(f"{name}.{column}", type, dialect)


def _check_type(column: str, text: str, dialect: str) -> None:
    """A type that is not known can be the user's own, but then it is a name."""
    try:
        type = read_type(text, dialect)
    except LakeError as error:
        raise _SchemaError(f"{column}: {error.reason}") from error
    known = isinstance(type, exp.DataType) and type.this is not exp.DType.USERDEFINED
    if not known and not re.fullmatch(r'[^\W\d][\w.]*|"[^"]+"', text.strip()):
        raise _SchemaError(f"{column}: {text!r} is not a type of {dialect}")


def _from_sql(text: str, dialect: str) -> Schema:
    """What is not a CREATE TABLE is passed over, so that a whole script can be handed in."""
    try:
        statements = sqlglot.parse(text, dialect=dialect)
    except (SqlglotError, RecursionError) as error:
        raise _SchemaError(f"not valid SQL: {_first_line(error)}") from error
    schema: Schema = {}
    for statement in statements:
        if isinstance(statement, exp.Command):
            _refuse_unread_table(statement)
        if isinstance(statement, exp.Create) and statement.kind == "TABLE":
            _add_table(schema, statement)
    if not schema:
        raise _SchemaError("there is no CREATE TABLE in it")
    return schema


def _add_table(schema: Schema, create: exp.Create) -> None:
    table = create.find(exp.Table)
    assert table is not None
    path = [part.name for part in table.parts]
    columns: dict[str, exp.DataType | None] = {}
    definitions = create.this.expressions if isinstance(create.this, exp.Schema) else []
    for definition in definitions:
        if isinstance(definition, exp.ColumnDef):
            if definition.name in columns:
                raise _SchemaError(f"column {definition.name} of {'.'.join(path)} is there twice")
            columns[definition.name] = definition.kind
    if not columns:
        raise _SchemaError(f"CREATE TABLE {'.'.join(path)} does not name its columns")
    level = schema
    for part in path[:-1]:
        level = level.setdefault(part, {})
    if path[-1] in level:
        raise _SchemaError(f"{'.'.join(path)} is there twice")
    level[path[-1]] = columns


def _refuse_unread_table(command: exp.Command) -> None:
    """sqlglot keeps what it cannot parse as text; a table among it would go missing silently."""
    text = command.sql()
    if re.match(r"CREATE\b[\w\s]*\bTABLE\b", text, re.IGNORECASE):
        raise _SchemaError(f"this CREATE TABLE cannot be read: {' '.join(text.split())[:60]}")


def _first_line(error: BaseException) -> str:
    plain = re.sub(r"\x1b\[\d+m", "", str(error))
    return plain.split("\n")[0] or type(error).__name__
