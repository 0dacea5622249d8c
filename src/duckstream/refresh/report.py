"""What a refresh did, per view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ViewReport:
    """One view: how it was brought up to date and why that way, what was read and written."""

    view: str
    strategy: str
    reason: str
    rows_in: int
    rows_out: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.view}: {self.strategy} ({self.reason}), "
            f"{self.rows_in} rows in, {self.rows_out} rows out, {self.seconds:.3f} s"
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


@dataclass(frozen=True)
class Verification:
    """A stored view against its query, recomputed at the versions that the view stands at."""

    view: str
    equal: bool
    rows: int
    missing: int
    extra: int

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        if self.equal:
            return f"{self.view}: equal to its query, {self.rows} rows"
        return f"{self.view}: {self.missing} rows missing, {self.extra} rows too many"
