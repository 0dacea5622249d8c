"""The demo, with a small shop."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duckstream.demo import measure, run
from duckstream.demo.rounds import make_rounds
from duckstream.demo.shop import Size
from duckstream.demo.views import VIEWS

SMALL = Size(lines=4_000)


def play(folder: Path) -> tuple[bool, str]:
    written = StringIO()
    equal = run.run_demo(
        folder, Console(file=written, width=80), Console(file=StringIO()), size=SMALL
    )
    return equal, written.getvalue()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[bool, str]:
    return play(tmp_path_factory.mktemp("lake"))


def test_every_view_is_equal_after_every_round(played: tuple[bool, str]) -> None:
    equal, text = played
    rounds = make_rounds(SMALL)
    assert equal, text
    # A line per view and one for all of them.
    verdicts = [line.split()[-1] for line in text.splitlines() if re.search(r"\dx +\w+ *$", line)]
    assert verdicts == ["equal"] * (len(rounds) * (len(VIEWS) + 1))
    for round in rounds:
        assert round.title in text


def test_rounds_do_what_they_say(played: tuple[bool, str]) -> None:
    """Most views change in every round but the last, in which nothing does."""
    *changing, quiet = re.split(r"\nRound \d: ", played[1])[1:]
    assert quiet.count("no_op") == len(VIEWS)
    for part in changing:
        assert part.count("incremental") >= 3, part


def test_the_text_is_plain(played: tuple[bool, str]) -> None:
    text = played[1]
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    assert max(map(len, text.splitlines())) <= 80


def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure_with_a_wrong_view(lake, view, report):
        lake.sql(f"UPDATE _ivm_{view.name} SET _ivm_count = _ivm_count + 1")
        lake.sql("DELETE FROM _ivm_baskets")
        return measure.measure(lake, view, report)

    monkeypatch.setattr(run, "make_rounds", lambda size: make_rounds(size)[-1:])
    monkeypatch.setattr(run, "measure", measure_with_a_wrong_view)
    equal, text = play(tmp_path)
    assert not equal
    assert "NOT EQUAL" in text
