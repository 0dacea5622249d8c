"""Tree in, tree out: reading the examples explains the rules."""

from pathlib import Path

import pytest

from duckstream.algebra import print_tree, walk
from duckstream.differentiate import RULES, differentiate
from tests.unit.examples import Example, read_folder
from tests.unit.views import bound_tree

EXAMPLES = read_folder(Path(__file__).parent)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_change_of(example: Example) -> None:
    tree, ids = bound_tree(example.sql)
    trees = {"view": tree, "change": differentiate(tree, ids)}
    example.check(lambda name: print_tree(trees[name]))


def test_every_rule_has_its_examples() -> None:
    shown = {type(node) for e in EXAMPLES for node in walk(bound_tree(e.sql)[0])}
    assert shown >= RULES.keys()
