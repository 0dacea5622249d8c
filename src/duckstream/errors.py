"""What can go wrong, said so that the reader can act on it.

Every error has a code, a reason and, where there is one, the place in the user's SQL and what to
write instead. Programs switch on the class or the code; people read the text.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """A place in the user's SQL text: line and column count from 1."""

    line: int
    column: int

    @classmethod
    def of_offset(cls, text: str, offset: int) -> Position:
        """The position of the character at `offset`.

        >>> Position.of_offset("SELECT a\\nFROM t", 14)
        Position(line=2, column=6)
        """
        before = text[:offset]
        return cls(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


class DuckstreamError(Exception):
    """The base of every error that duckstream raises on purpose."""

    def __init__(self, code: str, reason: str, hint: str | None = None) -> None:
        self.code = code
        self.reason = reason
        self.hint = hint
        super().__init__(self.describe())

    def describe(self) -> str:
        return "\n".join([f"[{self.code}] {self.reason}", *self._hint_lines()])

    def _hint_lines(self) -> list[str]:
        return [f"  hint: {self.hint}"] if self.hint else []


class SQLError(DuckstreamError):
    """An error in the text of a view: the construct, where it stands, why it fails, a way out."""

    def __init__(
        self,
        code: str,
        construct: str,
        reason: str,
        *,
        hint: str | None = None,
        position: Position | None = None,
        sql: str | None = None,
    ) -> None:
        self.construct = construct
        self.position = position
        self.sql = sql
        super().__init__(code, reason, hint)

    @property
    def line(self) -> int | None:
        return self.position.line if self.position else None

    @property
    def column(self) -> int | None:
        return self.position.column if self.position else None

    def describe(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.position else ""
        head = f"[{self.code}] {place}{self.construct}: {self.reason}"
        return "\n".join([head, *self._excerpt_lines(), *self._hint_lines()])

    def _excerpt_lines(self) -> list[str]:
        if not (self.position and self.sql):
            return []
        lines = self.sql.splitlines()
        if self.position.line > len(lines):
            return []
        line = lines[self.position.line - 1].replace("\t", " ")
        return [f"  | {line}", "  | " + " " * (self.position.column - 1) + "^"]


class UnsupportedSQLError(SQLError):
    """SQL that is valid but has no incremental rule here, yet or ever."""


class InvalidSQLError(SQLError):
    """SQL that would not run: a syntax error, an unknown or ambiguous name, a type error."""


class LakeError(DuckstreamError):
    """The lake, the view or the call is not what it has to be."""


class RefreshError(DuckstreamError):
    """A refresh that could not be done; the view is as it was before."""


class ConflictError(RefreshError):
    """Another commit came first. Nothing was written, and the same may succeed when repeated."""
