"""What the page shows, as data: collected once, then drawn without the lake."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from duckstream.refresh.record import CREATE, FAILURE, VERIFY, RefreshRecord
from duckstream.refresh.status import ViewStatus


class Freshness(Enum):
    """How a view stands to its sources; the value is the word for it."""

    FRESH = "fresh"
    # It has all of the views that it reads, but one of these is behind itself.
    WAITS = "waits"
    BEHIND = "behind"
    FAILED = "failed"


@dataclass(frozen=True)
class SourceTable:
    """A table that views read."""

    name: str
    # Names and types; none if the table is gone.
    columns: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReportedView:
    """A view with its history, oldest first."""

    name: str
    sql: str
    # How it is kept, in one sentence, and the whole explanation.
    kept: str
    plan: str
    reads: tuple[str, ...]
    status: ViewStatus
    freshness: Freshness
    # The views that it reads and that are not fresh.
    waits_for: tuple[str, ...] = ()
    records: tuple[RefreshRecord, ...] = ()
    # Records that are older than these and not shown.
    left_out: int = 0

    @property
    def attempts(self) -> tuple[RefreshRecord, ...]:
        """What wrote the view, or tried to."""
        return tuple(record for record in self.records if record.kind != VERIFY)

    @property
    def last(self) -> RefreshRecord | None:
        return self.attempts[-1] if self.attempts else None

    @property
    def verified(self) -> RefreshRecord | None:
        """The last comparison with its query."""
        return next((r for r in reversed(self.records) if r.kind == VERIFY), None)


@dataclass(frozen=True)
class LakeReport:
    """A lake at one moment. Every view comes after the views that it reads."""

    title: str
    engine: str
    made: datetime
    sources: tuple[SourceTable, ...]
    views: tuple[ReportedView, ...]

    def count(self, freshness: Freshness) -> int:
        return sum(view.freshness is freshness for view in self.views)


def way_of(record: RefreshRecord) -> str:
    """How the page calls what was done, and the class of its colour."""
    if record.kind == CREATE:
        return "created"
    return "failed" if record.kind == FAILURE else record.strategy
