"""Every scenario file, on every engine, kept each way."""

from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.equivalence.engines import ENGINES, Engine
from tests.equivalence.run import run
from tests.equivalence.scenario import SCENARIOS, Scenario, load, scenario_files
from tests.equivalence.translation import load_for
from tests.equivalence.ways import NeedsSchema, Recomputed, ThroughCompiler, ThroughRuntime

# Of each number the first scenario is run by every target. The others are left out by `make fast`;
# and where they run the statements that the runtime runs, by `make test`, too.
SLOW, WHOLE = pytest.mark.slow, pytest.mark.whole


def cases(way: str, most_views: int | None = None, *, one_each: bool = False) -> list[ParameterSet]:
    """Every file of every engine that is kept this way."""
    found = []
    for engine in ENGINES.values():
        files = [
            path
            for path in (scenario_files(engine.name) if way in engine.ways else [])
            if most_views is None or len(load(path).views) <= most_views
        ]
        first = {path.stem[:2]: path for path in reversed(files)}
        always = {*first.values()}
        for path in files:
            name = f"{engine.name}-{path.relative_to(SCENARIOS).with_suffix('')}"
            extra = WHOLE if one_each else SLOW
            marks = engine.marks if path in always else (*engine.marks, extra)
            found.append(pytest.param(engine, path, id=name, marks=marks))
    return found


@pytest.fixture
def scenario(engine: Engine, path: Path) -> Scenario:
    return load_for(engine, path)


@pytest.mark.sound
@pytest.mark.parametrize(("engine", "path"), cases("recomputed"))
def test_the_scenario_is_sound(engine: Engine, scenario: Scenario, tmp_path: Path) -> None:
    run(scenario, Recomputed(engine, tmp_path))


@pytest.mark.parametrize(("engine", "path"), cases("runtime"))
def test_the_view_equals_its_query(
    engine: Engine,
    scenario: Scenario,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    if engine.runs_ahead:
        request.getfixturevalue("ahead").result(request.node.nodeid)
    else:
        run(scenario, ThroughRuntime(engine, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "path"), cases("compiler", most_views=1, one_each=True))
def test_the_compiled_statements_keep_the_view(
    engine: Engine, scenario: Scenario, tmp_path: Path
) -> None:
    run(scenario, ThroughCompiler(engine, tmp_path))


@pytest.mark.sound
@pytest.mark.parametrize(("engine", "path"), cases("compiler", most_views=1))
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
