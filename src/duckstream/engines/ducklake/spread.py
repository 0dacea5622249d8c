"""How far the values of a column lie apart, from what the files of a table say of their parts.

A part of a file (a row group) tells the least and the greatest value of each column, and is skipped
where a value that is looked for is not between them. If the parts of a sorted column are looked at
in pairs, hardly any two of them overlap; of a column in no order, nearly all do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import duckdb

from duckstream.algebra import Source

if TYPE_CHECKING:
    from duckstream.engines.ducklake.engine import DuckLakeEngine

# More parts than this tell nothing more.
_PARTS = 1000


def read_spread(engine: DuckLakeEngine, source: Source, columns: Sequence[str]) -> float | None:
    """A part has to be read if it is skipped by none of the columns: the best of them decides."""
    if not columns:
        return 1.0
    place = (source.catalog, source.table, source.schema)
    try:
        files = engine.rows(
            "SELECT data_file FROM ducklake_list_files(?, ?, schema => ?) LIMIT ?", *place, _PARTS
        )
        types = dict(
            engine.rows(
                "SELECT column_name, data_type FROM duckdb_columns() "
                "WHERE database_name = ? AND table_name = ? AND schema_name = ?",
                *place,
            )
        )
        paths = [path for (path,) in files]
        shares = [_overlap(engine, paths, name, types[name]) for name in columns] if paths else []
    except duckdb.Error:
        # Files that only DuckLake can read: they are encrypted, maybe.
        return None
    return min(shares, default=None)


def _overlap(engine: DuckLakeEngine, paths: list[str], column: str, type: str) -> float:
    """The share of pairs of parts that have values in common, as far as their ranges tell."""
    share = engine.value(
        f"""
        WITH part AS (
            SELECT row_number() OVER () AS number, num_values AS rows,
                TRY_CAST(stats_min_value AS {type}) AS least,
                TRY_CAST(stats_max_value AS {type}) AS greatest
            FROM parquet_metadata(?) WHERE path_in_schema = ? LIMIT {_PARTS}
        )
        SELECT COALESCE(SUM(a.rows::DOUBLE * b.rows)
            FILTER (COALESCE(a.least <= b.greatest AND b.least <= a.greatest, TRUE)), 0)
            / SUM(a.rows::DOUBLE * b.rows)
        FROM part AS a JOIN part AS b ON a.number <> b.number
        """,
        paths,
        column,
    )
    return 1.0 if share is None else float(share)
