"""Columns that nobody reads go; those that decide which rows there are stay."""

from dataclasses import dataclass, replace

import pytest

from duckstream.algebra import (
    Column,
    Consolidate,
    Empty,
    Negate,
    Relation,
    Version,
    print_tree,
)
from duckstream.simplify import prune_columns
from tests.unit.simplify.trees import (
    WANTED_K,
    K,
    X,
    Y,
    filtered,
    joined,
    keys_of,
    nothing,
    projected,
    restricted,
    scan_r,
    scan_s,
    summed,
    united,
)

ONE, TOTAL = Column(11, "one"), Column(31, "total")


@dataclass(frozen=True)
class Case:
    title: str
    tree: Relation
    needed: tuple[Column, ...]
    pruned: str

    def __str__(self) -> str:
        return self.title


CASES = [
    Case("a table is read for what is needed of it", scan_r(), (X,), "Scan r [x#2] new"),
    Case("and for nothing at all when its rows are only counted", scan_r(), (), "Scan r [] new"),
    Case(
        "a filter reads what it asks for",
        filtered(scan_r()),
        (K,),
        """
Filter x#2 > 3
  Scan r [k#1, x#2] new
""",
    ),
    Case(
        "a projection computes what is read of it",
        projected(scan_r(), one='"#1"', two='"#2" * 2'),
        (ONE,),
        """
Project [one#11 = k#1]
  Scan r [k#1] new
""",
    ),
    Case(
        "a join reads what its condition asks for",
        joined(scan_r(), scan_s()),
        (Y,),
        """
Join ON k#1 = k#3
  Scan r [k#1] new
  Scan s [k#3, y#4] new
""",
    ),
    Case(
        "a branch gives the columns at the places that are read",
        united(scan_r(), scan_s()),
        (Column(22, "x"),),
        """
UnionAll [x#22]
  Scan r [x#2] new
  Scan s [y#4] new
""",
    ),
    Case(
        "a function that is not read is not called",
        summed(scan_r(), K),
        (K,),
        """
Aggregate BY [k#1] []
  Scan r [k#1] new
""",
    ),
    Case(
        "without keys one function stays: the one group gives its row",
        summed(scan_r()),
        (),
        """
Aggregate BY [] [total#31 = SUM(x#2)]
  Scan r [x#2] new
""",
    ),
    Case(
        "in a join as well",
        joined(scan_s(), summed(scan_r()), on=None),
        (Y,),
        """
Join
  Scan s [y#4] new
  Aggregate BY [] [total#31 = SUM(x#2)]
    Scan r [x#2] new
""",
    ),
    Case(
        "the keys of groups stay, even if nobody reads them",
        summed(scan_r(), K),
        (TOTAL,),
        """
Aggregate BY [k#1] [total#31 = SUM(x#2)]
  Scan r [k#1, x#2] new
""",
    ),
    Case(
        "keys are taken from the columns that they are picked from",
        keys_of(scan_r(Version.CHANGE), K),
        (Column(41, "k"),),
        """
Keys [k#41 = k#1]
  Scan r [k#1] change
""",
    ),
    Case(
        "watched columns stay: without them a row that goes and one that comes would cancel",
        replace(keys_of(Consolidate(scan_r(Version.CHANGE), (K, X)), K), watched=(X,)),
        (Column(41, "k"),),
        """
Keys [k#41 = k#1] watching [x#2]
  Consolidate [k#1, x#2]
    Scan r [k#1, x#2] change
""",
    ),
    Case(
        "a restriction reads the columns that it compares",
        restricted(scan_r(), (K, WANTED_K)),
        (X,),
        """
Restrict [k#1 IN wanted_k#5]
  Scan r [k#1, x#2] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Case(
        "weights add up over the columns that are left",
        Consolidate(Negate(scan_r()), (K, X)),
        (K,),
        """
Consolidate [k#1]
  Negate
    Scan r [k#1] new
""",
    ),
    Case(
        "nothing is pruned with what it would have been",
        nothing(),
        (X,),
        """
Empty [x#2]
  Scan r [x#2] new
""",
    ),
    Case("nothing, and nobody knows what of", Empty((K, X)), (X,), "Empty [x#2]"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_prune(case: Case) -> None:
    assert print_tree(prune_columns(case.tree, case.needed)) == case.pruned.strip()


def test_a_shared_node_gives_what_any_of_its_readers_needs_and_stays_shared() -> None:
    shared = filtered(scan_r(), '"#1" > 0')
    left, right = projected(shared, one='"#1"'), projected(shared, one='"#2"')
    pruned = prune_columns(united(left, right), (Column(21, "one"),))
    assert print_tree(pruned).split("\n") == [
        "UnionAll [one#21]",
        "  Project [one#11 = k#1]",
        "    1: Filter k#1 > 0",
        "      Scan r [k#1, x#2] new",
        "  Project [one#11 = x#2]",
        "    = 1",
    ]
