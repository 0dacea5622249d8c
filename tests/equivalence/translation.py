"""The shared scenarios are written in DuckDB's words; another engine runs a translation of them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.equivalence.engines import Engine
from tests.equivalence.scenario import SCENARIOS, Scenario, Step, View, load


def load_for(engine: Engine, path: Path) -> Scenario:
    """This file as the engine runs it; one of the engine's own is in its words already."""
    scenario = load(path)
    return in_the_words_of(engine, scenario) if path.parent == SCENARIOS else scenario


def in_the_words_of(engine: Engine, scenario: Scenario) -> Scenario:
    return replace(
        scenario,
        tables=tuple(map(engine.translate, scenario.tables)),
        steps=tuple(_translate(step, engine.translate) for step in scenario.steps),
    )


def _translate(step: Step, translate: Callable[[str], str]) -> Step:
    if isinstance(step, View):
        return replace(step, sql=translate(step.sql))
    transactions = tuple(tuple(map(translate, each)) for each in step.transactions)
    return replace(step, transactions=transactions)
