"""How a view is stored, shown and merged."""

from duckstream.storage.layout import Layout, StoredColumn, lay_out
from duckstream.storage.merge import (
    Merge,
    MergeBuilder,
    make_temporary,
    select_groups,
)
from duckstream.storage.shape import Shape, find_recursion, find_shape
from duckstream.storage.statement import Rebuild, Statement, Write
from duckstream.storage.states import Kind, State, with_argument_types

__all__ = [
    "Kind",
    "Layout",
    "Merge",
    "MergeBuilder",
    "Rebuild",
    "Shape",
    "State",
    "Statement",
    "StoredColumn",
    "Write",
    "find_recursion",
    "find_shape",
    "lay_out",
    "make_temporary",
    "select_groups",
    "with_argument_types",
]
