"""Inner results that are stored by themselves: what users see of them."""

import pytest

from duckstream.lake import Lake

REACH = (
    "WITH RECURSIVE reach AS (SELECT a, b FROM edge "
    "UNION SELECT r.a, e.b FROM reach r JOIN edge e ON e.a = r.b) "
)
FOLLOWED = "kept by affected derivations: rows that a recursion derives by what changed"
COUNTED = f"{REACH} SELECT a, COUNT(*) AS n FROM reach GROUP BY a"


@pytest.fixture
def graph(lake: Lake) -> Lake:
    lake.sql("CREATE TABLE edge (a INT, b INT)")
    lake.sql("INSERT INTO edge VALUES (1, 2), (2, 3), (3, 1), (3, 4), (1, 4)")
    return lake


def change(lake: Lake) -> None:
    lake.sql("DELETE FROM edge WHERE a = 3")
    lake.sql("INSERT INTO edge VALUES (4, 1), (5, NULL)")


def test_an_inner_average_is_a_stage(graph: Lake) -> None:
    above = "SELECT a, b FROM edge WHERE b > (SELECT AVG(a) FROM edge)"
    view = graph.create_view("above", above, policy="strict")
    assert "stage _ivm__ivm_above__1: one row that every row" in view.explain()
    change(graph)
    graph.refresh()
    assert view.verify().equal


def test_a_recursion_below_an_aggregate_is_a_stage(graph: Lake) -> None:
    view = graph.create_view("counted", COUNTED, policy="strict")
    told = view.explain()
    assert "stage _ivm__ivm_counted__1: a recursion, whose change is followed" in told
    assert FOLLOWED in told
    change(graph)
    assert graph.refresh()["counted"].strategy == "incremental"
    assert view.verify().equal


def test_a_recursion_that_is_the_view_needs_no_stage(graph: Lake) -> None:
    told = graph.create_view("pairs", f"{REACH} SELECT b, a, a + b AS c FROM reach").explain()
    assert FOLLOWED in told
    assert "stage" not in told


def test_without_stages_a_recursion_is_computed_whole(graph: Lake) -> None:
    view = graph.create_view("counted", COUNTED, policy="strict", stages=False)
    assert "kept by recompute" in view.explain()
    change(graph)
    graph.refresh()
    assert view.verify().equal
