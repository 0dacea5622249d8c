"""Queries: SELECT, UNION ALL and WITH, nested in any way, and what stands around the outermost."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import (
    Branch,
    Column,
    Relation,
    Scan,
    UnionAll,
    rewrite,
)
from duckstream.bind.catalog import Catalog, NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.from_clause import CommonTable, CommonTables
from duckstream.bind.names import make_unique
from duckstream.bind.parse import parse_view
from duckstream.bind.select import bind_select


@dataclass(frozen=True)
class OrderTerm:
    """One term of the outermost ORDER BY: the column, and `exp.Ordered` for how it orders."""

    column: Column
    ordered: exp.Ordered


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
    query = parse_view(sql, dialect)
    context = Context(sql, dialect, catalog)
    try:
        bound, columns, order = _bind_outermost(context, query)
    except RecursionError as error:
        raise context.unsupported(
            "TOO_DEEP", query, "the query", "it is nested too deeply", "split it into views"
        ) from error
    relation = _close_scans(context, bound)
    limit, offset = _limits(context, query)
    names = make_unique(name for name, _ in columns)
    return BoundView(
        sql,
        query,
        relation,
        tuple(zip(names, (column for _, column in columns), strict=True)),
        tuple(order),
        limit,
        offset,
        frozenset(context.features),
        context,
    )


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
    commons = _with(context, query, commons)
    match query:
        case exp.Subquery():
            if not isinstance(query.this, exp.Query):
                raise context.unsupported(
                    "FROM", query, context.text(query), "it is not a query", "write SELECT"
                )
            return bind_query(context, query.this, commons)
        case exp.Select():
            bound, _ = bind_select(context, query, commons, bind_query)
            return bound.named
        case exp.Union():
            return _bind_union(context, query, commons)
    return _refuse_query(context, query)


def _bind_outermost(
    context: Context, query: exp.Query
) -> tuple[Relation, list[tuple[str, Column]], list[OrderTerm]]:
    while isinstance(query, exp.Subquery) and isinstance(query.this, exp.Query):
        if any(query.args.get(key) for key in ("order", "limit", "offset", "with_")):
            break
        query = query.this
    order = query.args.get("order")
    terms = list(order.expressions) if order is not None else []
    for term in terms:
        if term.args.get("with_fill"):
            raise context.unsupported(
                "CLAUSE", term, "WITH FILL", "it has no rule yet", "leave the clause out"
            )
    if isinstance(query, exp.Select):
        commons = _with(context, query, CommonTables())
        return _bind_ordered_select(context, query, commons, terms)
    bare = query.copy()
    for key in ("order", "limit", "offset"):
        bare.set(key, None)
    named = bind_query(context, bare, CommonTables())
    by_name = {name.casefold(): column for name, column in named.columns}
    columns = list(named.columns)
    bound_terms = []
    for term in _spelled_out(terms, len(columns)):
        column = _output_column(context, term.this, columns, by_name)
        if column is None:
            raise context.unsupported(
                "ORDER_OF_UNION",
                term,
                f"ORDER BY {context.text(term.this)}",
                "the rows of a union can be ordered by its columns only",
                "name a column of the first SELECT, or its number",
            )
        bound_terms.append(OrderTerm(column, term))
    return named.relation, columns, bound_terms


def _bind_ordered_select(
    context: Context,
    select: exp.Select,
    commons: CommonTables,
    terms: list[exp.Ordered],
) -> tuple[Relation, list[tuple[str, Column]], list[OrderTerm]]:
    """A name or a number in ORDER BY means a column of the result first of all."""
    names = [item.alias_or_name.casefold() for item in select.expressions]
    starred = any(item.is_star for item in select.expressions)

    def is_output(term: exp.Ordered) -> bool:
        node = term.this
        if isinstance(node, exp.Literal):
            return True
        bare = isinstance(node, exp.Column) and not node.table
        return (
            bare
            and (node.name.casefold() in names or _is_all(node))
            and not (starred and node.name.casefold() not in names and not _is_all(node))
        )

    computed = [term for term in terms if not is_output(term)]
    bound, order_columns = bind_select(
        context, select, commons, bind_query, [term.this for term in computed]
    )
    columns = bound.columns
    hidden = iter(order_columns)
    by_name = {}
    for name, column in columns:
        by_name.setdefault(name.casefold(), column)
    bound_terms = []
    for term in _spelled_out(terms, len(columns)):
        if is_output(term):
            column = _output_column(context, term.this, columns, by_name)
            assert column is not None
        else:
            column = next(hidden)
        bound_terms.append(OrderTerm(column, term))
    return bound.relation, columns, bound_terms


def _is_all(node: exp.Expr) -> bool:
    return isinstance(node, exp.Column) and not node.table and node.name.upper() == "ALL"


def _spelled_out(terms: list[exp.Ordered], width: int) -> list[exp.Ordered]:
    """ORDER BY ALL is ORDER BY 1, 2, ..."""
    if len(terms) == 1 and (_is_all(terms[0].this) or isinstance(terms[0].this, exp.All)):
        spelled = []
        for number in range(1, width + 1):
            term = terms[0].copy()
            term.set("this", exp.Literal.number(number))
            spelled.append(term)
        return spelled
    return terms


def _output_column(
    context: Context,
    node: exp.Expr,
    columns: list[tuple[str, Column]],
    by_name: dict[str, Column],
) -> Column | None:
    if isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit():
        number = int(node.name)
        if not 1 <= number <= len(columns):
            raise context.invalid(
                "ORDINAL",
                node,
                f"ORDER BY {number}",
                f"the select list has {len(columns)} columns",
                f"write a number from 1 to {len(columns)}",
            )
        return columns[number - 1][1]
    if isinstance(node, exp.Literal):
        raise context.invalid(
            "ORDINAL", node, f"ORDER BY {context.text(node)}", "a constant orders nothing"
        )
    return by_name.get(node.name.casefold())


def _bind_union(context: Context, union: exp.Union, commons: CommonTables) -> NamedRelation:
    if union.args.get("distinct"):
        raise context.unsupported(
            "UNION_DISTINCT",
            union,
            "UNION",
            "UNION without ALL has no rule yet",
            "write SELECT DISTINCT * FROM (... UNION ALL ...)",
        )
    if union.args.get("by_name"):
        raise context.unsupported(
            "UNION_BY_NAME",
            union,
            "UNION ALL BY NAME",
            "it has no rule yet",
            "list the columns in the same order",
        )
    context.features.add("union_all")
    sides = [bind_query(context, side, commons) for side in (union.left, union.right)]
    widths = [len(side.columns) for side in sides]
    if widths[0] != widths[1]:
        raise context.invalid(
            "UNION_WIDTH",
            union.right,
            "UNION ALL",
            f"its sides have {widths[0]} and {widths[1]} columns",
            "select the same number of columns on both sides",
        )
    columns = []
    for (name, left), (_, right) in zip(sides[0].columns, sides[1].columns, strict=True):
        same = left.type is not None and left.type == right.type
        columns.append((name, context.ids.column(name, left.type if same else None)))
    branches = tuple(
        Branch(side.relation, tuple(column for _, column in side.columns)) for side in sides
    )
    relation = UnionAll(tuple(column for _, column in columns), branches, unifies=True)
    return NamedRelation(relation, tuple(columns))


def _with(context: Context, query: exp.Query, commons: CommonTables) -> CommonTables:
    with_ = query.args.get("with_")
    if with_ is None:
        return commons
    for entry in with_.expressions:
        name = entry.alias
        reads_itself = any(
            table.name.casefold() == name.casefold() and not table.db
            for table in entry.this.find_all(exp.Table)
        )
        if with_.recursive and reads_itself:
            raise context.unsupported(
                "RECURSIVE", entry, f"WITH RECURSIVE {name}", "it has no rule yet", "unroll it"
            )
        if not isinstance(entry.this, exp.Query):
            raise context.unsupported(
                "CLAUSE", entry, f"WITH {name}", "it is not a SELECT", "write a SELECT"
            )
        if entry.args["alias"].args.get("columns"):
            inner = exp.Select(
                expressions=[exp.Star()],
                from_=exp.From(
                    this=exp.Subquery(this=entry.this.copy(), alias=entry.args["alias"].copy())
                ),
            )
            commons = commons.extended(name, CommonTable(inner, commons))
        else:
            commons = commons.extended(name, CommonTable(entry.this, commons))
    return commons


def _limits(context: Context, query: exp.Query) -> tuple[exp.Expr | None, exp.Expr | None]:
    limit, offset = query.args.get("limit"), query.args.get("offset")
    if isinstance(limit, exp.Fetch):
        raise context.unsupported(
            "CLAUSE", query, "FETCH FIRST", "it has no rule yet", "write LIMIT"
        )
    for clause in (limit, offset):
        if clause is None:
            continue
        options = clause.args.get("limit_options")
        if options is not None and options.args.get("percent"):
            raise context.unsupported(
                "LIMIT_PERCENT",
                clause,
                "LIMIT ... PERCENT",
                "a share of the rows has no rule yet",
                "limit to a number of rows",
            )
        for node in clause.expression.walk():
            if isinstance(node, (exp.Query, exp.Column, exp.Placeholder, exp.Parameter)):
                raise context.unsupported(
                    "LIMIT_EXPRESSION",
                    clause,
                    f"{type(clause).__name__.upper()} {context.text(clause.expression)}",
                    "only constants are allowed here",
                    "write a number",
                )
    return (
        None if limit is None else limit.expression,
        None if offset is None else offset.expression,
    )


def _close_scans(context: Context, root: Relation) -> Relation:
    """Scans of open tables get the columns that the text reads."""

    def close(node: Relation) -> Relation:
        if isinstance(node, Scan) and id(node) in context.open_scans:
            _, table = context.open_scans[id(node)]
            return Scan(node.source, tuple(table.columns.values()), node.version)
        return node

    return rewrite(root, close)


def _refuse_query(context: Context, query: exp.Query) -> NamedRelation:
    names = {
        exp.Intersect: ("INTERSECT", "INTERSECT", "join the DISTINCT rows of both sides"),
        exp.Except: ("EXCEPT", "EXCEPT", "aggregate over UNION ALL with a sign per side"),
        exp.Values: ("VALUES", "VALUES", "SELECT the constants, joined by UNION ALL"),
    }
    code, construct, hint = names.get(
        type(query), ("QUERY", type(query).__name__.upper(), "write it as a SELECT")
    )
    raise context.unsupported(code, query, construct, "it has no rule yet", hint)
