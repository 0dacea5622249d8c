"""What only meets the rows of a change is computed for these alone."""

from pathlib import Path

import pytest

from duckstream.algebra import print_tree
from duckstream.differentiate import differentiate
from duckstream.simplify import drop_unchanged, restrict_partners
from tests.unit.examples import Example, read
from tests.unit.views import bound_tree, sources

EXAMPLES = read(Path(__file__).parent / "restrict_partners.txt")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_partners_of_a_change(example: Example) -> None:
    tree, ids = bound_tree(example.sql)
    changed = sources(example.settings["changed"].split(", "))
    change = drop_unchanged(differentiate(tree, ids), changed)
    example.check(lambda _: print_tree(restrict_partners(change, ids)))
