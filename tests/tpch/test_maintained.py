"""Every query of TPC-H, maintained through inserts, deletes and updates, equals itself anew."""

from pathlib import Path

import pytest

from tests.equivalence.engines import ENGINES, Engine
from tests.tpch.refresh_functions import make_cycles
from tests.tpch.run import open_run

pytestmark = pytest.mark.slow

SEED = 8
FOLDER = Path(__file__).parent / "queries"
# The most telling first: subqueries of all kinds, then outer joins, then joins, then one table.
ORDER = (21, 20, 17, 18, 2, 15, 11, 22, 16, 13, 4, 9, 8, 7, 5, 19, 10, 3, 12, 14, 1, 6)
QUERIES = {
    f"q{number:02}": (FOLDER / f"q{number:02}.sql").read_text().strip().rstrip(";")
    for number in ORDER
}
# A job of Spark takes long however few rows there are: `make test` has one query on it.
BRIEF_ON_SPARK = ("q17",)
# How many cycles of changes a test takes.
CYCLES = {"ducklake": 3, "delta": 1}


def on(engine: str, *values: str, brief: bool = True) -> object:
    marks = ENGINES[engine].marks if brief else (*ENGINES[engine].marks, pytest.mark.whole)
    return pytest.param(ENGINES[engine], *values, id="-".join((engine, *values)), marks=marks)


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        *(on("ducklake", name) for name in QUERIES),
        *(on("delta", name, brief=name in BRIEF_ON_SPARK) for name in QUERIES),
    ],
)
def test_a_query_alone(engine: Engine, name: str, data: Path, tmp_path: Path) -> None:
    with open_run(engine, data, tmp_path) as run:
        run.create(name, QUERIES[name])
        for cycle in make_cycles(SEED, CYCLES[engine.name]):
            run.take(cycle)
    assert run.changed == {name}


@pytest.mark.parametrize("engine", [on("ducklake"), on("delta", brief=False)])
def test_all_queries_in_one_run(engine: Engine, data: Path, tmp_path: Path) -> None:
    with open_run(engine, data, tmp_path) as run:
        for name, sql in QUERIES.items():
            run.create(name, sql)
        for cycle in make_cycles(SEED + 1, 2):
            run.take(cycle)
    assert run.changed == set(QUERIES)


@pytest.mark.parametrize("engine", [on("ducklake", brief=False), on("delta", brief=False)])
def test_computed_anew_beside_maintained(engine: Engine, data: Path, tmp_path: Path) -> None:
    with open_run(engine, data, tmp_path) as run:
        for name, sql in QUERIES.items():
            run.create(name, sql)
            run.create(f"{name}_anew", sql, policy="full")
        for cycle in make_cycles(SEED + 2, 2):
            run.take(cycle)
    assert run.changed == {*QUERIES, *(f"{name}_anew" for name in QUERIES)}
