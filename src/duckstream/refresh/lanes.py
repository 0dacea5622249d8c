"""Tasks side by side, each after those that it has to wait for.

Much of a refresh is waiting for an engine that plans, asks files and commits; meanwhile it has time
for other views.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Task(Generic[T]):
    """Work with a name; `after` names earlier tasks that have to be done before."""

    name: str
    after: Collection[str]
    work: Callable[[], T]


def run_in_lanes(tasks: Sequence[Task[T]], lanes: int) -> list[T]:
    """What the tasks give, in their order. After an error no further one is begun.

    >>> two = Task("two", ["one"], lambda: 2)
    >>> run_in_lanes([Task("one", [], lambda: 1), two], 2)
    [1, 2]
    """
    if lanes == 1 or len(tasks) < 2:
        return [task.work() for task in tasks]
    begun: dict[str, Future[T]] = {}
    # They are begun in this order, so that a task waits for none that waits for a lane itself.
    with ThreadPoolExecutor(lanes, thread_name_prefix="duckstream") as pool:
        try:
            for task in tasks:
                before = [begun[name] for name in task.after if name in begun]
                begun[task.name] = pool.submit(_after(before, task.work))
            return [future.result() for future in begun.values()]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _after(before: Sequence[Future[T]], work: Callable[[], T]) -> Callable[[], T]:
    def wait_and_work() -> T:
        for future in before:
            future.result()
        return work()

    return wait_and_work
