"""From the text of a view to the algebra: parse, resolve names, find types."""

from duckstream.bind.catalog import (
    BaseTable,
    Catalog,
    NamedRelation,
    SchemaCatalog,
    TableColumn,
    Unreadable,
    UpstreamView,
    read_type,
)
from duckstream.bind.query import BoundView, OrderTerm, bind_view

__all__ = [
    "BaseTable",
    "BoundView",
    "Catalog",
    "NamedRelation",
    "OrderTerm",
    "SchemaCatalog",
    "TableColumn",
    "Unreadable",
    "UpstreamView",
    "bind_view",
    "read_type",
]
