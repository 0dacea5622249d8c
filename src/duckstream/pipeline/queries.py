"""The SELECT that the runtime gets for a dataset, and the way back from it to the files.

Temporary views become entries of WITH, around the user's own text as it stands in the file, so
that a place in the whole is a place in one of its parts. Only a text that has to be translated
into another dialect is written anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError

from duckstream.bind.parse import parse_view
from duckstream.errors import SQLError
from duckstream.lower.names import quoted
from duckstream.pipeline.definitions import Dataset, Kind
from duckstream.pipeline.graph import Graph
from duckstream.pipeline.places import Passage, ProjectError, offset_of, relocate, wrong_at


@dataclass(frozen=True)
class Query:
    """A text put together of passages, with the offset at which each begins."""

    text: str
    parts: tuple[tuple[int, Passage], ...]
    # Was it written anew in another dialect? Then a place in it is none in the files.
    translated: bool = False

    @property
    def main(self) -> Passage:
        """The query of the dataset itself."""
        return self.parts[-1][1]

    def tell(self, error: SQLError) -> ProjectError:
        """An error in this text, at its place in the files."""
        if self.translated:
            main = self.main
            reason = f"{error.construct}: {error.reason} (in its translation: {_excerpt(error)})"
            return wrong_at(main.file, main.start, error.code, reason, error.hint)
        if error.position is None:
            return relocate(error, self.main)
        offset = offset_of(self.text, error.position)
        for start, passage in self.parts:
            if start <= offset <= start + len(passage.text):
                inside = offset - start if passage.verbatim else 0
                reason = f"{error.construct}: {error.reason}"
                at = passage.start + inside
                return wrong_at(passage.file, at, error.code, reason, error.hint)
        return relocate(error, self.main)


def _excerpt(error: SQLError) -> str:
    lines = (error.sql or "").splitlines()
    if error.position is None or error.position.line > len(lines):
        return "no place is known"
    line = lines[error.position.line - 1]
    start = max(error.position.column - 1, 0)
    return line[start : start + 60].strip()


def compose(graph: Graph, name: str, passage: Passage, dialect: str, engine_dialect: str) -> Query:
    """A query of a dataset as the engine of this dialect can run it."""
    node = graph.nodes[name]
    temporary = [
        other
        for other in graph.order
        if other != name
        and other in _read_temporary(graph, name)
        and graph.nodes[other].dataset.kind is Kind.TEMPORARY_VIEW
    ]
    text, parts = "", []
    for number, other in enumerate(temporary):
        dataset = graph.nodes[other].dataset
        assert dataset.query is not None
        head = quoted(other, dialect) + _column_list(dataset, dialect)
        text += f"{', ' if number else 'WITH '}{head} AS (\n"
        parts.append((len(text), dataset.query))
        text += f"{dataset.query.text}\n)"
    renamed = node.dataset.kind is not Kind.STREAMING_TABLE and _renames(node.dataset)
    before, after = ("\n(\n", "\n)") if temporary else ("", "")
    if renamed:
        listed = _column_list(node.dataset, dialect)
        before, after = "\nSELECT * FROM (\n", f"\n) AS {quoted(name, dialect)}{listed}"
    text += before
    parts.append((len(text), passage))
    query = Query(text + passage.text + after, tuple(parts))
    if dialect == engine_dialect or _means_the_same(query.text, dialect, engine_dialect):
        return query
    return Query(translate(query, dialect, engine_dialect), query.parts, translated=True)


def _read_temporary(graph: Graph, name: str) -> set[str]:
    """What is reached from a dataset through temporary views alone."""
    found: set[str] = set()
    waiting = list(graph.nodes[name].reads)
    while waiting:
        read = waiting.pop()
        if read not in found and graph.nodes[read].dataset.kind is Kind.TEMPORARY_VIEW:
            found.add(read)
            waiting.extend(graph.nodes[read].reads)
    return found


def _renames(dataset: Dataset) -> bool:
    """A list of names alone names the columns; one with types says what the query gives."""
    return bool(dataset.columns) and all(column.type is None for column in dataset.columns)


def _column_list(dataset: Dataset, dialect: str) -> str:
    if not _renames(dataset):
        return ""
    return f"({', '.join(quoted(column.name, dialect) for column in dataset.columns)})"


def _means_the_same(text: str, read: str, write: str) -> bool:
    """Do both dialects read the text alike? Then it stays as it is, and so do its places."""
    try:
        return parse_view(text, read).sql(write) == parse_view(text, write).sql(write)
    except (SqlglotError, SQLError):
        return False


def translate(query: Query, read: str, write: str) -> str:
    """The text in the words of another dialect; what has no words there is an error."""
    tree = parse_view(query.text, read)
    try:
        return tree.sql(dialect=write, unsupported_level=ErrorLevel.RAISE)
    except SqlglotError as error:
        main = query.main
        reason = str(error).split("\n")[0]
        raise wrong_at(
            main.file,
            main.start,
            "CANNOT_TRANSLATE",
            f"this is written for {read}, and cannot be said to {write}: {reason}",
            f"run it with --engine {read}, or write it so that both understand it",
        ) from error


def check_columns(
    dataset: Dataset, found: Sequence[tuple[str, exp.DataType | None]], dialect: str
) -> None:
    """Does a query give the columns that the definition declares with their types?"""
    declared = [column for column in dataset.columns if column.type is not None]
    if not declared:
        return
    names = [column.name.casefold() for column in dataset.columns]
    given = [name.casefold() for name, _ in found]
    if names != given:
        raise ProjectError(
            "COLUMNS",
            f"{dataset.name[-1]} declares the columns {', '.join(c.name for c in dataset.columns)} "
            f"and its query gives {', '.join(name for name, _ in found)}",
            "name the columns of the query like those of the list, in the same order",
            place=dataset.place,
        )
    for column, (_, type) in zip(dataset.columns, found, strict=True):
        if column.type is None or type is None:
            continue
        wanted = exp.DataType.build(column.type, dialect=dialect)
        if wanted != type:
            raise ProjectError(
                "COLUMNS",
                f"column {column.name} of {dataset.name[-1]} is declared as {column.type} "
                f"and its query gives {type.sql(dialect)}",
                f"write CAST(... AS {column.type}) AS {column.name}",
                place=dataset.place,
            )
