"""Whether DuckDB alone answers a scenario's queries, and always in the same way.

A query that it refuses, or that it answers differently without its optimizer, says nothing about a
view: DuckDB has bugs of its own, and an oracle that contradicts itself is none.
"""

from collections import Counter

import duckdb

from tests.equivalence.engines import DUCKLAKE
from tests.equivalence.run import recompute_query
from tests.equivalence.scenario import Scenario, View

MOST_ROWS = 500
"""Larger results only take time."""


def answers(scenario: Scenario) -> bool:
    with duckdb.connect(config={"threads": 1}) as connection:
        try:
            return _runs(scenario, connection)
        except duckdb.Error:
            return False


def _runs(scenario: Scenario, connection: duckdb.DuckDBPyConnection) -> bool:
    for statement in scenario.tables:
        connection.execute(statement)
    views: list[View] = []
    for step in scenario.steps:
        if isinstance(step, View):
            views.append(step)
        else:
            for transaction in step.transactions:
                for statement in transaction:
                    connection.execute(statement)
        for number, view in enumerate(views):
            query = recompute_query(view, views[:number], DUCKLAKE)
            if not _agrees(query, connection):
                return False
    return True


def _agrees(query: str, connection: duckdb.DuckDBPyConnection) -> bool:
    found = connection.execute(query).fetchall()
    connection.execute("PRAGMA disable_optimizer")
    again = connection.execute(query).fetchall()
    connection.execute("PRAGMA enable_optimizer")
    return len(found) <= MOST_ROWS and Counter(map(repr, found)) == Counter(map(repr, again))
