"""The lake as the binder sees it: base tables, maintained views, and what cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from duckstream.algebra import Source
from duckstream.bind import BaseTable, Unreadable, UpstreamView
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Engine, LakeTable


class LakeCatalog:
    """See `Catalog`. `find_view` gives a maintained view by its name."""

    def __init__(self, engine: Engine, find_view: Callable[[str], CompiledView | None]) -> None:
        self._engine = engine
        self._find_view = find_view
        self._tables = engine.tables()

    def find(self, parts: Sequence[str]) -> BaseTable | UpstreamView | Unreadable | None:
        catalog, schema, name = self._place(parts)
        if catalog.casefold() != self._engine.catalog.casefold():
            return Unreadable(
                "OTHER_CATALOG",
                f"it is not in the lake {self._engine.catalog}, so its changes are not known",
                "copy the table into the lake",
            )
        table = self._listed(schema, name)
        if table is None:
            return None
        if schema.casefold() == self._engine.schema.casefold():
            view = self._find_view(table.name)
            if view is not None and (view.bound.limit is not None or view.bound.offset is not None):
                return Unreadable(
                    "INNER_LIMIT",
                    "it is a view with a LIMIT or OFFSET, and a view on top of one has no rule yet",
                    "read the tables below it, and limit the outermost query",
                )
            if view is not None:
                return UpstreamView(table.name, view.as_upstream)
        if table.is_view:
            return Unreadable(
                "PLAIN_VIEW",
                "it is a plain SQL view, which is not read through yet",
                "put its SELECT into a WITH clause, or create it with create_view",
            )
        source = Source(self._engine.catalog, table.schema, table.name)
        return BaseTable(source, table.columns)

    def table_names(self) -> list[str]:
        return [table.name for table in self._tables if not table.name.startswith("_ivm_")]

    def _place(self, parts: Sequence[str]) -> tuple[str, str, str]:
        engine = self._engine
        match list(parts):
            case [name]:
                return engine.catalog, engine.schema, name
            case [first, name]:
                is_schema = any(t.schema.casefold() == first.casefold() for t in self._tables)
                if is_schema or first.casefold() != engine.catalog.casefold():
                    known = is_schema or self._listed(first, name) is not None
                    return (engine.catalog if known else first), first, name
                return engine.catalog, engine.schema, name
            case [catalog, schema, name]:
                return catalog, schema, name
        return "", "", ".".join(parts)

    def _listed(self, schema: str, name: str) -> LakeTable | None:
        wanted = (schema.casefold(), name.casefold())
        for table in self._tables:
            if (table.schema.casefold(), table.name.casefold()) == wanted:
                return table
        return None
