"""Trying again where another commit came first: a few times, with growing pauses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from duckstream.errors import ConflictError

Result = TypeVar("Result")

ATTEMPTS = 10
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


def try_again(
    action: Callable[[], Result], *, before_pause: Callable[[int, float, ConflictError], None]
) -> Result:
    """The result of the first attempt that meets no conflict."""
    for attempt in range(1, ATTEMPTS):
        try:
            return action()
        except ConflictError as conflict:
            # Of several that met, each waits for another time.
            longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1))
            pause = longest * random.uniform(0.5, 1)
            before_pause(attempt, pause, conflict)
            time.sleep(pause)
    return action()
