"""Queries: SELECT, set operations, VALUES and WITH, nested in any way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp

from duckstream.bind.catalog import NamedRelation
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.expressions import Names, bind_expression
from duckstream.bind.first_rows import first_rows
from duckstream.bind.from_clause import CommonTable, Surroundings
from duckstream.bind.order import OrderTerm, OutputName, find_output, spell_out
from duckstream.bind.recursion import bind_recursion, reads_itself
from duckstream.bind.scope import Scope
from duckstream.bind.select import bind_select
from duckstream.bind.set_operations import bind_set_operation
from duckstream.bind.values import bind_values


@dataclass(frozen=True)
class BoundQuery:
    """A query with the order that its ORDER BY asks for."""

    named: NamedRelation
    order: tuple[OrderTerm, ...] = ()


def bind_query(context: Context, query: exp.Expr, around: Surroundings) -> NamedRelation:
    """A query inside another. Its order means nothing, unless it is cut to the first rows."""
    limit, offset = (bind_limit(context, query.args.get(key)) for key in ("limit", "offset"))
    order = query.args.get("order")
    if isinstance(query, exp.Subquery) and limit is None and offset is None:
        refuse_unbound(context, query)
        return bind_query(context, query.this, bind_with(context, query, around))
    cut = limit is not None or offset is not None
    terms = list(order.expressions) if order is not None and cut else []
    bound = bind_ordered(context, query, around, terms)
    if not cut:
        return bound.named
    context.features.add("limit")
    named = bound.named
    rows = first_rows(context.ids, named.relation, (), bound.order, limit, offset)
    return NamedRelation(rows, named.columns)


def bind_ordered(
    context: Context, query: exp.Expr, around: Surroundings, order: list[exp.Ordered]
) -> BoundQuery:
    """A SELECT or a set operation, and the columns that the terms of `order` order it by."""
    around = bind_with(context, query, around)
    for term in order:
        refuse_unbound(context, term)
    if isinstance(query, exp.Select):
        bound = bind_select(context, query, around, order or _order_of_first(query))
        return BoundQuery(bound.named, bound.order)
    named = _bind_rows(context, query, around)
    outputs = [OutputName(name, False) for name, _ in named.columns]
    terms = []
    for term in spell_out(order, len(outputs)):
        place = find_output(context, term.this, outputs)
        if place is None:
            raise context.unsupported(
                "ORDER_OF_UNION",
                term,
                f"ORDER BY {context.text(term.this)}",
                "the rows of a union can be ordered by its columns only",
                "name a column of the first SELECT, or its number",
            )
        terms.append(OrderTerm(named.columns[place][1], term))
    return BoundQuery(named, tuple(terms))


def _order_of_first(select: exp.Select) -> list[exp.Ordered]:
    """DISTINCT ON takes the first rows of an order even where that is not shown."""
    distinct, order = select.args.get("distinct"), select.args.get("order")
    if distinct is None or distinct.args.get("on") is None or order is None:
        return []
    return list(order.expressions)


def _bind_rows(context: Context, query: exp.Expr, around: Surroundings) -> NamedRelation:
    """What gives rows without being a SELECT."""
    if isinstance(query, exp.SetOperation):
        return bind_set_operation(context, query, around, bind_query)
    if isinstance(query, exp.Subquery):
        refuse_unbound(context, query)
        return bind_query(context, query.this, around)
    if isinstance(query, exp.Values):
        names = Names(Scope(context, outer=around.outer), clause="VALUES")
        return bind_values(context, query, lambda value: bind_expression(value, names))
    raise context.unsupported(
        "QUERY", query, type(query).__name__.upper(), "it has no rule yet", "write it as a SELECT"
    )


def bind_limit(context: Context, clause: exp.Expr | None) -> exp.Expr | None:
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


def bind_with(context: Context, query: exp.Expr, around: Surroundings) -> Surroundings:
    """The entries of a WITH clause, in sight of each other in their order."""
    with_ = query.args.get("with_")
    if with_ is None:
        return around
    refuse_unbound(context, with_)
    seen: set[str] = set()
    for entry in with_.expressions:
        refuse_unbound(context, entry)
        name = entry.alias
        if name.casefold() in seen:
            raise context.invalid(
                "DUPLICATE_ALIAS",
                entry,
                f"WITH {name}",
                "two entries of this WITH clause have the same name",
                "rename one of them",
            )
        seen.add(name.casefold())
        if not isinstance(entry.this, exp.Query):
            raise context.unsupported(
                "CLAUSE", entry, f"WITH {name}", "it is not a SELECT", "write a SELECT"
            )
        if with_.recursive and reads_itself(entry):
            named = bind_recursion(context, entry, around, bind_query)
            common = CommonTable(entry.this, around, named)
        else:
            common = CommonTable(_with_column_names(entry), around)
        around = replace(around, commons=around.commons.extended(name, common))
    return around


def _with_column_names(entry: exp.CTE) -> exp.Query:
    """`c(a, b) AS (...)` is `c AS (SELECT * FROM (...) AS c(a, b))`."""
    if not entry.args["alias"].args.get("columns"):
        return entry.this
    derived = exp.Subquery(this=entry.this.copy(), alias=entry.args["alias"].copy())
    return exp.Select(expressions=[exp.Star()], from_=exp.From(this=derived))
