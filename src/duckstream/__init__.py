"""duckstream keeps SQL views up to date by reading what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from duckstream.compiler import compile_ivm
from duckstream.errors import (
    DuckstreamError,
    InvalidSQLError,
    LakeError,
    RefreshError,
    UnsupportedSQLError,
)
from duckstream.plan import IVMPlan, Naming

if TYPE_CHECKING:
    from duckstream.lake import Lake


def open(target: Any, *, catalog: str | None = None, schema: str | None = None) -> Lake:
    """Open a lake: `open("ducklake:<file>")` or `open(connection, catalog="dl")`."""
    # The runtime is imported when a lake is opened: the compiler does without it.
    from duckstream.opening import open_lake

    return open_lake(target, catalog=catalog, schema=schema)


__all__ = [
    "DuckstreamError",
    "IVMPlan",
    "InvalidSQLError",
    "LakeError",
    "Naming",
    "RefreshError",
    "UnsupportedSQLError",
    "compile_ivm",
    "open",
]
