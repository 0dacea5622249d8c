"""A lake with a view of every kind that the page tells apart, and names that want to be escaped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

import duckstream as ds
from duckstream.lake import Lake
from tests.report import NASTY


@pytest.fixture(scope="package")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lake]:
    folder = tmp_path_factory.mktemp("report")
    with ds.open(f"ducklake:{folder / 'shop.ducklake'}") as lake:
        lake.sql("CREATE TABLE orders (id INT, region VARCHAR, amount INT)")
        lake.sql("CREATE TABLE prices (id INT, price INT)")
        lake.sql("INSERT INTO orders VALUES (1, 'north', 10), (2, 'south', 20)")
        lake.sql("INSERT INTO prices VALUES (1, 7)")
        lake.create_view("sales", "SELECT region, SUM(amount) AS total FROM orders GROUP BY region")
        lake.create_view("best", "SELECT MAX(total) AS best FROM sales")
        lake.create_view(
            "above", "SELECT id FROM orders WHERE amount > (SELECT AVG(amount) FROM orders)"
        )
        lake.create_view(NASTY, "SELECT id, '</script><b id=bad>' AS \"a<b\" FROM prices")
        lake.create_view("tiny", "SELECT CAST(price AS UTINYINT) AS price FROM prices")
        lake.sql("INSERT INTO orders VALUES (3, 'south', 5)")
        lake.refresh()
        lake.view("sales").verify()
        lake.sql("INSERT INTO prices VALUES (2, 700)")
        with suppress(ds.RefreshError):
            lake.refresh("tiny")
        lake.sql("INSERT INTO orders VALUES (4, 'west', 8)")
        yield lake
