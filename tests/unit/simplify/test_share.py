"""Equal subtrees become one node; different ones do not."""

from dataclasses import replace

import pytest

from duckstream.algebra import Call, Column, Empty, Negate, Relation, Version, print_tree, walk
from duckstream.simplify import share
from tests.unit.simplify.trees import (
    WANTED_K,
    K,
    X,
    filtered,
    joined,
    keys_of,
    projected,
    restricted,
    scan_r,
    scan_s,
    summed,
    united,
)


def of_each_kind() -> dict[str, Relation]:
    """A tree per operator; each call gives other nodes."""
    return {
        "scan": scan_r(),
        "filter": filtered(scan_r()),
        "project": projected(scan_r(), one='"#1" + 1'),
        "join": joined(scan_r(), scan_s()),
        "union": united(scan_r(), scan_s()),
        "aggregate": summed(scan_r(), K),
        "keys": keys_of(scan_r(), K),
        "restrict": restricted(scan_r(), (K, WANTED_K)),
        "negate": Negate(scan_r()),
        "empty": Empty((K, X), scan_r()),
    }


@pytest.mark.parametrize("kind", of_each_kind())
def test_equal_trees_become_one(kind: str) -> None:
    both = joined(of_each_kind()[kind], of_each_kind()[kind], on=None)
    left, right = share(both).inputs
    assert left is right
    assert print_tree(left) == print_tree(of_each_kind()[kind])


DIFFERENT = {
    "another state of the table": (scan_r(Version.OLD), scan_r(Version.NEW)),
    "another table": (scan_r(), replace(scan_r(), source=scan_s().source)),
    "other columns": (scan_r(), replace(scan_r(), columns=(K,))),
    "another predicate": (filtered(scan_r(), '"#1" > 3'), filtered(scan_r(), '"#1" > 4')),
    "another constant of other case": (
        filtered(scan_r(), "\"#1\" = 'A'"),
        filtered(scan_r(), "\"#1\" = 'a'"),
    ),
    "another expression": (projected(scan_r(), one='"#1"'), projected(scan_r(), one='"#2"')),
    "another condition": (joined(scan_r(), scan_s()), joined(scan_r(), scan_s(), on=None)),
    "another order of inputs": (joined(scan_r(), scan_s()), joined(scan_s(), scan_r())),
    "other keys": (summed(scan_r(), K), summed(scan_r(), K, X)),
    "another function": (
        summed(scan_r(), K),
        replace(summed(scan_r(), K), calls=(Call(Column(31, "total"), "MIN", X),)),
    ),
    "DISTINCT or not": (
        summed(scan_r(), K),
        replace(summed(scan_r(), K), calls=(Call(Column(31, "total"), "SUM", X, distinct=True),)),
    ),
    "other columns of a branch": (
        united(scan_r(), scan_s()),
        united(scan_r(), replace(scan_s(), columns=scan_s().columns[::-1])),
    ),
    "other watched columns": (
        keys_of(scan_r(), K),
        replace(keys_of(scan_r(), K), watched=(X,)),
    ),
}


@pytest.mark.parametrize("difference", DIFFERENT)
def test_different_trees_stay_two(difference: str) -> None:
    left, right = share(joined(*DIFFERENT[difference], on=None)).inputs
    assert left is not right


def test_what_equal_trees_have_below_is_shared_as_well() -> None:
    tree = united(filtered(scan_r(), '"#1" > 3'), filtered(scan_r(), '"#1" > 4'))
    assert len(list(walk(tree))) == 5
    assert len(list(walk(share(tree)))) == 4
