"""What is kept of every refresh: it is written in the commit of the rows that it speaks of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any

CREATE, REFRESH, VERIFY, FAILURE = KINDS = ("create", "refresh", "verify", "failure")


@dataclass(frozen=True)
class RefreshRecord:
    """One refresh of one view, or its creation, a comparison with its query, or a failure."""

    view: str
    # All records of one call of `refresh` have the same.
    run: str
    kind: str
    started: datetime
    policy: str
    strategy: str
    reason: str
    rows_in: int = 0
    rows_out: int = 0
    # Up to the commit. Views that are refreshed side by side share the seconds in which they are.
    seconds: float = 0.0
    # Which part these are of the time since it was started: less than one beside other views.
    share: float = 1.0
    predicted_seconds: float | None = None
    # Per source the version that the view stood at, None if at none, and the one it went to.
    sources: Mapping[str, tuple[int | None, int]] = field(default_factory=dict)
    # What the cost was predicted from, and is learned from.
    measures: Mapping[str, float] = field(default_factory=dict)
    error: str | None = None
    # The engine's own number of the commit that holds the record.
    commit: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The record in values that JSON has."""
        values = asdict(self)
        values["started"] = self.started.isoformat()
        values["sources"] = {name: list(range) for name, range in self.sources.items()}
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RefreshRecord:
        """The reverse of `as_dict`; what it does not know, a newer version has written.

        >>> now = datetime(2026, 1, 1, tzinfo=UTC)
        >>> record = RefreshRecord("v", "1", "refresh", now, "auto", "full", "because")
        >>> RefreshRecord.from_dict({**record.as_dict(), "colour": "red"}) == record
        True
        """
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        known["started"] = datetime.fromisoformat(known["started"]).astimezone(UTC)
        sources = known.get("sources") or {}
        known["sources"] = {name: (start, end) for name, (start, end) in sources.items()}
        return cls(**known)


def timed(record: RefreshRecord) -> RefreshRecord:
    """The same with the seconds that it took up to now."""
    return replace(record, seconds=seconds_since(record.started))


def seconds_since(started: datetime) -> float:
    return (datetime.now(UTC) - started).total_seconds()


def as_columns(record: RefreshRecord) -> dict[str, Any]:
    """The record as the row of a table: what has parts is written as JSON."""
    values = record.as_dict()
    for name in ("sources", "measures"):
        values[name] = json.dumps(values[name])
    del values["commit"]
    return values


def from_columns(values: Mapping[str, Any]) -> RefreshRecord:
    """The reverse of `as_columns`."""
    read = {name: json.loads(values[name] or "{}") for name in ("sources", "measures")}
    return RefreshRecord.from_dict({**values, **read})


# The columns of that row, with types that both engines know.
COLUMNS = {
    "view": "STRING",
    "run": "STRING",
    "kind": "STRING",
    "started": "STRING",
    "policy": "STRING",
    "strategy": "STRING",
    "reason": "STRING",
    "rows_in": "BIGINT",
    "rows_out": "BIGINT",
    "seconds": "DOUBLE",
    "predicted_seconds": "DOUBLE",
    "sources": "STRING",
    "measures": "STRING",
    "error": "STRING",
}
