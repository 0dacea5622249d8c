"""Refreshing again and again until told to stop."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


def watch(refresh: Callable[[], object], interval: float, stop: threading.Event) -> int:
    """Refresh every `interval` seconds; how many times, when `stop` is set.

    A refresh that is under way is finished: the pause is what is cut short.
    """
    runs = 0
    while not stop.is_set():
        begun = time.monotonic()
        refresh()
        runs += 1
        stop.wait(max(0.0, interval - (time.monotonic() - begun)))
    return runs


@contextmanager
def stopped_by_signals(stop: threading.Event) -> Generator[None]:
    """SIGINT and SIGTERM set `stop`; a second one ends the process as it would have."""
    if threading.current_thread() is not threading.main_thread():
        # Signals go to the main thread only: who watches in another one sets `stop`.
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def handle(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before[signal.Signals(number)])

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
