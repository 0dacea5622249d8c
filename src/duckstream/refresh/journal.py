"""What is said about the refresh of one view: to who listens, and to the records."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Generic, TypeVar

from duckstream.refresh.events import Listener, Step
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.record import FAILURE, REFRESH, RefreshRecord, seconds_since
from duckstream.refresh.shared_time import SharedTime

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Costs(Generic[K]):
    """By what was done once for several views: the seconds that each of them bears."""

    shares: dict[K, float] = field(default_factory=dict)


@dataclass
class Journal:
    """Begun with the refresh of a view; no time of it passes while it waits for others.

    Views that are refreshed side by side have one clock. Of what one of them does for several it
    bears its share.

    >>> seconds = iter([0.0, 1.0, 5.0, 6.0])
    >>> def journal(view):
    ...     return Journal(view, "run", "auto", print, SharedTime(lambda: next(seconds)))
    >>> costs, first = Costs(), journal("first")
    >>> with first.sharing(costs, "the change of a table", among=4):
    ...     pass
    >>> first.seconds
    3.0
    >>> costs.shares
    {'the change of a table': 1.0}
    """

    view: str
    run: str
    policy: str
    tell: Listener
    clock: SharedTime = field(default_factory=SharedTime)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _spent: float = 0.0

    def __post_init__(self) -> None:
        self._since: float | None = self.clock.begin()

    @property
    def seconds(self) -> float:
        return self._spent + (0.0 if self._since is None else self.clock.read() - self._since)

    def wait(self) -> None:
        """What comes next is done for others, too."""
        if self._since is not None:
            self._spent, self._since = self._spent + self.clock.end() - self._since, None

    def go_on(self, share: float = 0.0) -> None:
        """After a wait, of which a share was for this view."""
        self._spent, self._since = self._spent + share, self.clock.begin()

    @contextmanager
    def sharing(self, costs: Costs[K], key: K, among: int) -> Generator[None]:
        """What is done here is done for so many views, each of which bears its share."""
        begun = self.seconds
        yield
        share = (self.seconds - begun) / among
        costs.shares[key] = share
        self._spent -= (among - 1) * share

    def bear(self, costs: Costs[K], key: K) -> None:
        """Use what another view has done for all."""
        self._spent += costs.shares.get(key, 0.0)

    def step(self, name: str) -> None:
        self.tell(Step(self.view, name))

    def record(self, outcome: Outcome, kind: str = REFRESH) -> RefreshRecord:
        seconds, passed = self.seconds, seconds_since(self.started)
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
            seconds=seconds,
            share=min(seconds / passed, 1.0) if passed > 0 else 1.0,
            predicted_seconds=outcome.predicted_seconds,
            sources=outcome.sources,
            measures=outcome.measures,
            error=outcome.error,
        )

    def failure(self, error: Exception) -> RefreshRecord:
        return self.record(Outcome("failed", "an error", error=str(error)), FAILURE)
