"""Δs = ∅ for a source that did not change, and what follows from it."""

from pathlib import Path

import pytest

from duckstream.algebra import (
    Consolidate,
    Empty,
    Negate,
    Relation,
    Restrict,
    Version,
    print_tree,
    union_all,
)
from duckstream.differentiate import differentiate
from duckstream.simplify import drop_unchanged
from tests.unit.examples import Example, read
from tests.unit.simplify.trees import (
    WANTED_K,
    K,
    X,
    exploded,
    filtered,
    joined,
    keys_of,
    nothing,
    outer,
    projected,
    ranked,
    restricted,
    scan_r,
    scan_s,
    semi,
    summed,
    united,
    wanted,
)
from tests.unit.views import bound_tree, sources

EXAMPLES = read(Path(__file__).parent / "drop_unchanged.txt")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_view_of_which_only_some_tables_changed(example: Example) -> None:
    tree, ids = bound_tree(example.sql)
    changed = sources(example.settings["changed"].split(", "))
    example.check(lambda _: print_tree(drop_unchanged(differentiate(tree, ids), changed)))


VANISHING = {
    "Δr = ∅": scan_r(Version.CHANGE),
    "σ(∅) = ∅": filtered(nothing()),
    "π(∅) = ∅": projected(nothing(), double='"#2" * 2'),
    "−∅ = ∅": Negate(nothing()),
    "∅ ⋈ R = ∅": joined(nothing(), scan_s()),
    "R ⋈ ∅ = ∅": joined(scan_s(), nothing()),
    "∅ ⊎ ∅ = ∅": united(nothing(), nothing()),
    "∅ ⊎ ∅ = ∅ in the user's UNION ALL": united(nothing(), nothing(), unifies=True),
    "∅ ⋉ K = ∅": restricted(nothing(), (K, WANTED_K)),
    "R ⋉ ∅ = ∅": Restrict(scan_r(), Empty((WANTED_K,)), ((K, WANTED_K),)),
    "γ(∅) = ∅ with keys": summed(nothing(), K),
    "keys(∅) = ∅": keys_of(nothing(), K),
    "consolidate(∅) = ∅": Consolidate(nothing(), (K, X)),
    "∅ ⟕ S = ∅": outer(nothing(), scan_s()),
    "∅ ⋉ S = ∅": semi(nothing(), scan_s()),
    "∅ ▷ S = ∅": semi(nothing(), scan_s(), anti=True),
    "S ⋉ ∅ = ∅": semi(scan_s(), nothing()),
    "ω(∅) = ∅": ranked(nothing(), K),
    "ω(∅) = ∅ of all rows": ranked(nothing()),
    "μ(∅) = ∅": exploded(nothing()),
}


@pytest.mark.parametrize("law", VANISHING)
def test_nothing_comes_of_nothing(law: str) -> None:
    tree = VANISHING[law]
    left = drop_unchanged(tree, changed=())
    assert isinstance(left, Empty)
    assert left.columns == tree.columns


@pytest.mark.parametrize("law", VANISHING)
def test_what_is_left_still_knows_its_types(law: str) -> None:
    left = drop_unchanged(VANISHING[law], changed=())
    assert isinstance(left, Empty)
    assert left.like is not None
    assert set(left.columns) <= set(left.like.columns)


STAYING = {
    "γ(∅) without keys gives a row": summed(nothing()),
    "R ⋉ K": restricted(scan_r(), (K, WANTED_K)),
    "R ⋈ S": joined(scan_r(), scan_s()),
    "R ⊎ ∅ in the user's UNION ALL, for the types": united(scan_r(), nothing(), unifies=True),
    "a table of this refresh": wanted(WANTED_K),
    "S ⟕ ∅ pads S": outer(scan_s(), nothing()),
    "∅ ⟗ S pads S": outer(nothing(), scan_s(), full=True),
    "R ⋉ S": semi(scan_r(), scan_s()),
}


@pytest.mark.parametrize("law", STAYING)
def test_what_may_have_rows_stays(law: str) -> None:
    assert drop_unchanged(STAYING[law], changed=()) is STAYING[law]


def test_old_is_new_where_nothing_changed() -> None:
    tree = joined(scan_r(Version.OLD), scan_s(Version.OLD))
    assert _printed(tree, "s") == [
        "Join ON k#1 = k#3",
        "  Scan r [k#1, x#2] new",
        "  Scan s [k#3, y#4] old",
    ]


def test_a_sum_of_one_is_that_one() -> None:
    change = scan_r(Version.CHANGE)
    assert drop_unchanged(union_all(nothing(), change), sources(["r"])) is change


def test_without_partners_nothing_is_taken_away() -> None:
    everything = scan_s()
    assert drop_unchanged(semi(everything, nothing(), anti=True), sources(["s"])) is everything


def test_a_union_that_renames_stays_a_union() -> None:
    assert _printed(united(nothing(), scan_r()), "r") == [
        "UnionAll [k#21, x#22]",
        "  Scan r [k#1, x#2] new",
    ]


def _printed(tree: Relation, *changed: str) -> list[str]:
    return print_tree(drop_unchanged(tree, sources(changed))).split("\n")
