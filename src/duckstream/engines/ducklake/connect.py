"""Opening a lake: the extension from its own package, the catalogue attached under a name."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import duckdb

from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.ducklake.statements import CATALOG, SCHEMA
from duckstream.errors import LakeError


def open_file(path: str, catalog: str | None, schema: str | None) -> DuckLakeEngine:
    """The lake in a file, on a connection of its own."""
    name = catalog or CATALOG
    return DuckLakeEngine(connect_lake(path, name), name, schema or SCHEMA, owned=True)


def open_connection(
    connection: duckdb.DuckDBPyConnection, catalog: str | None, schema: str | None
) -> DuckLakeEngine:
    """The lake that is attached to the user's own connection."""
    load_extension(connection)
    return DuckLakeEngine(connection, catalog or CATALOG, schema or SCHEMA)


def load_extension(connection: duckdb.DuckDBPyConnection) -> None:
    """Load ducklake from the installed package, which needs no network; else as DuckDB finds it."""
    packaged = _packaged_extension(duckdb.__version__)
    if packaged is not None:
        connection.execute(f"LOAD '{_quoted(str(packaged))}'")
        return
    try:
        connection.execute("INSTALL ducklake; LOAD ducklake")
    except duckdb.Error as error:
        raise LakeError(
            "NO_DUCKLAKE",
            f"the ducklake extension for DuckDB {duckdb.__version__} is not installed",
            f"pip install duckdb-extension-ducklake=={duckdb.__version__}",
        ) from error


def connect_lake(path: str, catalog: str = CATALOG) -> duckdb.DuckDBPyConnection:
    """A connection with the lake in `path` attached as `catalog` and made current."""
    connection = duckdb.connect()
    load_extension(connection)
    if "://" not in path and ":" not in path:
        folder = Path(path).absolute().parent
        if not folder.is_dir():
            raise LakeError(
                "NO_FOLDER", f"there is no folder {folder}", "make it, or correct the path"
            )
    try:
        connection.execute(f"ATTACH 'ducklake:{_quoted(path)}' AS \"{catalog}\"")
        connection.execute(f'USE "{catalog}"')
    except duckdb.Error as error:
        connection.close()
        first = str(error).split("\n")[0]
        raise LakeError(
            "CANNOT_OPEN",
            f"the lake {path} cannot be opened: {first}",
            "another process may hold it, or the file is not a DuckLake catalogue",
        ) from error
    return connection


def _packaged_extension(version: str) -> Path | None:
    spec = importlib.util.find_spec("duckdb_extension_ducklake")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    file = folder / "extensions" / f"v{version}" / "ducklake.duckdb_extension"
    return file if file.is_file() else None


def _quoted(text: str) -> str:
    return text.replace("'", "''")
