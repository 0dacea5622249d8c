"""What happens during a run, as it happens: for progress on a terminal, and for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from duckstream.refresh.report import ViewReport


@dataclass(frozen=True)
class Event:
    """Base of the events. `kind` tells them apart."""

    kind: ClassVar[str]

    def as_dict(self) -> dict[str, Any]:
        """The event in values that JSON has."""
        return {"event": self.kind, **asdict(self)}


@dataclass(frozen=True)
class RunStarted(Event):
    kind = "run_started"
    run: str
    views: tuple[str, ...]


@dataclass(frozen=True)
class ViewStarted(Event):
    kind = "view_started"
    view: str
    number: int
    of: int


@dataclass(frozen=True)
class Step(Event):
    """Before each part of the refresh of a view."""

    kind = "step"
    view: str
    step: str


@dataclass(frozen=True)
class Retry(Event):
    """Another commit came first; the refresh is begun again after a pause."""

    kind = "retry"
    view: str
    attempt: int
    seconds: float
    reason: str


@dataclass(frozen=True)
class ViewFinished(Event):
    kind = "view_finished"
    report: ViewReport

    def as_dict(self) -> dict[str, Any]:
        return {"event": self.kind, **self.report.as_dict()}


@dataclass(frozen=True)
class RunFinished(Event):
    kind = "run_finished"
    run: str
    seconds: float
    failed: tuple[str, ...]


Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """A listener for who does not listen."""
