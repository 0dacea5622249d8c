"""Is a stored view equal to its query, recomputed at the versions that the view stands at?"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import BaseTable, Catalog, PlainView, UpstreamView
from duckstream.bind.physical_tables import physical_tables, read_in_place
from duckstream.bind.plain_views import at_home, parse_plain_view
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine, LakeState, table_of
from duckstream.refresh.catalog import FindView, KnownTables, LakeCatalog
from duckstream.refresh.report import Verification

# How many of the rows that differ are shown.
SHOWN = 5


def verify_view(engine: Engine, name: str, view: CompiledView, find_view: FindView) -> Verification:
    """Compare as bags, both ways. With a LIMIT the rows behind it are compared, all of them."""
    shown = without_limit(view.query)
    expected = recompute_at(view, _frontier(view, engine.look()), engine, find_view)
    stored, computed = view.sql(shown), view.sql(expected)
    rows, missing, extra = engine.count_differences(stored, computed)
    if missing == 0 and extra == 0:
        return Verification(name, True, rows, 0, 0)
    return Verification(
        name,
        False,
        rows,
        missing,
        extra,
        tuple(engine.show_differences(computed, stored, SHOWN)),
        tuple(engine.show_differences(stored, computed, SHOWN)),
    )


def _frontier(view: CompiledView, state: LakeState) -> dict[Source, int]:
    """The versions of all tables that a view shows, those that its stages read included."""
    versions: dict[Source, int] = {}
    for stage, _ in view.stages:
        versions |= _frontier(stage, state)
    return versions | {s: cursor.version for s, cursor in state.frontier(view).items()}


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
    catalog = LakeCatalog(KnownTables(engine), find_view, view.bound.plain_views)
    Recomputation(view, versions, find_view).travel(query, catalog)
    return query


@dataclass(frozen=True)
class Recomputation:
    """Sends the tables of a query to the versions that a view stands at."""

    view: CompiledView
    versions: dict[Source, int]
    find_view: FindView

    def travel(self, query: exp.Expr, catalog: Catalog) -> None:
        for table in physical_tables(query):
            match catalog.find([part.name for part in table.parts]):
                case BaseTable(source):
                    named = table_of(source.catalog, source.schema, source.table)
                    table.set("db", named.args["db"])
                    table.set("catalog", named.args["catalog"])
                    self._travel(table, source)
                case UpstreamView(name):
                    read_in_place(table, self._present(name))
                case PlainView() as plain:
                    inner = parse_plain_view(plain, self.view.bound.context)
                    self.travel(inner, at_home(catalog, plain))
                    read_in_place(table, inner)

    def _present(self, name: str) -> exp.Expr:
        """What an upstream view shows, from its stored table."""
        upstream = self.find_view(name)
        assert upstream is not None
        present = upstream.query.copy()
        for inner in present.find_all(exp.Table):
            if inner.name == upstream.layout.source.table:
                self._travel(inner, upstream.layout.source)
        return present

    def _travel(self, table: exp.Table, source: Source) -> None:
        version = next(
            (v for known, v in self.versions.items() if _key(known) == _key(source)), None
        )
        if version is not None:
            self.view.lake.travel(table, exp.Literal.number(version))


def _key(source: Source) -> tuple[str, str]:
    return (source.schema.casefold(), source.table.casefold())
