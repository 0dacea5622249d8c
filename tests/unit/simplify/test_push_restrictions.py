"""A restriction goes down to where the rows come from, as far as its columns are known there."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from duckstream.algebra import (
    Column,
    Consolidate,
    Ids,
    Keys,
    Negate,
    Relation,
    Restrict,
    print_tree,
    walk,
)
from duckstream.differentiate import differentiate
from duckstream.simplify import push_restrictions
from tests.unit.examples import Example, read
from tests.unit.simplify.trees import (
    K2,
    WANTED_K,
    WANTED_X,
    K,
    X,
    exploded,
    filtered,
    joined,
    outer,
    projected,
    ranked,
    restricted,
    scan_r,
    scan_s,
    semi,
    summed,
    typed_s,
    united,
    wanted,
)
from tests.unit.views import bound_tree

EXAMPLES = read(Path(__file__).parent / "push_restrictions.txt")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_restrictions_of_a_view(example: Example) -> None:
    tree, ids = bound_tree(example.sql)
    example.check(lambda _: print_tree(push_restrictions(differentiate(tree, ids), ids)))


@dataclass(frozen=True)
class Law:
    title: str
    tree: Relation
    pushed: str

    def __str__(self) -> str:
        return self.title


BOTH = ((K, WANTED_K), (X, WANTED_X))
ONE = Column(11, "one")
TWO = Column(12, "two")

LAWS = [
    Law(
        "σ(R) ⋉ K = σ(R ⋉ K)",
        restricted(filtered(scan_r()), (K, WANTED_K)),
        """
Filter x#2 > 3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "(−R) ⋉ K = −(R ⋉ K)",
        restricted(Negate(scan_r()), (K, WANTED_K)),
        """
Negate
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "consolidating and restricting go in either order",
        restricted(Consolidate(scan_r(), (K, X)), (K, WANTED_K)),
        """
