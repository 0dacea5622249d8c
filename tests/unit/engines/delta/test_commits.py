"""What a commit of a stored table says of the refresh that made it."""

from datetime import UTC, datetime

import pytest

from duckstream.engines.delta.commits import Commit
from duckstream.refresh.record import REFRESH, RefreshRecord

STARTED = datetime(2026, 1, 1, tzinfo=UTC)
RECORD = RefreshRecord("v", "run", REFRESH, STARTED, "auto", "full", "because", seconds=2.0)


@pytest.mark.parametrize(
    ("elapsed", "committed", "seconds"),
    [
        pytest.param(2.0, 2.5, 2.5, id="alone"),
        pytest.param(4.0, 5.0, 2.5, id="beside another, which had half of the commit, too"),
        pytest.param(2.0, 1.9, 2.0, id="by a clock that is behind"),
        pytest.param(0.0, 0.5, 2.5, id="begun and committed at once"),
    ],
)
def test_a_refresh_takes_its_share_of_the_commit(
    elapsed: float, committed: float, seconds: float
) -> None:
    assert Commit({}, 1, "series", RECORD, elapsed=elapsed).seconds(committed) == seconds


def test_it_can_be_read_again() -> None:
    commit = Commit({}, 1, "series", RECORD, elapsed=4.0)
    assert Commit.from_json(commit.to_json()) == commit


def test_one_that_an_older_version_made_was_alone() -> None:
    commit = Commit({}, 1, "series", RECORD, elapsed=4.0)
    older = commit.to_json().replace('"elapsed": 4.0, ', "")
    read = Commit.from_json(older)
    assert read is not None
    assert read.elapsed == RECORD.seconds
