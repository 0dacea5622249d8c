"""A scan that is only joined with a change is not restricted to its keys before."""

from duckstream.algebra import Relation, Restrict, walk
from duckstream.differentiate import differentiate
from duckstream.simplify import drop_restrictions, drop_unchanged, restrict_partners
from tests.unit.views import bound_tree, sources


def restrictions(node: Relation) -> int:
    return sum(isinstance(each, Restrict) for each in walk(node))


def restricted(sql: str) -> Relation:
    tree, ids = bound_tree(sql)
    change = drop_unchanged(differentiate(tree, ids), sources(["r", "s"]))
    return restrict_partners(change, ids)


def test_the_partners_of_a_change_are_scanned_as_they_are() -> None:
    change = restricted("SELECT x, y FROM r JOIN s ON r.k = s.k")
    assert restrictions(change) == 2
    assert restrictions(drop_restrictions(change)) == 0


def test_what_takes_work_is_still_computed_for_the_keys_alone() -> None:
    change = restricted(
        "SELECT x, t FROM r JOIN (SELECT k, SUM(y) AS t FROM s GROUP BY k) AS q USING (k)"
    )
    kept = drop_restrictions(change)
    assert 0 < restrictions(kept) <= restrictions(change)
