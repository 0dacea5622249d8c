"""How a view was brought up to date, and why that way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Outcome:
    """The strategy is that of a `ViewReport`."""

    strategy: str
    reason: str
    rows_in: int = 0
    rows_out: int | None = 0
    predicted_seconds: float | None = None
    sources: Mapping[str, tuple[int | None, int]] = field(default_factory=dict)
    # What the prediction was made from: rows of tables and changes, by name.
    measures: Mapping[str, float] = field(default_factory=dict)
    commit: int | None = None
    error: str | None = None

    @classmethod
    def untouched(cls) -> Outcome:
        return cls("no_op", "no source was written to since the last refresh")

    @property
    def wrote(self) -> bool:
        """Is the view at other versions than before?"""
        return self.strategy in ("incremental", "full")
