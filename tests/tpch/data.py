"""The tables by DuckDB's own generator, as files that both engines read."""

from importlib import resources
from pathlib import Path

import duckdb

from tests.tpch.tables import TABLES

# A lake reads the files of this folder, as each engine calls them.
CREATE = {
    "duckdb": "CREATE TABLE {table} AS SELECT * FROM read_parquet('{file}')",
    "spark": "CREATE TABLE {table} USING delta AS SELECT * FROM parquet.`{file}`",
}


def generate(folder: Path, factor: float) -> None:
    """One Parquet file per table."""
    extension = resources.files("duckdb_extension_tpch").joinpath(
        "extensions", f"v{duckdb.__version__}", "tpch.duckdb_extension"
    )
    with duckdb.connect() as connection:
        connection.execute(f"LOAD '{extension}'")
        connection.execute(f"CALL dbgen(sf = {factor})")
        for table in TABLES:
            connection.execute(f"COPY {table} TO '{folder / table}.parquet'")


def create_tables(folder: Path, dialect: str) -> list[str]:
    """The statements that bring the generated rows into a lake."""
    return [
        CREATE[dialect].format(table=table, file=folder / f"{table}.parquet") for table in TABLES
    ]
