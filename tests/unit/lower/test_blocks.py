"""Operators that fit into one SELECT are fused; what others read as well is written once."""

from pathlib import Path

import pytest

from duckstream.compiler import CompiledView
from duckstream.differentiate import differentiate
from duckstream.simplify import simplify
from tests.unit.examples import Example, read_folder
from tests.unit.views import compiled

EXAMPLES = read_folder(Path(__file__).parent / "examples")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_lower(example: Example) -> None:
    view = compiled(example.sql)
    example.check(lambda part: PARTS[part](view))


def _select(view: CompiledView) -> str:
    """The view computed from the current state of the tables."""
    relation = view.bound.relation
    return view.sql(view.lowering().select(relation, relation.columns))


def _change(view: CompiledView) -> str:
    """The change of the view when all its tables changed."""
    relation = view.bound.relation
    change = simplify(
        differentiate(relation, view.ids),
        changed=view.sources,
        needed=relation.columns,
        ids=view.ids,
        skips_files=True,
    )
    return view.sql(view.lowering().select(change, relation.columns))


PARTS = {"select": _select, "change": _change}
