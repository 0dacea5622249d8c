"""The statements that store, show and refresh a view, as examples."""

from pathlib import Path

import pytest

from duckstream.compiler import CompiledView
from tests.unit.examples import Example, read_folder
from tests.unit.views import compiled, sources

EXAMPLES = read_folder(Path(__file__).parent / "examples")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_statements(example: Example) -> None:
    view = compiled(example.sql)
    changed = example.settings.get("changed")
    merge = view.merge(None if changed is None else sources(changed.split(", ")))
    steps = {step.purpose: step.sql for step in merge.statements}

    def give(part: str) -> str:
        return PARTS[part](view) if part in PARTS else view.sql(steps[part])

    example.check(give)


def _purposes(view: CompiledView) -> str:
    return "\n".join(step.purpose for step in view.merge().statements)


PARTS = {
    "content": lambda view: view.sql(view.content),
    "query": lambda view: view.sql(view.query),
    "steps": _purposes,
}
