"""Plain views of the catalogue: their SELECT is bound in the place of their name.

The text of a plain view stands by itself. It sees no WITH entry and no table of the query that
reads it, its tables are looked up from where it was defined, and a place in it is no place in the
reader's text: an error in it points at the reader's mention of the view and says which view it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from duckstream.bind.catalog import Catalog, Found, NamedRelation, PlainView
from duckstream.bind.context import Context
from duckstream.bind.parse import parse_view
from duckstream.bind.pivot import as_table
from duckstream.errors import SQLError


@dataclass(frozen=True)
class HomeCatalog:
    """The catalogue as the text of a plain view sees it: what a name lacks, its home adds."""

    catalog: Catalog
    home: tuple[str, ...]

    def find(self, parts: Sequence[str]) -> Found:
        """Only there: a table elsewhere would give way to one that is created at home later."""
        missing = max(len(self.home) + 1 - len(parts), 0)
        return self.catalog.find([*self.home[:missing], *parts])

    def table_names(self) -> list[str]:
        return self.catalog.table_names()


def at_home(catalog: Catalog, view: PlainView) -> HomeCatalog:
    """The catalogue for the text of this view, whoever reads it."""
    outermost = catalog.catalog if isinstance(catalog, HomeCatalog) else catalog
    return HomeCatalog(outermost, view.home)


def parse_plain_view(view: PlainView, context: Context) -> exp.Expr:
    statement = parse_view(view.sql, context.dialect)
    return as_table(context, statement) if isinstance(statement, exp.Pivot) else statement


def bind_plain_view(
    context: Context,
    view: PlainView,
    node: exp.Expr,
    bind: Callable[[Context, exp.Expr], NamedRelation],
) -> NamedRelation:
    """The rows of the view, bound once for all who read it. `node` is the mention of its name."""
    if view.key in (outer.key for outer in context.inside):
        raise context.invalid(
            "VIEW_CYCLE",
            node,
            f"plain view {view.name}",
            "it reads itself",
            "define one of the views of the circle without it",
        )
    if view not in context.plain_views:
        context.features.add("plain_view")
        inside = replace(
            context,
            sql=view.sql,
            catalog=at_home(context.catalog, view),
            inside=(*context.inside, view),
        )
        try:
            context.plain_views[view] = bind(inside, parse_plain_view(view, inside))
        except SQLError as error:
            raise type(error)(
                error.code,
                f"plain view {view.name}: {error.construct}",
                error.reason,
                hint=error.hint,
                position=context.position(node),
                sql=context.sql,
            ) from error
    return context.plain_views[view]
