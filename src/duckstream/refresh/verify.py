"""Is a stored view equal to its query, recomputed at the versions that the view stands at?"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine
from duckstream.lower import subquery
from duckstream.refresh.report import Verification

FindView = Callable[[str], CompiledView | None]


def verify_view(engine: Engine, name: str, view: CompiledView, find_view: FindView) -> Verification:
    """Compare as bags, both ways. With a LIMIT the rows behind it are compared, all of them."""
    frontier = {s: cursor.version for s, cursor in engine.look().frontier(view).items()}
    shown = without_limit(view.query)
    expected = recompute_at(view, frontier, engine, find_view)
    rows, missing, extra = engine.count_differences(view.sql(shown), view.sql(expected))
    return Verification(name, missing == 0 and extra == 0, rows, missing, extra)


def without_limit(query: exp.Expr) -> exp.Expr:
    bare = query.copy()
    distinct = bare.args.get("distinct")
    # DISTINCT ON takes the first rows of the order.
    takes_first = isinstance(distinct, exp.Distinct) and distinct.args.get("on")
    for key in ("limit", "offset") if takes_first else ("order", "limit", "offset"):
        bare.set(key, None)
    return bare


def recompute_at(
    view: CompiledView,
    versions: dict[Source, int],
    engine: Engine,
    find_view: FindView,
) -> exp.Expr:
    """The user's own query, every table of it read at its version in the frontier."""
    query = without_limit(view.bound.query)
    by_table = {(s.schema.casefold(), s.table.casefold()): v for s, v in versions.items()}
    for table in _physical_tables(query):
        upstream = None if table.db and table.db != engine.schema else find_view(table.name)
        if upstream is not None:
            version = by_table[_key(upstream.layout.source)]
            present = upstream.query.copy()
            for inner in present.find_all(exp.Table):
                if inner.name == upstream.layout.source.table:
                    view.lake.travel(inner, exp.Literal.number(version))
            alias = table.args.get("alias") or exp.TableAlias(this=table.this.copy())
            derived = subquery(present)
            derived.set("alias", alias.copy())
            table.replace(derived)
            continue
        schema = (table.db or engine.schema).casefold()
        found = by_table.get((schema, table.name.casefold()))
        if found is None:
            found = by_table.get((engine.schema.casefold(), table.name.casefold()))
        if found is not None:
            view.lake.travel(table, exp.Literal.number(found))
    return query


def _key(source: Source) -> tuple[str, str]:
    return (source.schema.casefold(), source.table.casefold())


def _physical_tables(query: exp.Expr) -> list[exp.Table]:
    """The tables that are tables, and not names of WITH entries."""
    tables = []
    for scope in traverse_scope(query):
        for _, (node, source) in scope.selected_sources.items():
            if isinstance(source, exp.Table) and isinstance(node, exp.Table):
                tables.append(node)
    return tables
