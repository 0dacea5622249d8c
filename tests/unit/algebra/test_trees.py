"""Trees: walking, rebuilding, renaming, printing, with shared nodes staying shared."""

from dataclasses import replace

import pytest

from duckstream.algebra import (
    Filter,
    Ids,
    Join,
    Relation,
    Scan,
    parent_counts,
    print_tree,
    reidentify,
    rewrite,
    scans,
    walk,
)
from tests.unit.views import bound_tree

SHARED = "WITH c AS (SELECT k FROM r WHERE x > 3) SELECT a.k FROM c AS a JOIN c AS b ON a.k = b.k"
VIEWS = [
    SHARED,
    "SELECT x + 1 AS a FROM r WHERE k > 3",
    "SELECT k, SUM(x) FILTER (WHERE x > 3) AS t FROM r GROUP BY k HAVING COUNT(*) > 1",
    "SELECT k FROM r UNION ALL SELECT y FROM s",
    "SELECT DISTINCT x FROM r, s",
    "SELECT 1 AS one",
]


def test_inputs_come_before_what_reads_them_and_each_node_once() -> None:
    tree, _ = bound_tree(SHARED)
    names = [type(node).__name__ for node in walk(tree)]
    assert names == ["Scan", "Filter", "Project", "Project", "Project", "Join", "Project"]


def test_who_reads_a_node() -> None:
    tree, _ = bound_tree(SHARED)
    counts = parent_counts(tree)
    assert sorted(counts.values()) == [1, 1, 1, 1, 1, 1, 2]


def test_the_tables_of_a_tree() -> None:
    tree, _ = bound_tree("SELECT a.x FROM r AS a, s, r AS b")
    assert [str(scan.source) for scan in scans(tree)] == ["r", "s", "r"]


def test_a_rewrite_that_changes_nothing_gives_the_same_node() -> None:
    tree, _ = bound_tree(SHARED)
    assert rewrite(tree, lambda node: node) is tree


def test_a_rewrite_visits_a_shared_node_once_and_leaves_it_shared() -> None:
    tree, _ = bound_tree(SHARED)
    visited: list[Relation] = []

    def without_filters(node: Relation) -> Relation:
        visited.append(node)
        return node.input if isinstance(node, Filter) else node

    rewritten = rewrite(tree, without_filters)
    assert len(visited) == len(list(walk(tree)))
    assert sorted(parent_counts(rewritten).values()) == [1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("sql", VIEWS)
def test_a_tree_with_ids_of_its_own_is_the_same_tree(sql: str) -> None:
    tree, ids = bound_tree(sql)
    again, fresh = reidentify(tree, ids)
    old = {column.id for node in walk(tree) for column in node.columns}
    new = {column.id for node in walk(again) for column in node.columns}
    assert not old & new
    assert [fresh[column.id] for column in tree.columns] == list(again.columns)
    restored, _ = reidentify(again, Ids())
    from_the_start, _ = reidentify(tree, Ids())
    assert print_tree(restored) == print_tree(from_the_start)


def test_a_shared_node_is_printed_once_with_a_mark() -> None:
    tree, _ = bound_tree(SHARED)
    assert print_tree(tree).split("\n") == [
        "Project [k#6 = k#4]",
        "  Join ON k#4 = k#5",
        "    Project [k#4 = k#3]",
        "      1: Project [k#3 = k#1]",
        "        Filter x#2 > 3",
        "          Scan r [k#1, x#2] current",
        "    Project [k#5 = k#3]",
        "      = 1",
    ]


def test_operators_compare_by_identity() -> None:
    tree, _ = bound_tree("SELECT x FROM r")
    (scan,) = scans(tree)
    assert isinstance(scan, Scan)
    assert replace(scan) != scan
    assert Join((scan, scan)).inputs[0] is scan
