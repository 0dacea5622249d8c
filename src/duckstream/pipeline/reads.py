"""The tables that a query reads, by their names."""

from __future__ import annotations

from sqlglot import exp

from duckstream.bind.physical_tables import physical_tables


def tables_of(query: exp.Expr) -> list[tuple[str, ...]]:
    """Each once, in the order of the text as far as there is one.

    >>> import sqlglot
    >>> tables_of(sqlglot.parse_one("SELECT * FROM a JOIN s.b USING (k), range(3) WHERE EXISTS "
    ...     "(SELECT 1 FROM a)"))
    [('a',), ('s', 'b')]
    """
    # A PIVOT as a statement of its own is no scope of a query, and has no WITH.
    found = physical_tables(query) if isinstance(query, exp.Query) else query.find_all(exp.Table)
    named = (table for table in found if isinstance(table.this, exp.Identifier))
    ordered = sorted(named, key=lambda table: table.this.meta.get("start", 0))
    return list(dict.fromkeys(tuple(part.name for part in table.parts) for table in ordered))
