"""Where something stands in the files of a project, and errors that say so."""

from __future__ import annotations

from dataclasses import dataclass

from duckstream.errors import DuckstreamError, Position, SQLError


@dataclass(frozen=True)
class Place:
    """A character of a file: line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class SourceFile:
    """A file of a project; its name is relative to the folder of the project."""

    name: str
    text: str

    def place(self, offset: int) -> Place:
        position = Position.of_offset(self.text, offset)
        return Place(self.name, position.line, position.column)


@dataclass(frozen=True)
class Passage:
    """A piece of a file's text, from `start` on. If it was changed since, its places are rough."""

    file: SourceFile
    start: int
    text: str
    verbatim: bool = True

    @property
    def place(self) -> Place:
        return self.file.place(self.start)

    def locate(self, offset: int) -> Place:
        """Where the character at `offset` of this text stands in the file."""
        return self.file.place(self.start + offset) if self.verbatim else self.place


class ProjectError(DuckstreamError):
    """Something in the files of a project is not what it has to be."""

    def __init__(
        self,
        code: str,
        reason: str,
        hint: str | None = None,
        *,
        place: Place | None = None,
        excerpt: str | None = None,
    ) -> None:
        """`excerpt` is the line of the file that the place is in."""
        self.place = place
        self.excerpt = excerpt
        super().__init__(code, reason, hint)

    def describe(self) -> str:
        where = f"{self.place}: " if self.place else ""
        head = f"[{self.code}] {where}{self.reason}"
        return "\n".join([head, *self._excerpt_lines(), *self._hint_lines()])

    def _excerpt_lines(self) -> list[str]:
        if self.place is None or self.excerpt is None:
            return []
        shown = self.excerpt.replace("\t", " ")
        return [f"  | {shown}", "  | " + " " * (self.place.column - 1) + "^"]


def wrong_at(
    file: SourceFile, offset: int, code: str, reason: str, hint: str | None = None
) -> ProjectError:
    """An error at a character of a file, with its line."""
    place = file.place(offset)
    lines = file.text.splitlines()
    excerpt = lines[place.line - 1] if place.line <= len(lines) else None
    return ProjectError(code, reason, hint, place=place, excerpt=excerpt)


def relocate(error: SQLError, passage: Passage) -> ProjectError:
    """An error in the SQL of a passage, told at its place in the file."""
    reason = f"{error.construct}: {error.reason}"
    offset = 0
    if error.position is not None and passage.verbatim:
        offset = offset_of(passage.text, error.position)
    return wrong_at(passage.file, passage.start + offset, error.code, reason, error.hint)


def offset_of(text: str, position: Position) -> int:
    """The inverse of `Position.of_offset`.

    >>> offset_of("SELECT a\\nFROM t", Position(line=2, column=6))
    14
    """
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position.line - 1]) + position.column - 1
