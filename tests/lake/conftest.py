"""A lake in a folder of its own, with two small tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import duckstream as ds
from duckstream.lake import Lake


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"ducklake:{tmp_path / 'test.ducklake'}"


@pytest.fixture
def lake(file: str) -> Iterator[Lake]:
    with ds.open(file) as lake:
        lake.sql("CREATE TABLE r (k INTEGER, x INTEGER)")
        lake.sql("CREATE TABLE s (k INTEGER, y VARCHAR)")
        lake.sql("INSERT INTO r VALUES (1, 10), (1, 20), (2, 30)")
        lake.sql("INSERT INTO s VALUES (1, 'a'), (2, 'b')")
        yield lake
