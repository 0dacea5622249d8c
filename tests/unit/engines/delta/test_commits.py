"""What a commit of a stored table says of the refresh that made it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from duckstream.engines.delta.commits import Commit
from duckstream.refresh.record import REFRESH, RefreshRecord

STARTED = datetime(2026, 1, 1, tzinfo=UTC)
RECORD = RefreshRecord("v", "run", REFRESH, STARTED, "auto", "full", "because", seconds=2.0)


@pytest.mark.parametrize(
    ("share", "committed", "seconds"),
    [
        pytest.param(1.0, 2.5, 2.5, id="alone"),
        pytest.param(0.5, 5.0, 2.5, id="beside another, which had half of the commit, too"),
        pytest.param(1.0, 1.9, 2.0, id="by a clock that is behind"),
    ],
)
def test_a_refresh_takes_its_share_of_the_commit(
    share: float, committed: float, seconds: float
) -> None:
    commit = Commit({}, 1, "series", replace(RECORD, share=share))
    assert commit.seconds(committed) == seconds


def test_it_can_be_read_again() -> None:
    commit = Commit({}, 1, "series", replace(RECORD, share=0.5))
    assert Commit.from_json(commit.to_json()) == commit


def test_one_that_an_older_version_made_was_alone() -> None:
    commit = Commit({}, 1, "series", replace(RECORD, share=0.5))
    read = Commit.from_json(commit.to_json().replace('"share": 0.5, ', ""))
    assert read is not None
    assert read.record.share == 1.0
