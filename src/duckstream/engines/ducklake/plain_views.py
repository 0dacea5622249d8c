"""The SELECT of a plain view, from the CREATE VIEW statement that DuckDB makes of it.

DuckDB keeps the tree of a statement and writes it out again. Some of what it writes is read
otherwise by sqlglot, and the name of the lake is in it, which may be another one tomorrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import TokenType, exp
from sqlglot.errors import SqlglotError

from duckstream.engines.plain_views import text_mark
from duckstream.engines.protocol import table_of
from duckstream.lower import quoted

if TYPE_CHECKING:
    from duckstream.engines.ducklake.engine import DuckLakeEngine

_DIALECT = "duckdb"
# `position('a' IN y)` is written as `main."position"(y, 'a')`, of which sqlglot takes the first
# argument for what is looked for.
_OTHER_NAMES = {"position": "strpos"}


@dataclass(frozen=True)
class Edit:
    """Put `text` in the place of the characters from `start` up to `end`."""

    start: int
    end: int
    text: str = ""


def read_create_view(statement: str, catalog: str, columns: Sequence[str]) -> str:
    """A SELECT of the view's columns, in which the lake goes without its name.

    >>> read_create_view("CREATE VIEW v (a) AS SELECT main.trim(y) FROM dl.main.s;", "dl", ["a"])
    'SELECT * FROM (\\nSELECT trim(y) FROM main.s\\n) AS "_view"("a")'
    """
    declared, select = _split(statement)
    edits = [*_plain_calls(select), *_without_catalog(select, catalog)]
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        select = select[: edit.start] + edit.text + select[edit.end :]
    # A view that cannot be bound any more has no columns, but may have names for them.
    names = ", ".join(quoted(name, _DIALECT) for name in columns or declared)
    return f'SELECT * FROM (\n{select}\n) AS "_view"({names})' if names else select


def keep_plain_view(engine: DuckLakeEngine, name: str, sql: str) -> None:
    """Make the view, unless it was made of this very text.

    DuckDB does not keep texts; which one it was is noted in the comment on the view.
    """
    mark = text_mark(sql)
    known = engine.rows(
        "SELECT comment FROM duckdb_views() "
        "WHERE database_name = ? AND schema_name = ? AND view_name = ?",
        engine.catalog,
        engine.schema,
        name,
    )
    if known == [(mark,)]:
        return
    view = table_of(engine.catalog, engine.schema, name).sql(_DIALECT)
    with engine.current_schema(), engine.transaction():
        engine.execute(f"CREATE OR REPLACE VIEW {view} AS\n{sql}")
        engine.execute(f"COMMENT ON VIEW {view} IS '{mark}'")


def _split(statement: str) -> tuple[list[str], str]:
    """The names in the column list, if there is one, and the text of the SELECT."""
    tokens = sqlglot.tokenize(statement, dialect=_DIALECT)
    begin = next(i for i, token in enumerate(tokens) if token.token_type == TokenType.ALIAS)
    head = tokens[:begin]
    opened = [i for i, token in enumerate(head) if token.token_type == TokenType.L_PAREN]
    listed = head[opened[0] + 1 : -1] if opened else []
    names = [token.text for token in listed if token.token_type != TokenType.COMMA]
    return names, statement[tokens[begin + 1].start :].rstrip().removesuffix(";")


def _plain_calls(select: str) -> Iterator[Edit]:
    """Functions for which SQL has a syntax of its own are written as `main.name(...)`."""
    tokens = sqlglot.tokenize(select, dialect=_DIALECT)
    for schema, dot, name, opened in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        kinds = (dot.token_type, opened.token_type)
        if schema.text == "main" and kinds == (TokenType.DOT, TokenType.L_PAREN):
            other = _OTHER_NAMES.get(name.text.lower())
            yield Edit(schema.start, name.start if other is None else name.end + 1, other or "")


def _without_catalog(select: str, catalog: str) -> Iterator[Edit]:
    try:
        tree = sqlglot.parse_one(select, dialect=_DIALECT)
    except SqlglotError:
        return  # said better by who reads the text
    for node in tree.find_all(exp.Table, exp.Column):
        named, schema = node.args.get("catalog"), node.args.get("db")
        if named is not None and schema is not None and named.name.casefold() == catalog.casefold():
            yield Edit(named.meta["start"], schema.meta["start"])
