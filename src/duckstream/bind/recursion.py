"""WITH RECURSIVE: a base and a step that reads what the round before has made."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import Branch, Previous, Recursive
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.from_clause import BindQuery, CommonTable, Surroundings


def reads_itself(entry: exp.CTE) -> bool:
    return any(
        table.name.casefold() == entry.alias.casefold() and not table.db
        for table in entry.this.find_all(exp.Table)
    )


def bind_recursion(
    context: Context, entry: exp.CTE, around: Surroundings, bind_query: BindQuery
) -> NamedRelation:
    context.features.add("recursive")
    name, query = entry.alias, entry.this
    plain = isinstance(query, exp.Union) and not any(
        query.args.get(key) for key in ("order", "limit", "offset", "with_", "by_name")
    )
    if not plain:
        raise context.unsupported(
            "RECURSIVE",
            entry,
            f"WITH RECURSIVE {name}",
            "it is not the plain union of a base and a step",
            "write <base> UNION [ALL] <step>, and order or limit outside of it",
        )
    base = bind_query(context, query.this, around)
    given = [part.name for part in entry.args["alias"].args.get("columns") or []]
    names = [*given, *(own for own, _ in base.columns[len(given) :])]
    columns = tuple(
        context.ids.column(own, column.type)
        for own, (_, column) in zip(names, base.columns, strict=True)
    )
    before = tuple(context.ids.copy_of(column) for column in columns)
    rows = NamedRelation(Previous(before, columns[0]), tuple(zip(names, before, strict=True)))
    inside = around.commons.extended(name, CommonTable(query, around, rows))
    step = bind_query(context, query.expression, replace(around, commons=inside))
    if len(step.columns) != len(columns):
        raise context.invalid(
            "UNION_WIDTH",
            query.expression,
            f"WITH RECURSIVE {name}",
            f"its base has {len(columns)} columns and its step {len(step.columns)}",
            "select the same number of columns in both",
        )
    relation = Recursive(
        columns,
        Branch(base.relation, tuple(column for _, column in base.columns)),
        Branch(step.relation, tuple(column for _, column in step.columns)),
        bool(query.args.get("distinct")),
    )
    return NamedRelation(relation, tuple(zip(names, columns, strict=True)))
