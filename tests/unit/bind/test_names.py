"""Which column a name means: the trees of the examples show it by its id."""

from pathlib import Path

import pytest
from sqlglot import exp

from duckstream.algebra import print_tree
from duckstream.bind import BoundView
from tests.unit.examples import Example, read_folder
from tests.unit.views import TABLES, bind

EXAMPLES = read_folder(Path(__file__).parent / "examples")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_names(example: Example) -> None:
    schema = None if example.settings.get("schema") == "none" else TABLES
    view = bind(example.sql, schema)
    example.check(lambda part: PARTS[part](view))


def _order(view: BoundView) -> str:
    """The column that each term orders by, and how."""
    terms = []
    for term in view.order:
        how = term.ordered.copy()
        how.set("this", exp.Var(this=str(term.column)))
        terms.append(how.sql(dialect="duckdb"))
    return ", ".join(terms)


def _text(number: exp.Expr | None) -> str:
    return "-" if number is None else number.sql(dialect="duckdb")


PARTS = {
    "view": lambda view: print_tree(view.relation),
    "columns": lambda view: ", ".join(f"{name} = {column}" for name, column in view.columns),
    "order": _order,
    "limit": lambda view: f"{_text(view.limit)} from {_text(view.offset)}",
    "features": lambda view: ", ".join(sorted(view.features)),
}
