"""A lake of either engine with two small tables, and a second door to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import duckstream as ds
from duckstream.lake import Lake
from tests.equivalence import spark
from tests.equivalence.engines import DELTA, DUCKLAKE, Engine, Row


@dataclass
class Place:
    """A lake, and how to open it once more."""

    engine: Engine
    lake: Lake
    open_again: Callable[[], Lake]

    def sql(self, *statements: str) -> None:
        for statement in statements:
            self.lake.sql(self.engine.translate(statement))

    def rows(self, query: str) -> list[Row]:
        return sorted(self.engine.fetch(self.lake.sql(query)), key=str)

    def is_right(self) -> bool:
        """Does every view equal its query where it stands?"""
        return all(view.verify().equal for view in self.lake.views())


ENGINES = [
    pytest.param(DUCKLAKE, id="ducklake"),
    pytest.param(DELTA, id="delta", marks=spark.MARKS),
]


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    engine: Engine = request.param
    lake, close = engine.open(tmp_path)
    place = Place(engine, lake, lambda: ds.open(_door(lake)))
    place.sql(
        "CREATE TABLE r (k INTEGER, x INTEGER)",
        "CREATE TABLE s (k INTEGER, y VARCHAR)",
        "INSERT INTO r VALUES (1, 10), (1, 20), (2, 30)",
        "INSERT INTO s VALUES (1, 'a'), (2, 'b')",
    )
    yield place
    close()


def _door(lake: Lake) -> Any:
    """Another connection to the same lake, as another client would have."""
    engine: Any = lake.engine
    return engine.connection.cursor() if hasattr(engine, "connection") else engine.spark
