"""The time of views that are refreshed side by side, shared among them.

    seconds of a view = ∫ dt / views that run at t        while it runs itself

Of a second in which three of them run, each has taken a third: they share one engine and its
processors. So the seconds of the views add up to those of the run, and what a prediction learns
from a view that ran beside others is also right for when it runs alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class SharedTime:
    """A clock that runs the slower, the more views read it.

    >>> seconds = iter([0.0, 1.0, 3.0, 4.0])
    >>> clock = SharedTime(lambda: next(seconds))
    >>> first = clock.begin()
    >>> second = clock.begin()
    >>> clock.end() - second, clock.end() - first
    (1.0, 3.0)
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._last = 0.0
        self._shared = 0.0
        self._running = 0

    def begin(self) -> float:
        """One more reads the clock from here on."""
        return self._move(1)

    def read(self) -> float:
        return self._move(0)

    def end(self) -> float:
        """One of those that read the clock has done with it."""
        return self._move(-1)

    def _move(self, more: int) -> float:
        with self._lock:
            now = self._now()
            if self._running:
                self._shared += (now - self._last) / self._running
            self._last = now
            self._running += more
            return self._shared
