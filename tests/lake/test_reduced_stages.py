"""Rows of tables that are stored because only these can meet a filtered table."""

import pytest

import duckstream.lake as lakes
from duckstream.lake import Lake

AVERAGE = "(SELECT AVG(x) FROM r AS o WHERE o.k = {k})"
VIEWS = {
    "of_rows": "SELECT s.k, x FROM r JOIN s ON s.k = r.k AND y <> 'b' "
    f"WHERE x >= {AVERAGE.format(k='s.k')}",
    "total": "SELECT SUM(x) AS t, COUNT(*) AS n FROM r JOIN s ON s.k = r.k "
    f"WHERE y = 'a' AND x >= {AVERAGE.format(k='r.k')}",
    "of_groups": "SELECT z FROM u WHERE k IN (SELECT k FROM s WHERE y = 'a') "
    "AND z < (SELECT SUM(x) FROM r WHERE r.k = u.k AND x > 5)",
    "missing": "SELECT z, s.y FROM u JOIN s ON s.k = u.k AND y <> 'b' "
    "LEFT JOIN (SELECT k, MAX(x) AS n FROM r GROUP BY k) AS g ON g.k = u.k WHERE n IS NULL",
}
CHANGES = [
    "INSERT INTO r VALUES (2, 5), (3, 1), (NULL, 7), (1, 20), (1, 20)",
    "INSERT INTO s VALUES (3, 'c'), (3, 'c'), (NULL, 'a'), (2, 'a')",
    "DELETE FROM r WHERE k = 1 AND x = 20",
    "UPDATE s SET y = CASE y WHEN 'a' THEN 'b' ELSE 'a' END",
    "UPDATE r SET x = x + 1 WHERE k = 2",
    "UPDATE r SET k = 1 WHERE k = 2; DELETE FROM s WHERE k = 1",
    "DELETE FROM r",
    "INSERT INTO r VALUES (3, 20), (3, NULL), (1, 100); INSERT INTO s VALUES (1, 'a'), (1, 'c')",
    "UPDATE u SET k = 3 WHERE k = 2",
    "DELETE FROM s WHERE k = 3",
    "DELETE FROM s",
    "INSERT INTO s VALUES (3, 'c'), (9, 'e'), (3, 'a')",
]


@pytest.fixture
def staged(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setattr(lakes, "is_worth_storing", lambda *_: True)
    lake.sql("CREATE TABLE u (k INTEGER, z INTEGER)")
    lake.sql("INSERT INTO u VALUES (1, 1), (1, 25), (2, 10), (3, 1), (NULL, 0)")
    return lake


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_over_such_rows_is_right(staged: Lake, name: str) -> None:
    view = staged.create_view("v", VIEWS[name], policy="strict")
    assert "the few rows of a table that can meet a filtered one" in view.explain()
    seen = {str(staged.sql("FROM v ORDER BY ALL").fetchall())}
    for number, change in enumerate(CHANGES):
        staged.sql(change)
        if number != 2:
            staged.refresh()
            assert view.verify().equal, change
            seen.add(str(staged.sql("FROM v ORDER BY ALL").fetchall()))
    assert len(seen) > 2


def test_all_of_them_in_one_run(staged: Lake) -> None:
    views = [staged.create_view(name, sql, policy="strict") for name, sql in VIEWS.items()]
    for change in CHANGES:
        staged.sql(change)
        staged.refresh()
        for view in views:
            assert view.verify().equal, (view.name, change)


def test_most_of_a_table_is_not_stored_again(lake: Lake) -> None:
    """Asked is the lake: how many rows there would be, and how they lie in the table."""
    lake.sql(
        "CREATE TABLE big AS SELECT (hash(i) % 1000)::BIGINT AS k, i % 50 AS x "
        "FROM (SELECT i::UBIGINT AS i FROM range(600000) AS n(i))"
    )
    lake.sql("CREATE TABLE part AS SELECT i AS k, i % 100 AS kind FROM range(1000) AS n(i)")
    sql = (
        "SELECT SUM(x) AS t FROM big JOIN part ON part.k = big.k WHERE kind < {most} "
        "AND x < (SELECT AVG(x) FROM big AS o WHERE o.k = part.k)"
    )
    few, many = (lake.create_view(n, sql.format(most=m)) for n, m in (("few", 2), ("many", 50)))
    assert "stage _ivm__ivm_few__1" in few.explain()
    assert "stage" not in many.explain()
