"""Opening a lake of any kind."""

from __future__ import annotations

from typing import Any

from duckstream.errors import LakeError
from duckstream.lake import Lake


def open_lake(target: Any, *, catalog: str | None = None, schema: str | None = None) -> Lake:
    """Open a lake: `"ducklake:<file>"` or `"spark:<folder>"`, made if it is not there; a DuckDB
    connection, with the name under which its lake is attached as `catalog`; or a SparkSession,
    with the catalogue and schema that hold the views (the current ones by default).
    """
    # An engine is imported when it is asked for: nobody needs both installed.
    if isinstance(target, str) and target.startswith("ducklake:"):
        from duckstream.engines.ducklake.connect import open_file

        return Lake(open_file(target.removeprefix("ducklake:"), catalog, schema))
    if type(target).__module__.split(".")[0] in ("duckdb", "_duckdb"):
        from duckstream.engines.ducklake.connect import open_connection

        return Lake(open_connection(target, catalog, schema))
    if isinstance(target, str) and target.startswith("spark:"):
        from duckstream.engines.delta.connect import open_folder

        return Lake(open_folder(target.removeprefix("spark:"), catalog, schema))
    if type(target).__module__.split(".")[0] == "pyspark":
        from duckstream.engines.delta.connect import open_session

        return Lake(open_session(target, catalog, schema))
    raise LakeError(
        "UNKNOWN_LAKE",
        f"{target!r} is not a lake",
        'open("ducklake:<file>"), open("spark:<folder>"), or a connection or a SparkSession',
    )
