"""What came and what went with a change: can it cancel in fewer columns?

A row that came and one that went are different, but may be the same without some columns. They
are not if a column that is left tells them apart: all its values that came are greater than those
that went, or less. Keys of new rows are like that. Then the change in these columns need not be
netted again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from duckstream.lower import quoted

_DISCRETE = ("tinyint", "smallint", "int", "bigint", "date")

_PER_COLUMN = 5


@dataclass(frozen=True)
class _Column:
    name: str
    # Their number, and the ends of what came and of what went; no ends where nothing did.
    values: int
    came: tuple[int, int] | None
    went: tuple[int, int] | None

    def tells_apart(self, rows: int) -> bool:
        """Rows with NULL are the same in it."""
        if self.values < rows or self.came is None or self.went is None:
            return False
        return self.came[0] > self.went[1] or self.went[0] > self.came[1]

    @property
    def ends(self) -> tuple[int, int] | None:
        known = [ends for ends in (self.came, self.went) if ends is not None]
        return (min(low for low, _ in known), max(high for _, high in known)) if known else None


@dataclass(frozen=True)
class Signs:
    """Of the rows of one change.

    >>> columns = [("k", "int"), ("name", "string")]
    >>> len(calls_of_signs(columns, "w"))
    8
    >>> found = Signs.of(columns, [3, 1, 2, 3, 7, 8, 1, 1])
    >>> found.keep_apart(["k", "name"]), found.keep_apart(["name"]), found.ends("k")
    (True, False, (1, 8))
    >>> Signs.of(columns, [2, 0, 2, 2, 7, 8, None, None]).keep_apart(["name"])
    True
    """

    rows: int
    came: int
    went: int
    columns: Sequence[_Column]

    @classmethod
    def of(cls, dtypes: Sequence[tuple[str, str]], values: Sequence[Any]) -> Signs:
        """From what the calls have given."""
        rows, went, came = values[:3]
        columns = []
        for number, (name, _) in enumerate(discrete(dtypes)):
            start = 3 + number * _PER_COLUMN
            count, *ends = values[start : start + _PER_COLUMN]
            columns.append(_Column(name, count, _pair(*ends[:2]), _pair(*ends[2:])))
        return cls(rows, came, went, columns)

    def keep_apart(self, columns: Collection[str]) -> bool:
        """Can no two rows cancel each other in these columns?"""
        if not self.came or not self.went:
            return True
        left = (column for column in self.columns if column.name in columns)
        return any(column.tells_apart(self.rows) for column in left)

    def ends(self, name: str) -> tuple[int, int] | None:
        """The least and the greatest value in a column; None if there is none."""
        return next(column.ends for column in self.columns if column.name == name)


def calls_of_signs(dtypes: Sequence[tuple[str, str]], weight: str) -> list[str]:
    """What to select from a change; dates are told as numbers."""
    sign = quoted(weight, "spark")
    calls = ["COUNT(*)", f"COUNT_IF({sign} < 0)", f"COUNT_IF({sign} > 0)"]
    for name, type in discrete(dtypes):
        value = quoted(name, "spark")
        if type == "date":
            value = f"UNIX_DATE({value})"
        calls.append(f"COUNT({value})")
        for which in (">", "<"):
            found = f"IF({sign} {which} 0, {value}, NULL)"
            calls += [f"CAST({end}({found}) AS BIGINT)" for end in ("MIN", "MAX")]
    return calls


def discrete(dtypes: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the columns whose values can be counted."""
    return [(name, type) for name, type in dtypes if type in _DISCRETE]


def _pair(low: int | None, high: int | None) -> tuple[int, int] | None:
    return None if low is None or high is None else (low, high)
