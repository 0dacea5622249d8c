"""Random views over random tables under random changes equal their queries."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.equivalence.engines import DUCKLAKE
from tests.equivalence.in_memory import run_in_memory
from tests.equivalence.run import run
from tests.equivalence.scenario import Scenario, parse, render
from tests.equivalence.strategies.plain_duckdb import answers
from tests.equivalence.strategies.queries import SHAPES
from tests.equivalence.strategies.scenarios import scenarios
from tests.equivalence.ways import Recomputed, ThroughCompiler, ThroughRuntime

pytestmark = pytest.mark.slow

shapes = pytest.mark.parametrize("shape", sorted(SHAPES))


@shapes
@given(data=st.data())
def test_a_random_view_equals_its_query(shape: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(shape).filter(answers))
    note(render(scenario))
    with TemporaryDirectory() as folder:
        run(scenario, ThroughRuntime(DUCKLAKE, Path(folder)))


@shapes
@given(data=st.data())
def test_compiled_statements_keep_a_random_view(shape: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(shape, most_views=1).filter(answers))
    note(render(scenario))
    with TemporaryDirectory() as folder:
        run(scenario, ThroughCompiler(DUCKLAKE, Path(folder)))


@shapes
@settings(max_examples=5 * settings().max_examples)  # it costs least
@given(data=st.data())
def test_the_change_of_a_random_view_is_simplified_to_the_same(
    shape: str, data: st.DataObject
) -> None:
    scenario = data.draw(scenarios(shape, most_views=1).filter(answers))
    note(render(scenario))
    run_in_memory(scenario)


@pytest.mark.sound
@shapes
@given(data=st.data())
def test_a_random_scenario_is_sound(shape: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(shape).filter(answers))
    note(render(scenario))
    with TemporaryDirectory() as folder:
        run(scenario, Recomputed(DUCKLAKE, Path(folder)))


@given(scenario=st.sampled_from(sorted(SHAPES)).flatmap(scenarios))
def test_a_random_scenario_can_be_kept_as_a_file(scenario: Scenario) -> None:
    kept = parse(render(scenario))
    assert render(kept) == render(scenario)
