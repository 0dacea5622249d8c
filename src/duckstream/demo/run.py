"""Running the demo: copy the project, build the shop, then change, run and compare."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import sqlglot
from rich.console import Console
from sqlglot.errors import ErrorLevel

from duckstream.compiler import LAKES
from duckstream.demo.measure import Measurement, measure
from duckstream.demo.rounds import Round, make_rounds
from duckstream.demo.shop import Size, create_tables
from duckstream.demo.show import show_round, show_shop, show_views
from duckstream.lake import Lake
from duckstream.pipeline.choose import Wanted
from duckstream.pipeline.lakes import find_lake, open_project_lake
from duckstream.pipeline.project import Project, read_project
from duckstream.pipeline.run import ProjectRun
from duckstream.refresh.events import ignore
from duckstream.refresh.report import RefreshReport

PROJECT = Path(__file__).parent / "project"


@dataclass(frozen=True)
class Played:
    """What was measured, by round."""

    engine: str
    rounds: tuple[tuple[Round, tuple[Measurement, ...]], ...]

    @property
    def measurements(self) -> list[Measurement]:
        return [m for _, measurements in self.rounds for m in measurements]

    @property
    def equal(self) -> bool:
        return all(m.equal for m in self.measurements)


def copy_project(folder: Path) -> Path:
    """The project of the shop, in a folder of its own; its spec."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    spec = folder / "spark-pipeline.yml"
    # Spark wants to be told the whole address.
    storage = f"file://{folder.resolve() / 'pipeline-storage'}"
    spec.write_text(spec.read_text("utf-8").replace("pipeline-storage", storage), "utf-8")
    return spec


def play(
    spec: Path, engine: str, console: Console | None, progress: Console, size: Size | None = None
) -> Played:
    """Play every round on one engine; shown on the console, if there is one."""
    size = size or Size()
    project = read_project(str(spec))
    with progress.status(f"opening the lake on {engine}"):
        lake = open_project_lake(project, find_lake(project, engine))
    with lake:
        with progress.status("building the shop"):
            for statement in create_tables(size):
                _change(lake, (statement,))
        with progress.status("computing the views for the first time"):
            created = _run(project, lake)
        if console is not None:
            show_shop(console, engine, size)
            show_views(console, project, created)
        rounds = []
        for number, round in enumerate(make_rounds(size), start=1):
            with progress.status(f"round {number}: {round.title}"):
                _change(lake, round.statements)
                start = time.perf_counter()
                report = _run(project, lake)
                share = (time.perf_counter() - start) / len(report)
                found = tuple(measure(lake, project, v, report[v], share) for v in report)
            rounds.append((round, found))
            if console is not None:
                show_round(console, number, round, found)
    return Played(engine, tuple(rounds))


def _run(project: Project, lake: Lake) -> RefreshReport:
    # Refreshes are shown, also where computing a small table anew would be as fast.
    return ProjectRun(project, lake, Wanted(project.views(), policy="incremental"), ignore).go()


def _change(lake: Lake, statements: tuple[str, ...]) -> None:
    """What an application would write: in one commit, where there are such over several tables."""
    dialect = lake.engine.dialect
    texts = [_translate(text, dialect) for text in statements]
    if len(texts) > 1 and LAKES[dialect].has_transactions:
        texts = ["BEGIN", *texts, "COMMIT"]
    for text in texts:
        lake.sql(text)


def _translate(text: str, dialect: str) -> str:
    """USING DELTA, which a lake of its own kind has no word for, is left out."""
    return sqlglot.parse_one(text, dialect="spark").sql(
        dialect=dialect, unsupported_level=ErrorLevel.IGNORE
    )
