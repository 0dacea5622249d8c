"""Scans within keys of a change are given the range of these keys."""

from duckstream.algebra import Relation, Scan, walk
from duckstream.differentiate import differentiate
from duckstream.simplify import simplify
from tests.unit.views import bound_tree, sources


def bounds(sql: str, changed: list[str], *, skips_files: bool = False) -> set[str]:
    """Which columns of which states are read within which range."""
    tree, ids = bound_tree(sql)
    found = simplify(
        differentiate(tree, ids),
        changed=sources(changed),
        needed=tree.columns,
        ids=ids,
        skips_files=skips_files,
    )
    return {text for node in walk(found) for text in describe(node)}


def describe(node: Relation) -> list[str]:
    if not isinstance(node, Scan):
        return []
    return [
        f"{node.version.value} {node.source}.{name} in "
        + ", ".join(f"{source}.{column}" for source, column in changes)
        for name, changes in node.within
    ]


def test_partners_lie_in_the_range_of_the_change() -> None:
    found = bounds("SELECT x, y FROM r JOIN s ON r.k = s.k", ["r", "s"])
    assert "new s.k in r.k" in found or "old s.k in r.k" in found
    assert "new r.k in s.k" in found or "old r.k in s.k" in found


def test_where_both_sides_change_the_range_spans_both() -> None:
    found = bounds(
        "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE s.k = r.k AND y > 1)", ["r", "s"]
    )
    assert "new s.k in r.k, s.k" in found


def test_keys_that_are_computed_have_no_range() -> None:
    assert bounds("SELECT x, y FROM r JOIN s ON r.k + 1 = s.k", ["r"]) == set()


def test_keys_that_come_from_another_table_have_none() -> None:
    """The rows of t are found by y, which comes from s: any row of s may meet the change."""
    found = bounds("SELECT x, z FROM r JOIN s ON r.k = s.k JOIN t ON t.k = s.y", ["r"])
    assert found == {"new s.k in r.k"}


def test_engines_that_find_the_range_themselves_are_given_none() -> None:
    sql = "SELECT x, y FROM r JOIN s ON r.k = s.k"
    assert bounds(sql, ["r", "s"], skips_files=True) == set()
