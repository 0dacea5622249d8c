"""Aggregates that are taken early, and what is read to look up groups."""

import pytest

from duckstream.algebra import Aggregate, Ids, print_tree, walk
from duckstream.stage.early import take_early
from duckstream.stage.look_up import find_look_ups
from tests.unit.views import bound_tree


def taken(sql: str) -> list[str]:
    """By what the right sides are grouped that can be aggregated early."""
    tree, _ = bound_tree(sql)
    found = (take_early(node, Ids(10**7)) for node in walk(tree))
    return [",".join(key.name for key in early.part.keys) for early in found if early is not None]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE s.k = r.k AND y > 1)",
        "SELECT x FROM r WHERE NOT EXISTS (SELECT 1 FROM s WHERE s.k = r.k)",
        "SELECT r.k, COUNT(y) AS n, COUNT(*) AS m FROM r LEFT JOIN s ON s.k = r.k GROUP BY r.k",
        "SELECT x + 1 AS z, COUNT(y) AS n FROM r LEFT JOIN s ON s.k = r.k AND y > 1 GROUP BY z",
    ],
)
def test_the_right_side_is_grouped_by_what_it_is_joined_on(sql: str) -> None:
    assert taken(sql) == ["k"]


@pytest.mark.parametrize(
    "sql",
    [
        # It compares more than equality does.
        "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE s.k = r.k AND y > x)",
        "SELECT x FROM r WHERE x NOT IN (SELECT y FROM s)",
        # Of an inner join, nothing is to be gained.
        "SELECT r.k, COUNT(y) AS n FROM r JOIN s ON s.k = r.k GROUP BY r.k",
        # A key of the right side; a function that does not add up; an argument of the left side.
        "SELECT y, COUNT(*) AS n FROM r LEFT JOIN s ON s.k = r.k GROUP BY y",
        "SELECT r.k, MAX(y) AS n FROM r LEFT JOIN s ON s.k = r.k GROUP BY r.k",
        "SELECT r.k, COUNT(DISTINCT y) AS n FROM r LEFT JOIN s ON s.k = r.k GROUP BY r.k",
        "SELECT r.k, COUNT(x) AS n FROM r LEFT JOIN s ON s.k = r.k GROUP BY r.k",
        "SELECT r.k, COUNT(y) AS n FROM r FULL JOIN s ON s.k = r.k GROUP BY r.k",
    ],
)
def test_others_stay_as_they_are(sql: str) -> None:
    assert taken(sql) == []


def test_what_is_made_of_both_sides_counts_rows_without_partners() -> None:
    tree, _ = bound_tree(
        "SELECT r.k, COUNT(y) AS n, COUNT(*) AS m FROM r LEFT JOIN s ON s.k = r.k GROUP BY r.k"
    )
    aggregate = next(node for node in walk(tree) if isinstance(node, Aggregate))
    early = take_early(aggregate, Ids(10**7))
    assert early is not None
    text = print_tree(early.rest(early.left, early.part))
    assert "COALESCE(COUNT(y)#10000000, 0)" in text
    assert "COALESCE(COUNT(*)#10000001, 1)" in text


def test_groups_are_looked_up_in_every_table_that_knows_their_keys() -> None:
    tree, _ = bound_tree(
        "SELECT r.k, SUM(x * y) AS n FROM r JOIN s ON s.k = r.k JOIN t ON z = y GROUP BY r.k"
    )
    aggregate = next(node for node in walk(tree) if isinstance(node, Aggregate))
    found = {look_up.source.table: look_up.columns for look_up in find_look_ups(aggregate)}
    assert found == {"r": ("k",), "s": ("k",), "t": ()}
