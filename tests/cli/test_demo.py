"""The demo, with a small shop."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duckstream.demo import measure, run
from duckstream.demo.rounds import make_rounds
from duckstream.demo.shop import Size
from duckstream.demo.show import show_end
from duckstream.pipeline.check import check_project
from duckstream.pipeline.project import read_project
from tests.cli.conftest import Invoke

pytestmark = pytest.mark.slow

SMALL = Size(lines=4_000)
VIEWS = {"sales", "regions", "buyers", "best_customers", "baskets"}


def play(folder: Path, engine: str = "duckdb") -> tuple[run.Played, str]:
    written = StringIO()
    console = Console(file=written, width=80, highlight=False, markup=False)
    played = run.play(run.copy_project(folder), engine, console, Console(file=StringIO()), SMALL)
    show_end(console, [(played.engine, played.measurements)], str(folder))
    return played, written.getvalue()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[run.Played, str]:
    return play(tmp_path_factory.mktemp("shop"))


def test_every_view_is_equal_after_every_round(played: tuple[run.Played, str]) -> None:
    found, text = played
    assert found.equal, text
    assert [round.title for round, _ in found.rounds] == [r.title for r in make_rounds(SMALL)]
    for round, measurements in found.rounds:
        assert {m.view for m in measurements} == VIEWS
        assert round.title in text
    # A line per view and one for all of them.
    verdicts = [line.split()[-1] for line in text.splitlines() if re.search(r"\dx +\w+ *$", line)]
    assert verdicts == ["equal"] * (len(found.rounds) * (len(VIEWS) + 1))


def test_rounds_do_what_they_say(played: tuple[run.Played, str]) -> None:
    """Most views change in every round but the last, in which nothing does."""
    *changing, (_, quiet) = played[0].rounds
    assert {m.report.strategy for m in quiet} == {"no_op"}
    for round, measurements in changing:
        strategies = [m.report.strategy for m in measurements]
        assert strategies.count("incremental") >= 3, round.title
        assert "full" not in strategies


def test_the_text_is_plain_and_says_what_next(played: tuple[run.Played, str]) -> None:
    text = played[1]
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    assert "duckstream status" in text


def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure_with_a_wrong_view(lake, project, view, report, share):
        lake.sql("DELETE FROM _ivm_baskets")
        return measure.measure(lake, project, view, report, share)

    monkeypatch.setattr(run, "make_rounds", lambda size: make_rounds(size)[-1:])
    monkeypatch.setattr(run, "measure", measure_with_a_wrong_view)
    found, text = play(tmp_path)
    assert not found.equal
    assert "NOT EQUAL" in text


def test_the_command_keeps_the_project(invoke: Invoke, tmp_path: Path) -> None:
    arguments = ["demo", "--engine", "duckdb", "--lines", "400", "--keep", "shop", "--json"]
    result = invoke(*arguments)
    assert result.exit_code == 0, result.stderr
    (engine,) = json.loads(result.stdout)["engines"]
    assert (engine["engine"], engine["equal"], len(engine["rounds"])) == ("duckdb", True, 5)
    spec = str(tmp_path / "shop" / "spark-pipeline.yml")
    again = invoke("run", "--spec", spec, "--engine", "duckdb", "--json")
    assert {view["strategy"] for view in json.loads(again.stdout)["views"]} == {"no_op"}


def test_the_project_is_incremental_on_both_engines() -> None:
    project = read_project(str(run.PROJECT / "spark-pipeline.yml"))
    for engine in ("duckdb", "spark"):
        assert {c.strategy for c in check_project(project, engine)} == {"incremental"}
