"""What a refresh did, per view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class ViewReport:
    """One view: how it was brought up to date and why that way, what was read and written.

    `strategy` is "incremental", "full" or "no_op"; "failed" if it is as it was before because of
    an error; "skipped" if that happened to a view that it reads.
    """

    view: str
    strategy: str
    reason: str
    rows_in: int = 0
    # None in a dry run, which does not compute them.
    rows_out: int | None = 0
    # Views that are refreshed side by side share the seconds in which they are.
    seconds: float = 0.0
    predicted_seconds: float | None = None
    # Per source the version that the view stood at, None if at none, and the one it went to.
    sources: Mapping[str, tuple[int | None, int]] = field(default_factory=dict)
    # The engine's own number of the commit, where one was made.
    commit: int | None = None
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The report in values that JSON has."""
        return asdict(self)

    def __str__(self) -> str:
        if self.error is not None:
            return f"{self.view}: {self.strategy}: {self.error}"
        written = "" if self.rows_out is None else f"{self.rows_out} rows out, "
        return (
            f"{self.view}: {self.strategy} ({self.reason}), "
            f"{self.rows_in} rows in, {written}{self.seconds:.3f} s"
        )


class RefreshReport(Mapping[str, ViewReport]):
    """The reports of a run, by the name of the view, in the order in which they were refreshed."""

    def __init__(self, reports: list[ViewReport]) -> None:
        self._by_name = {report.view: report for report in reports}

    def __getitem__(self, name: str) -> ViewReport:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __str__(self) -> str:
        return "\n".join(map(str, self.values()))

    @property
    def failed(self) -> tuple[str, ...]:
        """The views that are not up to date: failed themselves, or behind one that did."""
        wrong = ("failed", "skipped")
        return tuple(report.view for report in self.values() if report.strategy in wrong)


@dataclass(frozen=True)
class Verification:
    """A stored view against its query, recomputed at the versions that the view stands at."""

    view: str
    equal: bool
    rows: int
    missing: int
    extra: int
    # Some of the rows that differ, as text: of the query and not stored, stored and not of it.
    missing_rows: tuple[tuple[str | None, ...], ...] = ()
    extra_rows: tuple[tuple[str | None, ...], ...] = ()

    def __bool__(self) -> bool:
        return self.equal

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        if self.equal:
            return f"{self.view}: equal to its query, {self.rows} rows"
        lines = [f"{self.view}: {self.missing} rows missing, {self.extra} rows too many"]
        lines += [f"  missing:  {row}" for row in self.missing_rows]
        lines += [f"  too many: {row}" for row in self.extra_rows]
        return "\n".join(lines)
