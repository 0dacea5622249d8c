"""The tables that a query names, without the names of its WITH entries."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope


def physical_tables(query: exp.Expr) -> list[exp.Table]:
    """Every mention of a table, in the order of the scopes.

    >>> import sqlglot
    >>> query = sqlglot.parse_one("WITH a AS (SELECT * FROM t) SELECT * FROM a, u WHERE "
    ...     "EXISTS (SELECT 1 FROM s.v)")
    >>> [table.sql() for table in physical_tables(query)]
    ['t', 's.v', 'u']
    """
    tables = []
    for scope in traverse_scope(query):
        for _, (node, source) in scope.selected_sources.items():
            if isinstance(source, exp.Table) and isinstance(node, exp.Table):
                tables.append(node)
    return tables


def read_in_place(table: exp.Table, query: exp.Expr) -> None:
    """Read a derived table in the place of a table, under the same name."""
    derived = exp.Subquery(this=query)
    alias = table.args.get("alias") or exp.TableAlias(this=table.this.copy())
    derived.set("alias", alias.copy())
    for key in ("joins", "pivots"):
        derived.set(key, table.args.get(key))
    table.replace(derived)
