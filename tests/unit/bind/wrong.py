"""A text that has to be refused: where, with which code, and for what.

`▸` stands in the text before the place that the message has to point at. Without it the place is
not checked: there the parser keeps no position.
"""

from dataclasses import dataclass

import pytest

from duckstream import DuckstreamError, compile_ivm
from duckstream.errors import Position, SQLError
from tests.unit.views import TABLES

MARK = "▸"


@dataclass(frozen=True)
class Wrong:
    code: str
    construct: str
    marked: str

    def __str__(self) -> str:
        return " ".join(self.marked.split())

    @property
    def sql(self) -> str:
        return self.marked.replace(MARK, "")

    @property
    def position(self) -> Position | None:
        if MARK not in self.marked:
            return None
        return Position.of_offset(self.sql, self.marked.index(MARK))

    def refused(self) -> SQLError:
        """The error that compiling the text raises, with the tables of the tests in place."""
        with pytest.raises(DuckstreamError) as raised:
            compile_ivm(self.sql, schema=TABLES)
        assert isinstance(raised.value, SQLError)
        return raised.value

    def check(self, kind: type[SQLError]) -> None:
        error = self.refused()
        assert (type(error), error.code, error.construct) == (kind, self.code, self.construct)
        assert error.reason
        assert str(error).startswith(f"[{self.code}] ")
        assert f"{self.construct}: {error.reason}" in str(error)
        if self.position is not None:
            assert error.position == self.position
            line = self.sql.split("\n")[self.position.line - 1]
            caret = " " * (self.position.column - 1) + "^"
            assert f"  | {line}\n  | {caret}" in str(error)
