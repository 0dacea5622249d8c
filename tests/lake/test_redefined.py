"""A view that is defined again, and what reads it."""

from pathlib import Path

import pytest

import duckstream as ds
from duckstream.lake import Lake

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"


def rows(lake: Lake, sql: str) -> list[tuple[object, ...]]:
    return sorted(lake.sql(sql).fetchall(), key=str)


def test_another_text_replaces_the_view(lake: Lake) -> None:
    lake.create_view("v", TOTALS)
    view = lake.create_view("v", "SELECT y, COUNT(*) AS n FROM s GROUP BY y")
    assert rows(lake, "SELECT * FROM v") == [("a", 1), ("b", 1)]
    lake.sql("INSERT INTO s VALUES (3, 'a')")
    assert lake.refresh()["v"].strategy == "incremental"
    assert view.verify().equal
    assert [record.kind for record in view.history()][-1] == "create"


def test_another_text_that_is_wrong_leaves_the_view_as_it_was(lake: Lake) -> None:
    view = lake.create_view("v", TOTALS)
    with pytest.raises(ds.DuckstreamError):
        lake.create_view("v", "SELECT nothing FROM r")
    # This one compiles, and fails when it is computed.
    with pytest.raises(ds.DuckstreamError):
        lake.create_view("v", "SELECT CAST(y AS INTEGER) AS n FROM s")
    assert rows(lake, "SELECT * FROM v") == [(1, 30), (2, 30)]
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert lake.refresh()["v"].strategy == "incremental"
    assert view.verify().equal


def test_another_policy_is_kept_without_computing_anything(file: str, lake: Lake) -> None:
    lake.create_view("v", TOTALS)
    lake.create_view("v", TOTALS, policy="strict")
    assert [record.kind for record in lake.history()] == ["create"]
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert lake.refresh()["v"].strategy == "incremental"
    lake.close()
    with ds.open(file) as again:
        assert again.view("v").definition.policy == "strict"


def test_views_on_top_follow_a_redefinition(lake: Lake) -> None:
    lake.create_view("v", TOTALS)
    lake.create_view("top", "SELECT MAX(total) AS most FROM v")
    lake.create_view("v", "SELECT k, SUM(x) * 10 AS total FROM r GROUP BY k")
    report = lake.refresh()["top"]
    assert report.strategy == "full"
    assert rows(lake, "SELECT * FROM top") == [(300,)]
    lake.sql("INSERT INTO r VALUES (1, 1)")
    assert lake.refresh()["top"].strategy == "incremental"
    assert all(view.verify().equal for view in lake.views())


def test_a_view_cannot_come_to_read_itself(lake: Lake) -> None:
    lake.create_view("v", TOTALS)
    lake.create_view("w", "SELECT k FROM v")
    with pytest.raises(ds.LakeError) as raised:
        lake.create_view("v", "SELECT k, 1 AS total FROM w")
    assert raised.value.code == "VIEW_CYCLE"
    assert "v reads w reads v" in raised.value.reason
    with pytest.raises(ds.LakeError) as raised:
        lake.create_view("v", "SELECT k, total FROM v")
    assert "v reads v" in raised.value.reason
    assert rows(lake, "SELECT * FROM v") == [(1, 30), (2, 30)]


def test_stages_of_the_view_before_are_gone(lake: Lake) -> None:
    lake.create_view("v", "SELECT k, x FROM r WHERE x > (SELECT AVG(x) FROM r)")
    assert "stage" in lake.view("v").explain()
    lake.create_view("v", TOTALS)
    tables = [name for (name,) in lake.sql("SELECT table_name FROM duckdb_tables()").fetchall()]
    assert not [name for name in tables if "v__" in name]
    assert [view.name for view in lake.views()] == ["v"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("ALTER TABLE r ADD COLUMN z INTEGER", None),
        ("ALTER TABLE r RENAME COLUMN x TO xx", "x"),
        ("ALTER TABLE r DROP COLUMN x", "x"),
        ("ALTER TABLE r ALTER COLUMN x TYPE BIGINT", None),
    ],
    ids=["added", "renamed", "dropped", "retyped"],
)
def test_a_changed_column_is_recognised_before_anything_is_written(
    file: str, lake: Lake, change: str, named: str | None, tmp_path: Path
) -> None:
    lake.create_view("v", TOTALS)
    lake.sql(change)
    lake.close()
    for _ in range(2):
        with ds.open(file) as again:
            report = again.refresh(keep_going=True)["v"]
            if named is None:
                assert report.strategy in ("full", "no_op")
                assert again.view("v").verify().equal
            else:
                assert report.strategy == "failed"
                assert named in (report.error or "")
                assert rows(again, "SELECT * FROM v") == [(1, 30), (2, 30)]
