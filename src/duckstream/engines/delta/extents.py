"""The least and the greatest values of changes, as literals in the statements that ask for them.

Delta Lake skips files by what it knows before a statement runs: a literal is, a subquery is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duckstream.engines.delta.signs import Signs, discrete
from duckstream.lower import quoted

_ASKED = re.compile(r"\(\s*SELECT\s+(MIN|MAX)\(`([^`]+)`\)\s+FROM `([^`]+)`\s*\)")
_ENDS = ("MIN", "MAX")


class Extents:
    """Those of some tables, by table and column.

    >>> extents = Extents()
    >>> extents.calls("feed", [("x", "int"), ("name", "string")])
    ['CAST(MIN(`x`) AS STRING)', 'CAST(MAX(`x`) AS STRING)']
    >>> extents.note("feed", ("4", "9"))
    >>> extents.fill_in("x BETWEEN (SELECT MIN(`x`) FROM `feed`) AND 10")
    'x BETWEEN 4 AND 10'
    """

    def __init__(self) -> None:
        # The end that was asked for, of which column, of which type.
        self._asked: dict[str, list[tuple[str, str, str]]] = {}
        self._known: dict[tuple[str, str, str], str] = {}

    def calls(self, table: str, columns: Sequence[tuple[str, str]]) -> list[str]:
        """What to select from a table, whose columns have these names and types."""
        self._asked[table] = [
            (end, name, type) for name, type in discrete(columns) for end in _ENDS
        ]
        return [
            f"CAST({end}({quoted(name, 'spark')}) AS STRING)" for end, name, _ in self._asked[table]
        ]

    def note(self, table: str, values: Sequence[str | None]) -> None:
        for (end, name, type), value in zip(self._asked[table], values, strict=True):
            self._known[end, name, table] = _literal(type, value)

    def derive(self, table: str, columns: Sequence[tuple[str, str]], signs: Signs) -> None:
        """Those of a table with the rows of another one, whose signs are known."""
        for name, type in discrete(columns):
            ends = signs.ends(name) or (None, None)
            for end, number in zip(_ENDS, ends, strict=True):
                value = "NULL" if number is None else str(number)
                known = f"DATE_FROM_UNIX_DATE({value})" if type == "date" else value
                self._known[end, name, table] = known

    def fill_in(self, text: str) -> str:
        """The statement with literals in the places of subqueries whose results are known."""
        return _ASKED.sub(lambda asked: self._known.get(asked.groups(), asked[0]), text)


def _literal(type: str, value: str | None) -> str:
    if value is None:
        return "NULL"
    return f"DATE '{value}'" if type == "date" else value
