"""Every scenario file, on every engine, kept each way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.equivalence.engines import ENGINES, Engine
from tests.equivalence.run import run
from tests.equivalence.scenario import SCENARIOS, Scenario, load, scenario_files
from tests.equivalence.ways import NeedsSchema, Recomputed, ThroughCompiler, ThroughRuntime

CASES = [
    pytest.param(engine, path, id=f"{engine.name}-{path.relative_to(SCENARIOS).with_suffix('')}")
    for engine in ENGINES.values()
    for path in scenario_files(engine.name)
]

SINGLE_VIEW_CASES = [case for case in CASES if len(load(Path(str(case.values[1]))).views) == 1]


@pytest.fixture
def scenario(path: Path) -> Scenario:
    return load(path)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "path"), CASES)
def test_the_scenario_is_sound(engine: Engine, scenario: Scenario, tmp_path: Path) -> None:
    run(scenario, Recomputed(engine, tmp_path))


@pytest.mark.parametrize(("engine", "path"), CASES)
def test_the_view_equals_its_query(engine: Engine, scenario: Scenario, tmp_path: Path) -> None:
    run(scenario, ThroughRuntime(engine, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "path"), SINGLE_VIEW_CASES)
def test_the_compiled_statements_keep_the_view(
    engine: Engine, scenario: Scenario, tmp_path: Path
) -> None:
    run(scenario, ThroughCompiler(engine, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "path"), SINGLE_VIEW_CASES)
def test_the_text_alone_is_enough_or_the_compiler_asks_for_a_schema(
    engine: Engine,
    scenario: Scenario,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    try:
        run(scenario, ThroughCompiler(engine, tmp_path, with_schema=False))
    except NeedsSchema as asked:
        record_property("needs_schema", str(asked))
