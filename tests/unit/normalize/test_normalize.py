"""Tree in, tree out: each rewrite of a bound view by itself."""

from pathlib import Path

import pytest

from duckstream.algebra import Relation, free_ids, print_tree
from duckstream.normalize.make_independent import make_independent
from duckstream.normalize.narrow_joins import narrow_joins
from duckstream.normalize.push_filters import push_filters
from duckstream.normalize.settle_ties import settle_ties
from duckstream.simplify import prune_columns
from tests.unit.examples import Example, read, read_folder
from tests.unit.views import written_tree

FOLDER = Path(__file__).parent
EXAMPLES = read_folder(FOLDER)


def trees(sql: str) -> dict[str, Relation]:
    """A view as it is written, and what each step by itself makes of it once it is independent."""
    whole, shown, ids = written_tree(sql)
    independent = make_independent(whole, ids)
    return {
        "written": whole,
        "independent": prune_columns(independent, shown),
        "before": prune_columns(independent, shown),
        "narrowed": prune_columns(narrow_joins(independent), shown),
        "pushed": prune_columns(push_filters(independent), shown),
        "settled": settle_ties(prune_columns(independent, shown)),
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_normalize(example: Example) -> None:
    given = trees(example.sql)
    example.check(lambda name: print_tree(given[name]))


@pytest.mark.parametrize("example", read(FOLDER / "make_independent.txt"), ids=str)
def test_nothing_reads_what_it_does_not_get(example: Example) -> None:
    assert not free_ids(trees(example.sql)["independent"])
