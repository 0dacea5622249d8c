"""Scenarios on Spark run ahead, several at a time: one by one they would leave a core idle."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.equivalence import spark
from tests.equivalence.engines import Engine
from tests.equivalence.run import run
from tests.equivalence.translation import load_for
from tests.equivalence.ways import ThroughRuntime

# One after the other where they share a session, and with it the names of temporary views.
AT_A_TIME = 1 if spark.REMOTE in os.environ else 2


class Ahead:
    """The runs of all scenarios of this session that may share a process, each once."""

    def __init__(self, items: list[pytest.Item], folder: Path) -> None:
        self._folder = folder
        self._pool = ThreadPoolExecutor(AT_A_TIME)
        self._runs: dict[str, Future[None]] = {}
        for item in items:
            parameters = item.callspec.params if isinstance(item, pytest.Function) else {}
            engine = parameters.get("engine")
            if isinstance(engine, Engine) and engine.runs_ahead:
                path = Path(str(parameters["path"]))
                self._runs[item.nodeid] = self._pool.submit(self._run, engine, path)

    def _run(self, engine: Engine, path: Path) -> None:
        run(load_for(engine, path), ThroughRuntime(engine, self._folder))

    def result(self, test: str) -> None:
        """Wait for the run of a test, and raise what it raised."""
        self._runs[test].result()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="session")
def ahead(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Ahead]:
    named = "test_the_view_equals_its_query"
    items = [i for i in request.session.items if getattr(i, "originalname", "") == named]
    runs = Ahead(items, tmp_path_factory.mktemp("ahead"))
    yield runs
    runs.close()
