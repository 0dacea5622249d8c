"""How a view is kept, found in the trees that its refresh runs."""

import pytest

from duckstream.refresh.explain import explain_view
from duckstream.refresh.manner import Manner, find_manners
from tests.unit.views import compiled, sources

MAX_PER_GROUP = "SELECT y, MAX(x) AS top FROM r JOIN s ON r.k = s.k GROUP BY y"


@pytest.mark.parametrize(
    ("sql", "manners"),
    [
        ("SELECT x FROM r WHERE x > 3", [Manner.CHANGE]),
        ("SELECT k, SUM(x) FROM r GROUP BY k", [Manner.CHANGE]),
        ("SELECT x, y FROM r LEFT JOIN s ON r.k = s.k", [Manner.PARTNERS]),
        (MAX_PER_GROUP, [Manner.EXTREMES]),
        ("SELECT k, COUNT(DISTINCT x), MAX(x) FROM r GROUP BY k", [Manner.GROUPS]),
        ("SELECT COUNT(DISTINCT x) FROM r", [Manner.RECOMPUTE]),
        ("SELECT RANK() OVER (PARTITION BY k ORDER BY x) FROM r", [Manner.PARTITIONS]),
        ("SELECT RANK() OVER (ORDER BY x) FROM r", [Manner.RECOMPUTE]),
        (
            "SELECT RANK() OVER (PARTITION BY n ORDER BY k) "
            "FROM (SELECT k, SUM(x) AS n FROM r GROUP BY k)",
            [Manner.GROUPS, Manner.PARTITIONS, Manner.RECOMPUTE],
        ),
        (
            "SELECT MAX(n) FROM (SELECT SUM(x) AS n FROM r GROUP BY k)",
            [Manner.EXTREMES, Manner.GROUPS],
        ),
        ("SELECT 1", [Manner.CHANGE]),
    ],
)
def test_it_is_found_in_the_trees(sql: str, manners: list[Manner]) -> None:
    assert find_manners(compiled(sql)) == manners


def test_what_did_not_change_is_not_computed_again() -> None:
    groups = "SELECT k FROM (SELECT k, SUM(y) AS n FROM s GROUP BY k) WHERE n > 1"
    view = compiled(f"SELECT k FROM r UNION ALL {groups}")
    assert find_manners(view) == [Manner.GROUPS]
    assert find_manners(view, sources("r")) == [Manner.CHANGE]


def test_explain_says_it_in_one_line() -> None:
    text = explain_view("v", compiled("SELECT k, SUM(x) FROM r GROUP BY k"), "auto")
    line = "kept by the change alone: nothing but the change of the tables is read"
    assert line in text.splitlines()
