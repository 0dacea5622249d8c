"""duckstream keeps SQL views up to date by reading what changed."""

from duckstream.compiler import compile_ivm
from duckstream.errors import (
    DuckstreamError,
    InvalidSQLError,
    LakeError,
    RefreshError,
    UnsupportedSQLError,
)
from duckstream.plan import IVMPlan, Naming


def open(target, **options):
    """Open a lake: `open("ducklake:<file>")` or `open(connection, catalog="dl")`."""
    # The engines are imported when one is opened: the compiler needs none.
    from duckstream.lake import open_lake

    return open_lake(target, **options)


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
