"""PIVOT and UNPIVOT with a fixed list, written as the SELECT that they stand for.

t PIVOT (SUM(x) FOR k IN ('a', 'b'))    SELECT <other columns>,
                                          SUM(x) FILTER (WHERE k = 'a') AS a, ...
                                        FROM t GROUP BY <other columns>
t UNPIVOT (v FOR n IN (a, b))           SELECT <other columns>, 'a' AS n, a AS v FROM t
                                        WHERE a IS NOT NULL UNION ALL ...
"""

from __future__ import annotations

from itertools import product

from sqlglot import exp

from duckstream.bind.context import Context
from duckstream.bind.names import default_name


def pivot_query(
    context: Context, pivot: exp.Pivot, table: exp.Expr, columns: list[str]
) -> exp.Query:
    """The query that gives what a PIVOT or UNPIVOT of a table with these columns gives."""
    if pivot.args.get("unpivot"):
        return _unpivot(context, pivot, table, columns)
    return _pivot(context, pivot, table, columns)


def as_table(context: Context, pivot: exp.Pivot) -> exp.Select:
    """DuckDB's statements PIVOT and UNPIVOT as a SELECT from a pivoted table."""
    table = pivot.this.copy()
    clause = exp.Pivot(unpivot=bool(pivot.args.get("unpivot")), group=pivot.args.get("group"))
    if clause.args["unpivot"]:
        into = pivot.args.get("into")
        name = into.this if into is not None else exp.column("name")
        values = into.expressions if into is not None else [exp.column("value")]
        clause.set("expressions", [exp.to_identifier(value.name, quoted=True) for value in values])
        fields = [exp.In(this=exp.to_identifier(name.name, quoted=True))]
        fields[0].set("expressions", [column.copy() for column in pivot.expressions])
        clause.set("fields", fields)
        clause.set("include_nulls", pivot.args.get("include_nulls"))
    else:
        using = pivot.args.get("using") or [exp.Count(this=exp.Star())]
        clause.set("expressions", [call.copy() for call in using])
        clause.set("fields", [field.copy() for field in pivot.expressions])
    table.set("pivots", [clause])
    return exp.Select(expressions=[exp.Star()], from_=exp.From(this=table))


def _pivot(context: Context, pivot: exp.Pivot, table: exp.Expr, columns: list[str]) -> exp.Query:
    fields = pivot.args.get("fields") or []
    for field in fields:
        if not isinstance(field, exp.In) or not field.expressions or field.find(exp.Query):
            raise context.unsupported(
                "PIVOT",
                pivot,
                "PIVOT without a list",
                "its columns would change with the data",
                "list the values: ... IN ('a', 'b')",
            )
    calls = [_named(call) for call in pivot.expressions]
    used = {c.name.casefold() for call, _ in calls for c in call.find_all(exp.Column)}
    used |= {c.name.casefold() for field in fields for c in field.this.find_all(exp.Column)}
    group = pivot.args.get("group")
    keys = [key.copy() for key in group.expressions] if group is not None else []
    if group is None:
        keys = [exp.column(name, quoted=True) for name in columns if name.casefold() not in used]
    select = exp.Select(expressions=[key.copy() for key in keys], from_=exp.From(this=table))
    several = len(calls) > 1
    for choice in product(*(field.expressions for field in fields)):
        pairs = [(field.this, *_named(value)) for field, value in zip(fields, choice, strict=True)]
        condition = exp.and_(*(_is(column.copy(), value.copy()) for column, value, _ in pairs))
        label = "_".join(alias or _text(value) for _, value, alias in pairs)
        for call, alias in calls:
            words = alias or (default_name(call, context.dialect) if several else None)
            name = label if words is None else f"{label}_{words}"
            value = _only_where(context, call, condition)
            select.append("expressions", exp.alias_(value, name, quoted=True))
    if keys:
        select.set("group", exp.Group(expressions=keys))
    return select


def _only_where(context: Context, call: exp.Expr, condition: exp.Expr) -> exp.Expr:
    """The call over the rows of one listed value; in Spark nothing at all where there is none."""
    where = exp.Where(this=condition.copy())
    filtered = exp.Filter(this=call.copy(), expression=where)
    if not context.reading.pivot_of_nothing_is_null:
        return filtered
    rows = exp.Filter(this=exp.Count(this=exp.Star()), expression=where.copy())
    some = exp.GT(this=rows, expression=exp.Literal.number(0))
    return exp.Case(ifs=[exp.If(this=some, true=filtered)])


def _unpivot(context: Context, pivot: exp.Pivot, table: exp.Expr, columns: list[str]) -> exp.Query:
    fields = pivot.args.get("fields") or []
    values = pivot.expressions
    listed = [_named(part) for part in fields[0].expressions] if len(fields) == 1 else []
    if len(values) != 1 or not listed or any(isinstance(c, exp.Tuple) for c, _ in listed):
        raise context.unsupported(
            "PIVOT",
            pivot,
            "UNPIVOT into several columns",
            "it has no rule yet",
            "write one SELECT for each, joined by UNION ALL",
        )
    gone = {column.name.casefold() for column, _ in listed}
    others = [name for name in columns if name.casefold() not in gone]
    branches: list[exp.Query] = []
    for column, alias in listed:
        spelled = next((n for n in columns if n.casefold() == column.name.casefold()), column.name)
        value = exp.column(column.name, quoted=True)
        select = exp.Select(
            expressions=[
                *(exp.column(name, quoted=True) for name in others),
                exp.alias_(exp.Literal.string(alias or spelled), fields[0].this.name, quoted=True),
                exp.alias_(value, values[0].name, quoted=True),
            ],
            from_=exp.From(this=table.copy()),
        )
        if not pivot.args.get("include_nulls"):
            known = exp.Not(this=exp.Is(this=value.copy(), expression=exp.Null()))
            select.set("where", exp.Where(this=known))
        branches.append(select)
    query = branches[0]
    for branch in branches[1:]:
        query = exp.Union(this=query, expression=branch, distinct=False)
    return query


def _named(node: exp.Expr) -> tuple[exp.Expr, str | None]:
    if isinstance(node, (exp.Alias, exp.PivotAlias)):
        return node.this, node.args["alias"].name
    return node, None


def _is(column: exp.Expr, value: exp.Expr) -> exp.Expr:
    return exp.NullSafeEQ(this=column, expression=value)


def _text(value: exp.Expr) -> str:
    return value.name if isinstance(value, exp.Literal) else value.sql()
