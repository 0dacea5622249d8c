"""Replacing a stored view by its recomputed content, writing only what differs.

What is the same stays untouched, so that a view on top sees the difference and no more.
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.engines.protocol import ViewPlace, table_of
from duckstream.lower import aliased_table, qualified, same
from duckstream.storage.layout import Layout
from duckstream.storage.merge import Statement, create_temporary


def replace_statements(content: exp.Select, layout: Layout, place: ViewPlace) -> list[Statement]:
    """Compute the content, find both differences, delete the one and insert the other."""
    names = [stored.name for stored in layout.columns]

    def temporary(name: str) -> exp.Table:
        return table_of("", "", place.naming.temp_table(name))

    def rows(table: exp.Table) -> exp.Select:
        columns = [exp.column(exp.to_identifier(name, quoted=True)) for name in names]
        return exp.Select(expressions=columns, from_=exp.From(this=table))

    def create(name: str, query: exp.Expr, purpose: str) -> Statement:
        table = place.naming.temp_table(name)
        return Statement(purpose, create_temporary(table, query), table=table)

    fresh, stored = rows(temporary("fresh")), rows(place.table)
    target, gone = place.table, "gone"
    delete = exp.Delete(
        this=target,
        using=[aliased_table(temporary("gone"), gone)],
        where=exp.Where(
            this=exp.and_(
                *(same(qualified(target.name, n), qualified(gone, n)) for n in names), wrap=False
            )
        ),
    )
    insert = exp.Insert(
        this=exp.Schema(
            this=target.copy(), expressions=[exp.to_identifier(n, quoted=True) for n in names]
        ),
        expression=rows(temporary("next")),
    )
    return [
        create("fresh", content, "the view computed anew"),
        create("next", exp.Except(this=fresh, expression=stored, distinct=True), "rows to write"),
        create(
            "gone",
            exp.Except(this=stored.copy(), expression=fresh.copy(), distinct=True),
            "rows to remove",
        ),
        Statement("remove the old rows", delete),
        Statement("write the new rows", insert),
    ]
