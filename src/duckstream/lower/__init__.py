"""From trees to statements: sqlglot SELECTs, and text in the words of a dialect."""

from duckstream.lower.block import (
    Block,
    aliased_table,
    column_name,
    from_where,
    identifier,
    is_nonzero,
    qualified,
    same,
    subquery,
)
from duckstream.lower.blocks import Lowering
from duckstream.lower.dialects import DIALECTS, Dialect, find_dialect
from duckstream.lower.names import column, quoted
from duckstream.lower.ranges import in_range

__all__ = [
    "DIALECTS",
    "Block",
    "Dialect",
    "Lowering",
    "aliased_table",
    "column",
    "column_name",
    "find_dialect",
    "from_where",
    "identifier",
    "in_range",
    "is_nonzero",
    "qualified",
    "quoted",
    "same",
    "subquery",
]
