"""Tasks side by side."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from duckstream.refresh.lanes import Task, run_in_lanes


def test_tasks_run_side_by_side() -> None:
    # Each waits for the other: one after the other they would never end.
    meeting = threading.Barrier(2, timeout=10)
    tasks = [Task(name, [], meeting.wait) for name in ("one", "two")]
    assert sorted(run_in_lanes(tasks, 2)) == [0, 1]


def test_a_task_comes_after_those_that_it_waits_for() -> None:
    done: list[str] = []

    def work(name: str, seconds: float) -> Callable[[], None]:
        def go() -> None:
            threading.Event().wait(seconds)
            done.append(name)

        return go

    tasks = [
        Task("slow", [], work("slow", 0.2)),
        Task("above", ["slow"], work("above", 0)),
        Task("on its own", [], work("on its own", 0)),
        Task("top", ["above", "on its own"], work("top", 0)),
    ]
    run_in_lanes(tasks, 3)
    assert done.index("slow") < done.index("above") < done.index("top")
    assert sorted(done) == ["above", "on its own", "slow", "top"]


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_what_they_give_is_in_their_order(lanes: int) -> None:
    def give(number: int) -> Callable[[], int]:
        return lambda: number

    tasks = [Task(str(number), [], give(number)) for number in range(20)]
    assert run_in_lanes(tasks, lanes) == list(range(20))


@pytest.mark.parametrize("lanes", [1, 2])
def test_after_an_error_none_is_begun(lanes: int) -> None:
    begun: list[str] = []

    def fail() -> None:
        raise ValueError("no")

    tasks = [Task("first", [], fail)]
    tasks += [Task(f"{n}", ["first"], lambda: begun.append("one")) for n in range(5)]
    with pytest.raises(ValueError, match="no"):
        run_in_lanes(tasks, lanes)
    assert begun == []


@pytest.mark.parametrize("shared", [{"reads": {"table"}}, {"holds": "commit"}])
def test_who_would_have_to_wait_for_another_comes_later(shared: dict[str, Any]) -> None:
    begun: list[str] = []
    is_over = threading.Event()

    def first() -> None:
        begun.append("first")
        assert is_over.wait(10)

    def last() -> None:
        begun.append("last")
        is_over.set()

    tasks = [
        Task("first", [], first, **shared),
        Task("second", ["before"], lambda: begun.append("second"), **shared),
        Task("before", [], lambda: begun.append("before")),
        Task("last", ["before"], last),
    ]
    run_in_lanes(tasks, 2)
    assert begun[-2:] == ["last", "second"]
    assert sorted(begun[:2]) == ["before", "first"]


def test_what_was_read_keeps_nobody_waiting() -> None:
    begun: list[str] = []
    tasks = [
        Task(name, [], partial(begun.append, name), reads={"table"})
        for name in ("one", "two", "three")
    ]
    run_in_lanes(tasks, 1)
    assert begun == ["one", "two", "three"]
