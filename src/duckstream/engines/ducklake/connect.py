"""Opening a lake: the extension from its own package, the catalogue attached under a name."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import duckdb

from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.ducklake.statements import CATALOG, SCHEMA
from duckstream.errors import LakeError

# How many milliseconds a process waits for another that writes to the catalogue.
SQLITE_PATIENCE = 20_000


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
    _load(connection, "ducklake")


def _load(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """From the installed package, which needs no network; else as DuckDB finds it."""
    packaged = _packaged_extension(name)
    if packaged is not None:
        connection.execute(f"LOAD '{_quoted(str(packaged))}'")
        return
    try:
        connection.execute(f"INSTALL {name}; LOAD {name}")
    except duckdb.Error as error:
        package = f"duckdb-extension-{name.replace('_', '-')}"
        raise LakeError(
            f"NO_{name.upper()}",
            f"the extension {name} for DuckDB {duckdb.__version__} is not installed",
            f"pip install {package}=={duckdb.__version__}",
        ) from error


def connect_lake(path: str, catalog: str = CATALOG) -> duckdb.DuckDBPyConnection:
    """A connection with the lake in `path` attached as `catalog` and made current.

    The path may name the database that holds the catalogue: `sqlite:<file>`, `postgres:...`.
    """
    connection = duckdb.connect()
    load_extension(connection)
    # A refresh opens many files for few rows. They are never written to again, so that what the
    # end of a file says of it can be remembered.
    connection.execute("SET parquet_metadata_cache = true")
    kind, _, rest = path.rpartition(":")
    if kind == "sqlite":
        _load(connection, "sqlite_scanner")
    if kind in ("", "sqlite"):
        folder = Path(rest).absolute().parent
        if not folder.is_dir():
            raise LakeError(
                "NO_FOLDER", f"there is no folder {folder}", "make it, or correct the path"
            )
    options = _sqlite_options(Path(rest)) if kind == "sqlite" else ""
    try:
        connection.execute(f"ATTACH 'ducklake:{_quoted(path)}' AS \"{catalog}\"{options}")
        connection.execute(f'USE "{catalog}"')
    except duckdb.Error as error:
        connection.close()
        first = str(error).split("\n")[0]
        if "lock" in first:
            raise LakeError(
                "LAKE_HELD",
                f"the lake {path} is held by another process: {first}",
                "wait for it, or keep the catalogue where several processes can use it: "
                'open("ducklake:sqlite:<file>")',
            ) from error
        raise LakeError(
            "CANNOT_OPEN",
            f"the lake {path} cannot be opened: {first}",
            "the file may not be a DuckLake catalogue",
        ) from error
    return connection


def _sqlite_options(file: Path) -> str:
    """With a log beside the file readers do not wait for a writer; a writer waits for another."""
    options = ["META_JOURNAL_MODE 'WAL'", f"META_BUSY_TIMEOUT {SQLITE_PATIENCE}"]
    if not file.exists():
        # As DuckLake does by itself beside a catalogue in a file of DuckDB's own.
        options.append(f"DATA_PATH '{_quoted(str(file))}.files/'")
    return f" ({', '.join(options)})"


def _packaged_extension(name: str) -> Path | None:
    spec = importlib.util.find_spec(f"duckdb_extension_{name}")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    file = folder / "extensions" / f"v{duckdb.__version__}" / f"{name}.duckdb_extension"
    return file if file.is_file() else None


def _quoted(text: str) -> str:
    return text.replace("'", "''")