Consolidate [k#1, x#2]
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "two restrictions go down together",
        restricted(restricted(filtered(scan_r()), (K, WANTED_K)), (X, WANTED_X)),
        """
Filter x#2 > 3
  Restrict [k#1 IN wanted_k#5]
    Restrict [x#2 IN wanted_x#6]
      Scan r [k#1, x#2] new
      Scan wanted [wanted_x#6] current
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "π(R) ⋉ K = π(R ⋉ K) for columns that π hands through",
        restricted(projected(scan_r(), one='"#1"', two='"#2"'), (ONE, WANTED_K), (TWO, WANTED_X)),
        """
Project [one#11 = k#1, two#12 = x#2]
  Restrict [k#1 IN wanted_k#5, x#2 IN wanted_x#6]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5, wanted_x#6] current
""",
    ),
    Law(
        "it stays above a column that π computes",
        restricted(projected(scan_r(), one='"#1" + 1'), (ONE, WANTED_K)),
        """
Restrict [one#11 IN wanted_k#5]
  Project [one#11 = k#1 + 1]
    Scan r [k#1, x#2] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "the part that π hands through goes down, and the whole stays above",
        restricted(
            projected(scan_r(), one='"#1"', two='"#2" + 1'), (ONE, WANTED_K), (TWO, WANTED_X)
        ),
        """
Restrict [one#11 IN wanted_k#5, two#12 IN wanted_x#6]
  Project [one#11 = k#1, two#12 = x#2 + 1]
    Restrict [k#1 IN wanted_k#100]
      Scan r [k#1, x#2] new
      Keys [wanted_k#100 = wanted_k#5]
        Scan wanted [wanted_k#5, wanted_x#6] current
  Scan wanted [wanted_k#5, wanted_x#6] current
""",
    ),
    Law(
        "(R ⊎ S) ⋉ K = (R ⋉ K) ⊎ (S ⋉ K)",
        restricted(united(scan_r(), scan_s()), (Column(21, "k"), WANTED_K)),
        """
UnionAll [k#21, x#22]
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Restrict [k#3 IN wanted_k#5]
    Scan s [k#3, y#4] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "γ(R) ⋉ K = γ(R ⋉ K) for the keys of γ",
        restricted(summed(scan_r(), K), (K, WANTED_K)),
        """
Aggregate BY [k#1] [total#31 = SUM(x#2)]
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "it stays above what γ computes",
        restricted(summed(scan_r(), K), (Column(31, "total"), WANTED_X)),
        """
Restrict [total#31 IN wanted_x#6]
  Aggregate BY [k#1] [total#31 = SUM(x#2)]
    Scan r [k#1, x#2] new
  Scan wanted [wanted_x#6] current
""",
    ),
    Law(
        "the part that are keys of γ goes down, and the whole stays above",
        restricted(summed(scan_r(), K), (K, WANTED_K), (Column(31, "total"), WANTED_X)),
        """
Restrict [k#1 IN wanted_k#5, total#31 IN wanted_x#6]
  Aggregate BY [k#1] [total#31 = SUM(x#2)]
    Restrict [k#1 IN wanted_k#100]
      Scan r [k#1, x#2] new
      Keys [wanted_k#100 = wanted_k#5]
        Scan wanted [wanted_k#5, wanted_x#6] current
  Scan wanted [wanted_k#5, wanted_x#6] current
""",
    ),
    Law(
        "in a join it goes to the side that has the columns",
        restricted(joined(scan_r(), scan_s(), on='"#2" < "#4"'), *BOTH),
        """
Join ON x#2 < y#4
  Restrict [k#1 IN wanted_k#5, x#2 IN wanted_x#6]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5, wanted_x#6] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "a column that the condition sets equal is restricted as well",
        restricted(joined(scan_r(), scan_s()), (K, WANTED_K)),
        """
Join ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Restrict [k#3 IN wanted_k#5]
    Scan s [k#3, y#4] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "each side of a join gets its part, and the whole stays above",
        restricted(joined(scan_r(), scan_s(), on=None), (K, WANTED_K), (Column(4, "y"), WANTED_X)),
        """
Restrict [k#1 IN wanted_k#5, y#4 IN wanted_x#6]
  Join
    Restrict [k#1 IN wanted_k#100]
      Scan r [k#1, x#2] new
      Keys [wanted_k#100 = wanted_k#5]
        Scan wanted [wanted_k#5, wanted_x#6] current
    Restrict [y#4 IN wanted_x#101]
      Scan s [k#3, y#4] new
      Keys [wanted_x#101 = wanted_x#6]
        Scan wanted [wanted_k#5, wanted_x#6] current
  Scan wanted [wanted_k#5, wanted_x#6] current
""",
    ),
    Law(
        "an inequality sets nothing equal",
        restricted(joined(scan_r(), scan_s(), on='"#1" <= "#3"'), (K, WANTED_K)),
        """
Join ON k#1 <= k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "an equality under OR sets nothing equal",
        restricted(joined(scan_r(), scan_s(), on='"#1" = "#3" OR "#2" = 1'), (K, WANTED_K)),
        """
Join ON k#1 = k#3 OR x#2 = 1
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "equalities reach as far as their chain",
        restricted(joined(scan_r(), scan_s(), on='"#1" = "#4" AND "#4" = "#3"'), (K, WANTED_K)),
        """
Join ON k#1 = y#4 AND y#4 = k#3
  Restrict [k#1 IN k#100]
    Scan r [k#1, x#2] new
    Keys [k#100 = k#3]
      1: Filter y#4 = k#3
        Restrict [k#3 IN wanted_k#5, y#4 IN wanted_k#5]
          Scan s [k#3, y#4] new
          Scan wanted [wanted_k#5] current
  = 1
""",
    ),
    Law(
        "an input that is filtered goes first, the others follow it",
        restricted(joined(scan_r(), scan_s(), on='"#1" = "#3" AND "#4" > 7'), (K, WANTED_K)),
        """
Join ON k#1 = k#3 AND y#4 > 7
  Restrict [k#1 IN k#100]
    Scan r [k#1, x#2] new
    Keys [k#100 = k#3]
      1: Filter y#4 > 7
        Restrict [k#3 IN wanted_k#5]
          Scan s [k#3, y#4] new
          Scan wanted [wanted_k#5] current
  = 1
""",
    ),
    Law(
        "of another type it is not: equal need not mean the same there",
        restricted(joined(scan_r(), typed_s("BIGINT")), (K, WANTED_K)),
        """
Join ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "nor one whose type is not known",
        restricted(joined(scan_r(), typed_s(None)), (K, WANTED_K)),
        """
Join ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "it stays above a union that unifies types",
        restricted(united(scan_r(), scan_s(), unifies=True), (Column(21, "k"), WANTED_K)),
        """
Restrict [k#21 IN wanted_k#5]
  UnionAll [k#21, x#22]
    Scan r [k#1, x#2] new
    Scan s [k#3, y#4] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "into the left side of a left join, and into the right one what is set equal",
        restricted(outer(scan_r(), scan_s()), (K, WANTED_K)),
        """
LeftJoin ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Restrict [k#3 IN wanted_k#5]
    Scan s [k#3, y#4] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "it stays above a left join for columns of the right side: they may be padded",
        restricted(outer(scan_r(), scan_s()), (K2, WANTED_K)),
        """
Restrict [k#3 IN wanted_k#5]
  LeftJoin ON k#1 = k#3
    Scan r [k#1, x#2] new
    Scan s [k#3, y#4] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "it stays above a full join",
        restricted(outer(scan_r(), scan_s(), full=True), (K, WANTED_K)),
        """
Restrict [k#1 IN wanted_k#5]
  FullJoin ON k#1 = k#3
    Scan r [k#1, x#2] new
    Scan s [k#3, y#4] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "of an anti join both sides are restricted: other partners matter to other rows",
        restricted(semi(scan_r(), scan_s(), anti=True), (K, WANTED_K)),
        """
AntiJoin ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Restrict [k#3 IN wanted_k#5]
    Scan s [k#3, y#4] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "without an equality only the left side of a semi join is",
        restricted(semi(scan_r(), scan_s(), '"#2" < "#4"'), (K, WANTED_K)),
        """
SemiJoin ON x#2 < y#4
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Scan s [k#3, y#4] new
""",
    ),
    Law(
        "ω(R) ⋉ K = ω(R ⋉ K) for the columns that ω partitions by",
        restricted(ranked(scan_r(), K), (K, WANTED_K)),
        """
Window BY [k#1] [place#51 = RANK() OVER (ORDER BY x#2)]
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "it stays above a window for the others: all rows of the partition count",
        restricted(ranked(scan_r(), K), (X, WANTED_X)),
        """
Restrict [x#2 IN wanted_x#6]
  Window BY [k#1] [place#51 = RANK() OVER (ORDER BY x#2)]
    Scan r [k#1, x#2] new
  Scan wanted [wanted_x#6] current
""",
    ),
    Law(
        "rows are restricted before others are made of them",
        restricted(exploded(scan_r()), (K, WANTED_K)),
        """
Unnest [e#61] = UNNEST([k#1, x#2])
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "but not by what is made",
        restricted(exploded(scan_r()), (Column(61, "e"), WANTED_K)),
        """
Restrict [e#61 IN wanted_k#5]
  Unnest [e#61] = UNNEST([k#1, x#2])
    Scan r [k#1, x#2] new
  Scan wanted [wanted_k#5] current
""",
    ),
    Law(
        "a column of the right side restricts the left one too",
        restricted(joined(scan_r(), scan_s()), (K2, WANTED_K)),
        """
Join ON k#1 = k#3
  Restrict [k#1 IN wanted_k#5]
    Scan r [k#1, x#2] new
    Scan wanted [wanted_k#5] current
  Restrict [k#3 IN wanted_k#5]
    Scan s [k#3, y#4] new
    Scan wanted [wanted_k#5] current
""",
    ),
]


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_law(law: Law) -> None:
    assert print_tree(push_restrictions(law.tree, Ids(100))) == law.pushed.strip()


def test_the_same_part_of_the_same_keys_is_one_node() -> None:
    keys = wanted(WANTED_K, WANTED_X)
    sides = (projected(scan_r(), one='"#1"', two='"#2" + 1') for _ in range(2))
    on = ((ONE, WANTED_K), (TWO, WANTED_X))
    both = joined(*(Restrict(side, keys, on) for side in sides), on=None)
    parts = [node for node in walk(push_restrictions(both, Ids(100))) if isinstance(node, Keys)]
    assert len(parts) == 1


def test_what_others_read_as_well_is_not_restricted_for_them() -> None:
    everything = filtered(scan_r())
    both = united(everything, restricted(everything, (K, WANTED_K)))
    assert print_tree(push_restrictions(both, Ids(100))).split("\n") == [
        "UnionAll [k#21, x#22]",
        "  Filter x#2 > 3",
        "    Scan r [k#1, x#2] new",
        "  Filter x#2 > 3",
        "    Restrict [k#1 IN wanted_k#5]",
        "      Scan r [k#1, x#2] new",
        "      Scan wanted [wanted_k#5] current",
    ]
