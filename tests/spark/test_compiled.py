"""The statements of `compile_ivm`, run by Spark alone: versions are SET, nothing else is needed."""

from typing import Any

import pytest

import duckstream as ds
from tests.equivalence import spark

pytestmark = [*spark.MARKS, pytest.mark.slow]

SCHEMA = {"r": {"k": "INT", "x": "INT"}, "s": {"k": "INT", "y": "STRING"}}
VIEWS = {
    "sums": "SELECT k, SUM(x) AS total, AVG(x) AS mean, COUNT(*) AS n FROM r GROUP BY k",
    "extremes": "SELECT s.y, MIN(r.x) AS lo FROM r JOIN s ON r.k = s.k GROUP BY s.y",
    "copies": "SELECT r.x, s.y FROM r, s WHERE r.k <= s.k",
}
CHANGES = [
    ["INSERT INTO r VALUES (1, 10), (3, 1), (NULL, 5)", "UPDATE s SET y = 'c' WHERE k = 1"],
    ["DELETE FROM r WHERE x = 10"],
    ["INSERT INTO s VALUES (2, NULL), (2, NULL)", "UPDATE r SET x = x - 7"],
]


def versions(session: Any) -> dict[str, int]:
    history = {table: session.sql(f"DESCRIBE HISTORY {table}") for table in SCHEMA}
    return {table: max(row.version for row in each.collect()) for table, each in history.items()}


def set_versions(
    session: Any, plan: ds.IVMPlan, start: dict[str, int], end: dict[str, int]
) -> None:
    for name in plan.parameters:
        _, _, _, table, which = name.split("_")
        session.sql(f"SET {name} = {(start if which == 'from' else end)[table]}")


@pytest.mark.parametrize("view", VIEWS)
def test_the_statements_alone_keep_a_view(session: Any, view: str) -> None:
    sql = VIEWS[view]
    schema = session.sql("SELECT current_schema()").collect()[0][0]
    plan = ds.compile_ivm(sql, dialect="spark", mv_schema=schema, schema=SCHEMA)
    before = versions(session)
    set_versions(session, plan, before, before)
    session.sql(plan.create_mv)
    for change in CHANGES:
        for statement in change:
            session.sql(statement)
        now = versions(session)
        set_versions(session, plan, before, now)
        for statement in plan.maintain:
            session.sql(statement)
        before = now
        kept, wanted = f"({plan.query_mv})", f"({sql})"
        assert session.sql(f"{kept} EXCEPT ALL {wanted}").collect() == []
        assert session.sql(f"{wanted} EXCEPT ALL {kept}").collect() == []
        assert session.sql(wanted).collect()
