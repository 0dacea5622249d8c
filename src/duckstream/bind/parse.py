"""The text of a view becomes a syntax tree, or an error with its place in the text."""

from __future__ import annotations

import re
from itertools import pairwise

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, SqlglotError, TokenError
from sqlglot.expressions.builders import apply_index_offset

from duckstream.bind.dialects import READINGS
from duckstream.errors import InvalidSQLError, Position, UnsupportedSQLError


def parse_view(sql: str, dialect: str) -> exp.Query | exp.Pivot | exp.Values:
    """The one SELECT that the text holds, or what gives rows like one."""
    _refuse_empty_places(sql, dialect)
    try:
        statements = [s for s in sqlglot.parse(sql, dialect=dialect) if _is_statement(s)]
    except ParseError as error:
        raise _syntax_error(sql, error) from error
    except (TokenError, SqlglotError) as error:
        reason = str(error).split("\n")[0] or "the text cannot be read"
        raise InvalidSQLError(
            "SYNTAX", "the SQL text", reason, hint="check quotes and comments", sql=sql
        ) from error
    if not statements:
        raise InvalidSQLError("SYNTAX", "the SQL text", "there is no statement in it")
    if len(statements) > 1:
        raise InvalidSQLError(
            "SEVERAL_STATEMENTS",
            "the SQL text",
            f"a view is one SELECT, and there are {len(statements)} statements",
            hint="compile each view by itself",
            sql=sql,
        )
    statement = statements[0]
    if not isinstance(statement, (exp.Query, exp.Pivot, exp.Values)):
        raise UnsupportedSQLError(
            "NOT_A_SELECT",
            type(statement).__name__.upper(),
            "a view is defined by a SELECT",
            hint="give the SELECT alone",
            position=Position(1, 1),
            sql=sql,
        )
    _keep_subscripts(statement, dialect)
    _find_arrows(statement, dialect)
    return statement


def _find_arrows(statement: exp.Expr, dialect: str) -> None:
    """`f(j -> 'a')` looks into JSON unless `f` takes a function: sqlglot always sees a function."""
    taking = READINGS[dialect].lambda_functions
    if taking is None:
        return
    for node in list(statement.find_all(exp.Lambda)):
        call = node.parent
        name = call.name if isinstance(call, exp.Anonymous) else getattr(call, "sql_name", str)()
        if name.upper() in taking or len(node.expressions) != 1:
            continue
        # In `j -> 'a' -> 'b'` the function seemed to be all that follows the first arrow.
        inner = node.this
        while isinstance(inner, (exp.JSONExtract, exp.JSONExtractScalar)):
            inner = inner.this
        path = Dialect.get_or_raise(dialect).to_json_path(inner.copy())
        value = exp.Column(this=node.expressions[0].copy())
        access = exp.JSONExtract(this=value, expression=path, only_json_types=False)
        if inner is node.this:
            node.replace(access)
        else:
            inner.replace(access)
            node.replace(node.this)


def _keep_subscripts(statement: exp.Expr, dialect: str) -> None:
    """Subscripts as the user wrote them.

    sqlglot counts from 0 inside, and back again when it writes, depending on the types that it
    sees then; an expression that was moved elsewhere would come out with another subscript.
    """
    offset = Dialect.get_or_raise(dialect).INDEX_OFFSET
    for node in list(statement.find_all(exp.Bracket)):
        if node.args.get("json_access"):
            continue
        shift = offset - (node.args.get("offset") or 0)
        node.set("expressions", apply_index_offset(node.this, node.expressions, shift, dialect))
        node.set("offset", offset)


def _refuse_empty_places(sql: str, dialect: str) -> None:
    """Two commas in a row: sqlglot lets them pass, no engine does."""
    try:
        tokens = sqlglot.tokenize(sql, dialect=dialect)
    except SqlglotError:
        return  # said better by the parser
    for left, right in pairwise(tokens):
        if left.token_type == right.token_type == sqlglot.TokenType.COMMA:
            raise InvalidSQLError(
                "SYNTAX",
                "near ','",
                "there is nothing between two commas",
                hint="drop one of them",
                position=Position.of_offset(sql, right.start),
                sql=sql,
            )


def _is_statement(node: exp.Expr | None) -> bool:
    return node is not None and not isinstance(node, exp.Semicolon)


def _syntax_error(sql: str, error: ParseError) -> InvalidSQLError:
    detail = error.errors[0] if error.errors else {}
    description = str(detail.get("description") or error).split("\n")[0].rstrip(".")
    highlighted = str(detail.get("highlight") or "")
    line, column = detail.get("line"), detail.get("col")
    position = None
    if isinstance(line, int) and isinstance(column, int):
        # sqlglot counts to the end of the token.
        position = Position(line, max(column - len(highlighted) + 1, 1))
    near = f"near {highlighted!r}" if highlighted else "the SQL text"
    reason = re.sub(r"\x1b\[\d+m", "", description)
    reason = re.sub(r" for <class .*?>", "", reason)
    return InvalidSQLError(
        "SYNTAX",
        near,
        reason,
        hint="look at the text at this place and just before it",
        position=position,
        sql=sql,
    )
