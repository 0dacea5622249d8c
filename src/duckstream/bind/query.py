"""Queries: SELECT, UNION ALL and WITH, nested in any way."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Branch, Column, UnionAll
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.from_clause import CommonTable, CommonTables
from duckstream.bind.order import OrderTerm, OutputName, find_output, spell_out
from duckstream.bind.select import bind_select


@dataclass(frozen=True)
class BoundQuery:
    """A query with the order that its ORDER BY asks for."""

    named: NamedRelation
    order: tuple[OrderTerm, ...] = ()


def bind_query(context: Context, query: exp.Query, commons: CommonTables) -> NamedRelation:
    """A query inside another. Its order means nothing, unless it is cut to the first rows."""
    for key in ("limit", "offset"):
        node = query.args.get(key)
        if node is not None:
            raise context.unsupported(
                "INNER_LIMIT",
                node,
                f"{key.upper()} in a subquery",
                "it has no rule yet",
                "limit the outermost query, or aggregate with MIN or MAX",
            )
    if isinstance(query, exp.Subquery):
        refuse_unbound(context, query)
        commons = bind_with(context, query, commons)
        return bind_query(context, query.this, commons)
    return bind_ordered(context, query, commons, []).named


def bind_ordered(
    context: Context, query: exp.Query, commons: CommonTables, order: list[exp.Ordered]
) -> BoundQuery:
    """A SELECT or UNION ALL, and the columns that the terms of `order` order it by."""
    commons = bind_with(context, query, commons)
    for term in order:
        refuse_unbound(context, term)
    if isinstance(query, exp.Select):
        bound = bind_select(context, query, commons, bind_query, order)
        return BoundQuery(bound.named, bound.order)
    if not isinstance(query, exp.Union):
        raise _refused(context, query)
    named = _bind_union(context, query, commons)
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


def bind_with(context: Context, query: exp.Query, commons: CommonTables) -> CommonTables:
    """The entries of a WITH clause, in sight of each other in their order."""
    with_ = query.args.get("with_")
    if with_ is None:
        return commons
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
        if with_.recursive and _reads_itself(entry):
            raise context.unsupported(
                "RECURSIVE", entry, f"WITH RECURSIVE {name}", "it has no rule yet", "unroll it"
            )
        if not isinstance(entry.this, exp.Query):
            raise context.unsupported(
                "CLAUSE", entry, f"WITH {name}", "it is not a SELECT", "write a SELECT"
            )
        commons = commons.extended(name, CommonTable(_with_column_names(entry), commons))
    return commons


def _with_column_names(entry: exp.CTE) -> exp.Query:
    """`c(a, b) AS (...)` is `c AS (SELECT * FROM (...) AS c(a, b))`."""
    if not entry.args["alias"].args.get("columns"):
        return entry.this
    derived = exp.Subquery(this=entry.this.copy(), alias=entry.args["alias"].copy())
    return exp.Select(expressions=[exp.Star()], from_=exp.From(this=derived))


def _reads_itself(entry: exp.CTE) -> bool:
    return any(
        table.name.casefold() == entry.alias.casefold() and not table.db
        for table in entry.this.find_all(exp.Table)
    )


def _bind_union(context: Context, union: exp.Union, commons: CommonTables) -> NamedRelation:
    context.features.add("union_all")
    sides = [bind_query(context, side, commons) for side in _branches(context, union)]
    columns = list(sides[0].columns)
    for side in sides[1:]:
        if len(side.columns) != len(columns):
            raise context.invalid(
                "UNION_WIDTH",
                union.right,
                "UNION ALL",
                f"its sides have {len(columns)} and {len(side.columns)} columns",
                "select the same number of columns on both sides",
            )
    united: list[tuple[str, Column]] = []
    for place, (name, first) in enumerate(columns):
        types = [side.columns[place][1].type for side in sides]
        same = first.type is not None and all(type == first.type for type in types)
        united.append((name, context.ids.column(name, first.type if same else None)))
    branches = tuple(
        Branch(side.relation, tuple(column for _, column in side.columns)) for side in sides
    )
    relation = UnionAll(tuple(column for _, column in united), branches, unifies=True)
    return NamedRelation(relation, tuple(united))


def _branches(context: Context, union: exp.Union) -> list[exp.Query]:
    """The sides of a chain of UNION ALLs, which may be long."""
    branches: list[exp.Query] = []
    node: exp.Expr = union
    while True:
        if not isinstance(node, exp.Union) or (
            node is not union and any(node.args.get(key) for key in ("with_", "limit", "offset"))
        ):
            branches.append(node)
            return branches[::-1]
        refuse_unbound(context, node)
        if node.args.get("distinct"):
            raise context.unsupported(
                "UNION_DISTINCT",
                node,
                "UNION",
                "UNION without ALL has no rule yet",
                "write SELECT DISTINCT * FROM (... UNION ALL ...)",
            )
        if node.args.get("by_name"):
            raise context.unsupported(
                "UNION_BY_NAME",
                node,
                "UNION ALL BY NAME",
                "it has no rule yet",
                "list the columns in the same order",
            )
        branches.append(node.expression)
        node = node.this


def _refused(context: Context, query: exp.Query) -> Exception:
    names: dict[type[exp.Expr], tuple[str, str, str]] = {
        exp.Intersect: ("INTERSECT", "INTERSECT", "join the DISTINCT rows of both sides"),
        exp.Except: ("EXCEPT", "EXCEPT", "aggregate over UNION ALL with a sign per side"),
        exp.Values: ("VALUES", "VALUES", "SELECT the constants, joined by UNION ALL"),
    }
    code, construct, hint = names.get(
        type(query), ("QUERY", type(query).__name__.upper(), "write it as a SELECT")
    )
    return context.unsupported(code, query, construct, "it has no rule yet", hint)
