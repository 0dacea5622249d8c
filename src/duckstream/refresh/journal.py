"""What is said about the refresh of one view: to who listens, and to the records."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from duckstream.refresh.events import Listener, Step
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.record import FAILURE, REFRESH, RefreshRecord


@dataclass(frozen=True)
class Journal:
    """Begun with the refresh of a view."""

    view: str
    run: str
    policy: str
    tell: Listener
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _clock: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._clock

    def step(self, name: str) -> None:
        self.tell(Step(self.view, name))

    def record(self, outcome: Outcome, kind: str = REFRESH) -> RefreshRecord:
        return RefreshRecord(
            view=self.view,
            run=self.run,
            kind=kind,
            started=self.started,
            policy=self.policy,
            strategy=outcome.strategy,
            reason=outcome.reason,
            rows_in=outcome.rows_in,
            rows_out=outcome.rows_out or 0,
            seconds=self.seconds,
            predicted_seconds=outcome.predicted_seconds,
            sources=outcome.sources,
            measures=outcome.measures,
            error=outcome.error,
        )

    def failure(self, error: Exception) -> RefreshRecord:
        return self.record(Outcome("failed", "an error", error=str(error)), FAILURE)
