"""A lake that several refresh while somebody writes to it: its beginning, and how it must end."""

from collections import Counter

from duckstream.lake import Lake

VIEWS = {
    "totals": "SELECT k, SUM(x) AS total, COUNT(*) AS n, MAX(x) AS most FROM r GROUP BY k",
    "named": "SELECT y, SUM(x) AS total FROM r JOIN s USING (k) GROUP BY y",
    "large": "SELECT n > 20 AS is_large, COUNT(*) AS n FROM totals GROUP BY n > 20",
}


def make(lake: Lake) -> None:
    lake.sql("CREATE TABLE r (k INTEGER, x INTEGER)")
    lake.sql("CREATE TABLE s (k INTEGER, y STRING)")
    lake.sql("INSERT INTO r SELECT i % 10, i FROM range(100) AS t(i)")
    lake.sql("INSERT INTO s SELECT i, 'n' || i % 5 FROM range(10) AS t(i)")
    for name, sql in VIEWS.items():
        lake.create_view(name, sql, policy="strict")


def check(lake: Lake, done: Counter[str]) -> None:
    """All views are right, and what was `done` by all refreshes is what was recorded, once each."""
    assert done["incremental"] > 0
    assert done["failed"] == 0
    _verify(lake)
    lake.refresh()
    _verify(lake)
    written = [record for record in lake.history() if record.kind == "refresh"]
    for name in VIEWS:
        commits = [record.commit for record in written if record.view == name]
        assert len(set(commits)) == len(commits)
    assert {report.strategy for report in lake.refresh().values()} == {"no_op"}
    last_run = {record.run for record in written[:1]}
    recorded = [record for record in written if record.run not in last_run]
    assert len(recorded) <= done["incremental"] <= len(written)


def _verify(lake: Lake) -> None:
    for view in lake.views():
        found = view.verify()
        assert found.equal, str(found)
