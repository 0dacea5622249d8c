"""Tree in, tree out: reading the examples explains the rules."""

from pathlib import Path

import pytest

from duckstream.algebra import Ids, Recursive, Relation, Scan, Source, print_tree, walk
from duckstream.differentiate import RULES, States, differentiate
from tests.unit.examples import Example, read_folder
from tests.unit.views import bound_tree

EXAMPLES = read_folder(Path(__file__).parent)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_change_of(example: Example) -> None:
    tree, ids = bound_tree(example.sql)
    make = {
        "view": lambda: tree,
        "change": lambda: differentiate(tree, ids),
        "change where it is stored": lambda: _of_stored(tree, ids),
    }
    example.check(lambda name: print_tree(make[name]()))


def _of_stored(tree: Relation, ids: Ids) -> Relation:
    """The change of a view whose recursion is stored."""
    recursion = next(node for node in walk(tree) if isinstance(node, Recursive))
    rows = Scan(Source("dl", "main", "stored"), tuple(map(ids.copy_of, recursion.columns)))
    return States(RULES, ids, stored=(recursion, rows)).change(tree)


def test_every_rule_has_its_examples() -> None:
    shown = {type(node) for e in EXAMPLES for node in walk(bound_tree(e.sql)[0])}
    assert shown >= RULES.keys()
