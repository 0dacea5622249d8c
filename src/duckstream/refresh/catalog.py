"""The lake as the binder sees it: base tables, views of both kinds, and what cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from duckstream.algebra import Source
from duckstream.bind import BaseTable, Found, PlainView, Unreadable, UpstreamView
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine, LakeTable
from duckstream.plan import PREFIX

FindView = Callable[[str], CompiledView | None]


class KnownTables:
    """The tables of a lake: each is asked for once."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._found: dict[tuple[str, ...], LakeTable | Unreadable | None] = {}

    def find(self, parts: Sequence[str]) -> LakeTable | Unreadable | None:
        key = tuple(parts)
        if key not in self._found:
            self._found[key] = self.engine.find_table(parts)
        return self._found[key]


class LakeCatalog:
    """See `Catalog`. `find_view` gives a maintained view by its name.

    A view that was stored is read through the plain views as they were then, `recorded`, even if
    they have been changed or dropped since: that is what its rows stand for.
    """

    def __init__(
        self, tables: KnownTables, find_view: FindView, recorded: Iterable[PlainView] = ()
    ) -> None:
        self._tables = tables
        self._engine = tables.engine
        self._find_view = find_view
        self._recorded = {view.key: view for view in recorded}

    def find(self, parts: Sequence[str]) -> Found:
        return self._find_recorded(parts) or self._look_up(parts)

    def _find_recorded(self, parts: Sequence[str]) -> PlainView | None:
        if not self._recorded:
            return None
        catalog, schema = self._engine.catalog, self._engine.schema
        names = [part.casefold() for part in parts]
        match names:
            case [name]:
                place = (schema.casefold(), name)
            case [first, name]:
                place = (first, name)
                if place not in self._recorded and first == catalog.casefold():
                    place = (schema.casefold(), name)
            case [first, second, name] if first == catalog.casefold():
                place = (second, name)
            case _:
                return None
        return self._recorded.get(place)

    def _look_up(self, parts: Sequence[str]) -> Found:
        table = self._tables.find(parts)
        if table is None or isinstance(table, Unreadable):
            return table
        if table.schema.casefold() == self._engine.schema.casefold():
            view = self._find_view(table.name)
            if view is not None:
                return UpstreamView(table.name, view.as_upstream)
        if table.plain_view is not None:
            return table.plain_view
        return BaseTable(Source(table.catalog, table.schema, table.name), table.columns)

    def table_names(self) -> list[str]:
        return [name for name in self._engine.table_names() if not name.startswith(PREFIX)]
