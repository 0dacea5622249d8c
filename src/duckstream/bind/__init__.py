"""From the text of a view to the algebra: parse, resolve names, find types."""

from duckstream.bind.catalog import (
    BaseTable,
    Catalog,
    Found,
    NamedRelation,
    PlainView,
    SchemaCatalog,
    TableColumn,
    Unreadable,
    UpstreamView,
    read_type,
)
from duckstream.bind.order import OrderTerm
from duckstream.bind.view import BoundView, bind_view, deep_nesting

__all__ = [
    "BaseTable",
    "BoundView",
    "Catalog",
    "Found",
    "NamedRelation",
    "OrderTerm",
    "PlainView",
    "SchemaCatalog",
    "TableColumn",
    "Unreadable",
    "UpstreamView",
    "bind_view",
    "deep_nesting",
    "read_type",
]
