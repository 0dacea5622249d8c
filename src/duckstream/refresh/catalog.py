"""The lake as the binder sees it: base tables, maintained views, and what cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from duckstream.algebra import Source
from duckstream.bind import BaseTable, Unreadable, UpstreamView
from duckstream.engines.protocol import Engine
from duckstream.plan import PREFIX
from duckstream.refresh.verify import FindView


class LakeCatalog:
    """See `Catalog`. `find_view` gives a maintained view by its name."""

    def __init__(self, engine: Engine, find_view: FindView) -> None:
        self._engine = engine
        self._find_view = find_view
        self._found: dict[tuple[str, ...], BaseTable | UpstreamView | Unreadable | None] = {}

    def find(self, parts: Sequence[str]) -> BaseTable | UpstreamView | Unreadable | None:
        """A view is bound twice, and asks of a table once."""
        key = tuple(parts)
        if key not in self._found:
            self._found[key] = self._look_up(parts)
        return self._found[key]

    def _look_up(self, parts: Sequence[str]) -> BaseTable | UpstreamView | Unreadable | None:
        table = self._engine.find_table(parts)
        if table is None or isinstance(table, Unreadable):
            return table
        if table.schema.casefold() == self._engine.schema.casefold():
            view = self._find_view(table.name)
            if view is not None:
                return UpstreamView(table.name, view.as_upstream)
        if table.is_view:
            return Unreadable(
                "PLAIN_VIEW",
                "it is a plain SQL view, which is not read through yet",
                "put its SELECT into a WITH clause, or create it with create_view",
            )
        return BaseTable(Source(table.catalog, table.schema, table.name), table.columns)

    def table_names(self) -> list[str]:
        return [name for name in self._engine.table_names() if not name.startswith(PREFIX)]
