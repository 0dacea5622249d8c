"""A whole view: the outermost query with its order and limit."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Column, Relation, Scan, rewrite
from duckstream.bind.catalog import Catalog
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.expressions import Names, bind_expression
from duckstream.bind.from_clause import CommonTables
from duckstream.bind.order import OrderTerm
from duckstream.bind.parse import parse_view
from duckstream.bind.query import bind_ordered, bind_with
from duckstream.bind.scope import Scope
from duckstream.errors import UnsupportedSQLError


@dataclass(frozen=True)
class BoundView:
    """A view with its names resolved: the relation, the columns to show, order and limit."""

    sql: str
    query: exp.Query
    relation: Relation
    columns: tuple[tuple[str, Column], ...]
    order: tuple[OrderTerm, ...]
    limit: exp.Expr | None
    offset: exp.Expr | None
    features: frozenset[str]
    context: Context


def bind_view(sql: str, *, dialect: str, catalog: Catalog) -> BoundView:
    """Parse the text of a view and resolve every name in it."""
    written = parse_view(sql, dialect)
    context = Context(sql, dialect, catalog)
    query, commons = _unwrap(context, written)
    order = query.args.get("order")
    bound = bind_ordered(context, query, commons, list(order.expressions) if order else [])
    limit, offset = (_constant(context, query.args.get(key)) for key in ("limit", "offset"))
    if limit is not None or offset is not None:
        context.features.add("limit")
    return BoundView(
        sql,
        written,
        _close_scans(context, bound.named.relation),
        bound.named.columns,
        bound.order,
        limit,
        offset,
        frozenset(context.features),
        context,
    )


@contextmanager
def deep_nesting(sql: str) -> Generator[None]:
    """Room for deeply nested texts, and an error where it does not suffice."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        yield
    except RecursionError as error:
        raise UnsupportedSQLError(
            "TOO_DEEP",
            "the query",
            "it is nested too deeply",
            hint="split it into several views",
            sql=sql,
        ) from error
    finally:
        sys.setrecursionlimit(limit)


def _unwrap(context: Context, query: exp.Query) -> tuple[exp.Query, CommonTables]:
    """The SELECT or UNION inside outer parentheses, and the WITH entries it stands in sight of."""
    commons = CommonTables()
    while isinstance(query, exp.Subquery):
        refuse_unbound(context, query)
        outside = [key for key in ("order", "limit", "offset") if query.args.get(key)]
        inside = [key for key in ("order", "limit", "offset") if query.this.args.get(key)]
        commons = bind_with(context, query, commons)
        if outside and inside:
            raise context.unsupported(
                "INNER_LIMIT",
                query,
                "ORDER BY or LIMIT around a query that has its own",
                "it has no rule yet",
                "keep one of them",
            )
        inner = query.this.copy() if outside else query.this
        for key in outside:
            inner.set(key, query.args[key].copy())
        query = inner
    return query, commons


def _constant(context: Context, clause: exp.Expr | None) -> exp.Expr | None:
    """The number in LIMIT or OFFSET."""
    if clause is None:
        return None
    if isinstance(clause, exp.Fetch):
        raise context.unsupported(
            "CLAUSE", clause, "FETCH FIRST", "it has no rule yet", "write LIMIT"
        )
    refuse_unbound(context, clause)
    for node in clause.expression.walk():
        if isinstance(node, (exp.Query, exp.Column)):
            raise context.unsupported(
                "LIMIT_EXPRESSION",
                clause,
                f"{type(clause).__name__.upper()} {context.text(clause.expression)}",
                "only constants are allowed here",
                "write a number",
            )
    return bind_expression(clause.expression, Names(Scope(context), clause="LIMIT"))


def _close_scans(context: Context, root: Relation) -> Relation:
    """Scans of open tables get the columns that the text reads."""

    def close(node: Relation) -> Relation:
        if isinstance(node, Scan) and id(node) in context.open_scans:
            _, table = context.open_scans[id(node)]
            return Scan(node.source, tuple(table.columns.values()), node.version)
        return node

    return rewrite(root, close)
