"""The seconds of a refresh."""

from itertools import count

import pytest

from duckstream.refresh.journal import Journal
from duckstream.refresh.shared_time import SharedTime


def begin(clock: SharedTime) -> Journal:
    return Journal("v", "run", "auto", lambda event: None, clock)


def a_second_per_look() -> SharedTime:
    seconds = count()
    return SharedTime(lambda: float(next(seconds)))


def test_views_side_by_side_share_the_time() -> None:
    clock = a_second_per_look()
    first, second = begin(clock), begin(clock)
    second.wait()
    first.wait()
    assert (first.seconds, second.seconds) == (2.5, 0.5)


def test_no_time_passes_while_it_waits() -> None:
    journal = begin(clock := a_second_per_look())
    journal.wait()
    journal.wait()
    assert journal.seconds == 1.0
    other = begin(clock)
    other.wait()
    assert other.seconds == 1.0
    journal.go_on(0.25)
    journal.wait()
    assert journal.seconds == pytest.approx(2.25)
