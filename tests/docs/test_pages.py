"""What the pages in docs/ say is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs import DOCS
from tests.docs.blocks import find_blocks
from tests.docs.play import Player, compare

PAGES = sorted(DOCS.glob("*.md"))
_LINK = re.compile(r"\[[^\]]*\]\(([^)#:]+)(#[^)]*)?\)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if any(True for _ in find_blocks(page.read_text("utf-8")))],
    ids=lambda page: page.stem,
)
def test_what_a_page_shows_is_what_happens(page: Path, tmp_path: Path) -> None:
    folder, programs = tmp_path / "here", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    player = Player(folder, programs)
    for block in find_blocks(page.read_text("utf-8")):
        if block.not_run is None:
            player.play(block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target, _ in _LINK.findall(page.read_text("utf-8")):
        assert (DOCS / target).exists(), target


def test_a_difference_is_noticed() -> None:
    with pytest.raises(AssertionError, match="line 7: the page says"):
        compare("1 row\n", "2 rows\n", 7)


def test_times_may_differ() -> None:
    compare("at 2026-01-01 10:00:00 in 0.25 s\n", "at 2026-02-03 11:12:13 in 1.5 s\n", 1)
