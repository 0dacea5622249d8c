"""The tables that the tests speak of, and views over them."""

from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import patch

from duckstream.algebra import Column, Ids, Recursive, Relation, Source, Version, reidentify, walk
from duckstream.bind import BoundView, SchemaCatalog, bind_view
from duckstream.bind.types import is_known
from duckstream.compiler import CompiledView, compile_view
from duckstream.differentiate import at_version
from duckstream.engines.protocol import ViewPlace
from duckstream.plan import Naming

# Small, so that the trees of the examples stay readable.
TABLES: Mapping[str, Any] = {
    "r": {"k": "INTEGER", "x": "INTEGER"},
    "s": {"k": "INTEGER", "y": "INTEGER"},
    "t": {"k": "INTEGER", "z": "INTEGER"},
    "u": {"k": "INTEGER", "w": "INTEGER"},
    "sales": {
        "id": "INTEGER",
        "day": "DATE",
        "price": "DECIMAL(10, 2)",
        "discount": "DECIMAL(4, 2)",
        "weight": "DOUBLE",
        "note": "VARCHAR",
        "tags": "VARCHAR[]",
        "place": "STRUCT(city VARCHAR, at STRUCT(lat DOUBLE, lon DOUBLE))",
    },
}


def bind(sql: str, schema: Mapping[str, Any] | None = TABLES) -> BoundView:
    catalog = SchemaCatalog("dl", "main", schema=schema)
    return bind_view(sql, dialect="duckdb", catalog=catalog)


def bound_tree(sql: str) -> tuple[Relation, Ids]:
    """The tree of a view, and where the ids of further columns come from."""
    view = bind(sql)
    return view.relation, view.context.ids


def written_tree(sql: str) -> tuple[Relation, tuple[Column, ...], Ids]:
    """The tree of a view as the text says it, before it is normalized, and what it shows."""
    with patch("duckstream.bind.view.normalize", lambda root, shown, ids, **_: root):
        view = bind(sql)
    shown = [*(column for _, column in view.columns), *(term.column for term in view.order)]
    return view.relation, tuple(dict.fromkeys(shown)), view.context.ids


def compiled(sql: str, schema: Mapping[str, Any] | None = TABLES) -> CompiledView:
    catalog = SchemaCatalog("dl", "main", schema=schema)
    return compile_view(sql, catalog=catalog, place=ViewPlace("dl", "main", Naming()))


def sources(names: Sequence[str]) -> set[Source]:
    return {Source("dl", "main", name) for name in names}


def known_recursion(tree: Relation, ids: Ids) -> tuple[Recursive, Relation] | None:
    """The first recursion of a tree, and its old rows, as if they were stored with their types."""
    recursion = next((node for node in walk(tree) if isinstance(node, Recursive)), None)
    if recursion is None or not all(is_known(column.type) for column in recursion.columns):
        return None
    old, _ = reidentify(at_version(recursion, Version.OLD), ids)
    return recursion, old
