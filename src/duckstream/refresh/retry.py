"""Trying again where another commit came first: a few times, with growing pauses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

ATTEMPTS = 15
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


def try_again(
    action: Callable[[], Result],
    *,
    on: tuple[type[Exception], ...],
    if_: Callable[[Exception], bool] = lambda _: True,
    before_pause: Callable[[int, float, Exception], None] = lambda *_: None,
) -> Result:
    """The result of the first attempt that does not meet such an error."""
    for attempt in range(1, ATTEMPTS):
        try:
            return action()
        except on as error:
            if not if_(error):
                raise
            # Of several that met, each waits for another time.
            longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1))
            pause = longest * random.uniform(0.5, 1)
            before_pause(attempt, pause, error)
            time.sleep(pause)
    return action()
