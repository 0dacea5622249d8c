"""A whole view: the outermost query with its order and limit."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Column, Relation, Scan, rewrite
from duckstream.bind.catalog import Catalog, PlainView
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.extend import Extend
from duckstream.bind.from_clause import CommonTables, Surroundings
from duckstream.bind.order import OrderTerm
from duckstream.bind.parse import parse_view
from duckstream.bind.pivot import as_table
from duckstream.bind.query import bind_limit, bind_ordered, bind_query, bind_with
from duckstream.errors import UnsupportedSQLError
from duckstream.normalize import normalize


@dataclass(frozen=True)
class BoundView:
    """A view with its names resolved: the relation, the columns to show, order and limit."""

    sql: str
    query: exp.Expr
    relation: Relation
    columns: tuple[tuple[str, Column], ...]
    order: tuple[OrderTerm, ...]
    limit: exp.Expr | None
    offset: exp.Expr | None
    features: frozenset[str]
    context: Context

    @property
    def plain_views(self) -> tuple[PlainView, ...]:
        """The plain views that it is read through."""
        return tuple(self.context.plain_views)


def bind_view(sql: str, *, dialect: str, catalog: Catalog) -> BoundView:
    """Parse the text of a view and resolve every name in it."""
    context = Context(sql, dialect, catalog)
    statement = parse_view(sql, dialect)
    written = as_table(context, statement) if isinstance(statement, exp.Pivot) else statement
    query, around = _unwrap(context, written)
    order = query.args.get("order")
    bound = bind_ordered(context, query, around, list(order.expressions) if order else [])
    limit, offset = (bind_limit(context, query.args.get(key)) for key in ("limit", "offset"))
    if limit is not None or offset is not None:
        context.features.add("limit")
    shown = [*(column for _, column in bound.named.columns), *(t.column for t in bound.order)]
    closed = _close_scans(context, bound.named.relation)
    return BoundView(
        sql,
        written,
        normalize(
            closed,
            tuple(dict.fromkeys(shown)),
            context.ids,
            orders_inside=context.reading.aggregates_order,
        ),
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


def _unwrap(context: Context, query: exp.Expr) -> tuple[exp.Expr, Surroundings]:
    """The SELECT or UNION inside outer parentheses, and the WITH entries it stands in sight of."""
    around = Surroundings(CommonTables(), bind_query)
    while isinstance(query, exp.Subquery):
        refuse_unbound(context, query)
        outside = [key for key in ("order", "limit", "offset") if query.args.get(key)]
        inside = [key for key in ("limit", "offset") if query.this.args.get(key)]
        if outside and inside:
            # The inner query is cut first: it is a subquery of the outer one.
            return query, around
        around = bind_with(context, query, around)
        inner = query.this.copy() if outside else query.this
        for key in outside:
            inner.set(key, query.args[key].copy())
        query = inner
    return query, around


def _close_scans(context: Context, root: Relation) -> Relation:
    """Scans of open tables get the columns that the text reads."""

    def close(node: Relation) -> Relation:
        if isinstance(node, Scan) and id(node) in context.open_scans:
            _, table = context.open_scans[id(node)]
            return Scan(node.source, tuple(table.columns.values()), node.version)
        return node.projected() if isinstance(node, Extend) else node

    return rewrite(root, close)
