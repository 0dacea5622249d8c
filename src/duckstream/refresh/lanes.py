"""Tasks side by side, each after those that it has to wait for.

Much of a refresh is waiting for an engine that plans, asks files and commits; meanwhile it has time
for other views.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Sequence, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """One lock for each thing that the tasks have in common."""

    def __init__(self) -> None:
        self._locks: dict[K, threading.RLock] = {}
        self._guard = threading.Lock()

    def of(self, key: K) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(key, threading.RLock())


@dataclass(frozen=True)
class Task(Generic[T]):
    """Work with a name; `after` names other tasks that have to be done before.

    `reads` names what the first task that needs it reads for all, while others that need it wait;
    `holds` what only one task has at a time.
    """

    name: Hashable
    after: Collection[Hashable]
    work: Callable[[], T]
    reads: Set[Hashable] = frozenset()
    holds: Hashable | None = None


def run_in_lanes(
    tasks: Sequence[Task[T]], lanes: int, share: Callable[[int], None] = lambda _: None
) -> list[T]:
    """What the tasks give, in their order. Of those that can be done the first one comes next; one
    that would have to wait for another that is at work comes after those that would not.

    After an error no further one is begun. `share` is told how many lanes there are to share what
    there is among; one, as soon as all others have nothing left to do but to wait.

    >>> two = Task("two", ["one"], lambda: 2)
    >>> run_in_lanes([Task("one", [], lambda: 1), two], 2)
    [1, 2]
    """
    queue = _Queue(tasks, lambda: share(1))
    helpers = min(lanes, len(tasks)) - 1
    if helpers > 0:
        share(helpers + 1)
    threads = [
        threading.Thread(target=queue.work, name=f"duckstream-{number}", daemon=True)
        for number in range(helpers)
    ]
    for thread in threads:
        thread.start()
    try:
        queue.work()
    finally:
        # (An interruption from outside ends the others as well, each after its task.)
        queue.stop()
        for thread in threads:
            thread.join()
    if queue.error is not None:
        raise queue.error
    return [queue.results[task.name] for task in tasks]


class _Queue(Generic[T]):
    """Tasks that wait, and what has come of the others."""

    def __init__(self, tasks: Sequence[Task[T]], when_alone: Callable[[], None]) -> None:
        self._when_alone = when_alone
        self._busy = 0
        self._is_told = False
        self._waiting = list(tasks)
        self._open = {task.name for task in tasks}
        # Which task was the first to read a thing; and which one was the last to hold it.
        self._readers: dict[Hashable, Hashable] = {}
        self._holders: dict[Hashable, Hashable] = {}
        self._moved = threading.Condition()
        self.results: dict[Hashable, T] = {}
        self.error: BaseException | None = None

    def work(self) -> None:
        """Do what can be done until there is nothing left."""
        while (task := self._take()) is not None:
            try:
                result = task.work()
            except BaseException as error:
                self.stop(error)
                return
            with self._moved:
                self._busy -= 1
                self.results[task.name] = result
                self._open.discard(task.name)
                self._moved.notify_all()

    def _take(self) -> Task[T] | None:
        with self._moved:
            while self._waiting:
                ready = [task for task in self._waiting if self._open.isdisjoint(task.after)]
                if ready:
                    task = min(ready, key=self._has_to_wait)
                    self._waiting.remove(task)
                    self._busy += 1
                    for thing in task.reads:
                        self._readers.setdefault(thing, task.name)
                    if task.holds is not None:
                        self._holders[task.holds] = task.name
                    return task
                self._tell_if_alone()
                self._moved.wait()
            self._tell_if_alone()
            return None

    def _has_to_wait(self, task: Task[T]) -> bool:
        others = [self._holders.get(task.holds), *(self._readers.get(t) for t in task.reads)]
        return not self._open.isdisjoint(others)

    def _tell_if_alone(self) -> None:
        if self._busy == 1 and not self._is_told:
            self._is_told = True
            self._when_alone()

    def stop(self, error: BaseException | None = None) -> None:
        with self._moved:
            self._waiting.clear()
            self.error = self.error or error
            self._moved.notify_all()
