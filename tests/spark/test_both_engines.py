"""One view, both engines, the same changes: the same rows, types mapped."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import duckstream as ds
from tests.equivalence import spark

pytestmark = [*spark.MARKS]

TABLES = [
    "CREATE TABLE lines (id INT, region STRING, amount DECIMAL(10, 2), pieces INT)",
    "CREATE TABLE regions (region STRING, manager STRING)",
    "INSERT INTO lines VALUES (1, 'n', 1.10, 1), (2, 'n', 2.20, 2), (3, 's', 3.30, NULL)",
    "INSERT INTO regions VALUES ('n', 'ann'), ('s', 'sue'), (NULL, 'nobody')",
]
VIEW = """
    SELECT g.manager, COUNT(*) AS n, SUM(l.amount) AS total, SUM(l.pieces) AS pieces,
        MIN(l.amount) AS least, COUNT(DISTINCT l.pieces) AS kinds
    FROM lines AS l JOIN regions AS g ON g.region = l.region
    GROUP BY g.manager
"""
CHANGES = [
    ["INSERT INTO lines VALUES (4, 's', 0.05, 7)", "DELETE FROM lines WHERE id = 1"],
    ["UPDATE regions SET manager = 'sue' WHERE region = 'n'"],
    ["DELETE FROM lines WHERE region = 's'", "INSERT INTO regions VALUES ('n', 'bob')"],
]
# What a DuckDB type is in Spark. (SUM of integers is wider in DuckDB.)
MAPPED = {
    "VARCHAR": "string",
    "BIGINT": "bigint",
    "HUGEINT": "bigint",
    "DECIMAL(38,2)": "decimal(20,2)",
    "DECIMAL(10,2)": "decimal(10,2)",
}


def plain(rows: list[Any]) -> list[tuple[Any, ...]]:
    values = (tuple(float(v) if isinstance(v, Decimal) else v for v in row) for row in rows)
    return sorted(values, key=str)


def test_one_view_both_engines(session: Any, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    delta = ds.open(session)
    session.sql("DROP TABLE r")
    with ds.open(f"ducklake:{tmp_path / 'both.ducklake'}") as ducklake:
        for lake in (delta, ducklake):
            for statement in TABLES:
                lake.sql(statement)
            lake.create_view("v", VIEW, policy="strict")
        for change in CHANGES:
            shown = []
            for lake in (delta, ducklake):
                for statement in change:
                    lake.sql(statement)
                assert lake.refresh()["v"].strategy == "incremental"
            shown.append(plain(session.table("v").collect()))
            shown.append(plain(ducklake.sql("SELECT * FROM v").fetchall()))
            assert shown[0] == shown[1]
            assert shown[0]
        described = ducklake.sql("DESCRIBE v").fetchall()
        types = [(name, MAPPED[type]) for name, type, *_ in described]
        assert types == session.table("v").dtypes
