"""A session of the shared Spark, in a schema of its own with two small tables."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.equivalence import spark

_numbers = count(1)


@pytest.fixture
def session() -> Iterator[Any]:
    session = spark.new_session()
    schema = f"lake_{next(_numbers)}"
    session.sql(f"CREATE SCHEMA {schema}")
    session.sql(f"USE {schema}")
    session.sql("CREATE TABLE r (k INT, x INT)")
    session.sql("CREATE TABLE s (k INT, y STRING)")
    session.sql("INSERT INTO r VALUES (1, 10), (1, 20), (2, 30)")
    session.sql("INSERT INTO s VALUES (1, 'a'), (2, 'b')")
    yield session
    session.sql(f"DROP SCHEMA {schema} CASCADE")
