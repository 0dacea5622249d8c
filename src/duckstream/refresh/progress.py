"""Progress on a terminal: which view it is at, and with what, once it takes its time."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.status import Status

from duckstream.refresh.events import (
    Event,
    Listener,
    Retry,
    RunFinished,
    Step,
    ViewFinished,
    ViewStarted,
)

MOMENT = 1.0


class TerminalProgress:
    """A listener that shows one line on stderr while a run takes its time."""

    def __init__(self, also: Listener | None = None) -> None:
        self._also = also
        self._console = Console(file=sys.stderr)
        self._status: Status | None = None
        self._begun = time.monotonic()
        # By name the views that are being refreshed, and what is said of them.
        self._views: dict[str, str] = {}
        self._last = ""

    def __call__(self, event: Event) -> None:
        match event:
            case ViewStarted(view, number, of):
                self._views[view] = f"{view} ({number} of {of})"
                self._show(view, "")
            case Step(view, step):
                self._show(view, step)
            case Retry(view, attempt, _, _):
                self._show(view, f"another commit came first, attempt {attempt + 1}")
            case ViewFinished(report):
                self._views.pop(report.view, None)
            case RunFinished():
                self.close()
        if self._also is not None:
            self._also(event)

    def _show(self, view: str, step: str) -> None:
        """A stage is not named: it is a part of the view that is begun next."""
        self._last = self._views.get(view, self._last)
        if not self._console.is_terminal or time.monotonic() - self._begun < MOMENT:
            return
        text = f"refreshing {self._last}{': ' + step if step else ''}"
        if self._status is None:
            self._status = self._console.status(text)
            self._status.start()
        self._status.update(text)

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def __enter__(self) -> TerminalProgress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
