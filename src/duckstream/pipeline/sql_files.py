"""The `.sql` files of a project: what each statement defines.

Only the head of a statement is read here, word by word. The query behind AS stays the text that
the user wrote, so that every error in it has its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlglot.tokens import TokenType

from duckstream.bind.parse import parse_view
from duckstream.errors import SQLError
from duckstream.pipeline.definitions import Dataset, DeclaredColumn, Definitions, Flow, Kind
from duckstream.pipeline.places import Passage, SourceFile, relocate, wrong_at
from duckstream.pipeline.words import Words, split_statements

_STATEMENTS = "CREATE MATERIALIZED VIEW, TEMPORARY VIEW, VIEW, STREAMING TABLE or FLOW, and SET"


def read_sql_file(file: SourceFile, dialect: str, configuration: Mapping[str, str]) -> Definitions:
    """`configuration` is what `${...}` stands for, beside the SETs of the file itself."""
    reader = _Reader(dialect, dict(configuration))
    found = Definitions()
    for words in split_statements(file, dialect):
        found += reader.read(words)
    return found


class _Reader:
    """Reads the statements of one file in order: a SET is in force until the end of the file."""

    def __init__(self, dialect: str, variables: dict[str, str]) -> None:
        self._dialect = dialect
        self._variables = variables
        self._set: dict[str, str] = {}

    def read(self, words: Words) -> Definitions:
        if words.take("SET"):
            return self._read_set(words)
        if not words.take("CREATE"):
            raise words.wrong("this statement defines nothing", f"a file has {_STATEMENTS}")
        _ = words.take("OR", "REPLACE") or words.take("OR", "REFRESH")
        if words.take("MATERIALIZED", "VIEW"):
            return self._read_view(words, Kind.MATERIALIZED_VIEW)
        if words.take("TEMPORARY", "VIEW") or words.take("TEMP", "VIEW"):
            return self._read_view(words, Kind.TEMPORARY_VIEW)
        if words.take("VIEW"):
            return self._read_view(words, Kind.VIEW)
        if words.take("STREAMING", "TABLE"):
            return self._read_streaming_table(words)
        if words.take("FLOW"):
            return self._read_flow(words)
        raise words.wrong("this is not for a project", f"a file has {_STATEMENTS}")

    def _read_set(self, words: Words) -> Definitions:
        passage = words.rest()
        found = re.fullmatch(r"([\w.\-`]+)\s*=\s*(.*)", passage.text, re.DOTALL)
        if found is None:
            raise words.wrong("SET needs a name and a value", "write SET name = value")
        name, value = found[1].replace("`", ""), found[2].strip()
        self._set[name] = self._variables[name] = self._fill_in(value)
        return Definitions(settings=((name, self._set[name], passage.place),))

    def _read_view(self, words: Words, kind: Kind) -> Definitions:
        dataset = self._read_head(words, kind)
        words.expect("AS")
        query = self._read_query(words)
        return Definitions((replace(dataset, query=query),))

    def _read_streaming_table(self, words: Words) -> Definitions:
        table = self._read_head(words, Kind.STREAMING_TABLE)
        if words.done:
            return Definitions((table,))
        words.expect("AS")
        return Definitions((table,), (self._append(words, table.name[-1], table.name),))

    def _read_flow(self, words: Words) -> Definitions:
        name = words.take_name()[-1]
        if words.take("COMMENT"):
            words.take_text()
        words.expect("AS")
        words.expect("INSERT", "INTO")
        words.take("TABLE")
        target = words.take_name()
        by_name = words.take("BY", "NAME")
        return Definitions(flows=(self._append(words, name, target, by_name=by_name),))

    def _append(
        self, words: Words, name: str, target: tuple[str, ...], *, by_name: bool = True
    ) -> Flow:
        text, streams = _without_streams(words)
        place = words.rest().place
        query = self._checked(self._filled(Passage(words.file, words.start, text)))
        if not streams:
            raise wrong_at(
                words.file,
                words.start,
                "NO_STREAM",
                f"{name} reads no stream, so it is not known what is new",
                "read the table whose rows are appended as STREAM(table), "
                "or make it a MATERIALIZED VIEW",
            )
        return Flow(name, target, place, query, streams, by_name)

    def _read_head(self, words: Words, kind: Kind) -> Dataset:
        words.take("IF", "NOT", "EXISTS")
        place = words.rest().place
        dataset = Dataset(kind, words.take_name(), place, settings=dict(self._set))
        if words.remaining() and words.remaining()[0].token_type is TokenType.L_PAREN:
            columns = tuple(map(_read_column, words.take_group().split_at_commas()))
            dataset = replace(dataset, columns=columns)
        while not words.done and words.remaining()[0].text.upper() != "AS":
            dataset = _read_clause(words, dataset)
        return dataset

    def _read_query(self, words: Words) -> Passage:
        return self._checked(self._filled(words.rest()))

    def _checked(self, query: Passage) -> Passage:
        try:
            parse_view(query.text, self._dialect)
        except SQLError as error:
            raise relocate(error, query) from error
        return query

    def _filled(self, passage: Passage) -> Passage:
        text = self._fill_in(passage.text)
        if text == passage.text:
            return passage
        return Passage(passage.file, passage.start, text, verbatim=False)

    def _fill_in(self, text: str) -> str:
        """Variables as Spark substitutes them; one that is not set stays as it is."""
        return re.sub(r"\$\{([^}]+)\}", lambda found: self._variables.get(found[1], found[0]), text)


def _read_column(words: Words) -> DeclaredColumn:
    first = words.start
    if words.take("CONSTRAINT"):
        raise wrong_at(
            words.file, first, "NO_CONSTRAINTS", "rows are not checked by constraints here",
            "filter the rows in the query",
        )  # fmt: skip
    name = words.take_name()[-1]
    type_start, type_end = words.start, words.start
    comment = None
    while not words.done:
        if words.take("COMMENT"):
            comment = words.take_text()
        elif not words.take("NOT", "NULL"):
            type_end = words.take_any().end + 1
    type = words.file.text[type_start:type_end].strip()
    return DeclaredColumn(name, type or None, comment)


def _read_comment(words: Words, dataset: Dataset) -> Dataset:
    return replace(dataset, comment=words.take_text())


def _read_properties(words: Words, dataset: Dataset) -> Dataset:
    found = dict(dataset.properties)
    for pair in words.take_group().split_at_commas():
        key = _read_key(pair)
        pair.take("=")
        found[key] = "".join(token.text for token in pair.remaining())
    return replace(dataset, properties=found)


def _read_key(words: Words) -> str:
    if words.remaining()[0].token_type is TokenType.STRING:
        return words.take_text()
    return ".".join(words.take_name())


def _read_layout(*words_before: str) -> Callable[[Words, Dataset], Dataset]:
    def read(words: Words, dataset: Dataset) -> Dataset:
        start = words.start
        if words_before[-1] == "BY":
            words.take_group()
            if words.take("INTO"):
                words.take_any()
                words.expect("BUCKETS")
        else:
            words.take_any()
        last = words.file.text[start : words.start].strip()
        return replace(dataset, layout=(*dataset.layout, f"{' '.join(words_before)} {last}"))

    return read


_CLAUSES: Mapping[tuple[str, ...], Callable[[Words, Dataset], Dataset]] = {
    ("COMMENT",): _read_comment,
    ("TBLPROPERTIES",): _read_properties,
    **{
        words: _read_layout(*words)
        for words in (
            ("USING",),
            ("PARTITIONED", "BY"),
            ("CLUSTERED", "BY"),
            ("CLUSTER", "BY"),
            ("LOCATION",),
            ("DEFAULT", "COLLATION"),
        )
    },
}


def _read_clause(words: Words, dataset: Dataset) -> Dataset:
    for start, read in _CLAUSES.items():
        if words.take(*start):
            return read(words, dataset)
    known = ", ".join(" ".join(start) for start in _CLAUSES)
    raise words.wrong(
        f"{words.remaining()[0].text} is not known here",
        f"before AS there may be a list of columns, {known}",
    )


def _without_streams(words: Words) -> tuple[str, tuple[str, ...]]:
    """The text with STREAM(x) and STREAM x blanked to x, and the names that are streamed."""
    text = words.rest().text
    offset = words.start
    names = []
    tokens = words.remaining()

    def blank(start: int, end: int) -> None:
        nonlocal text
        text = text[: start - offset] + " " * (end - start) + text[end - offset :]

    for number, token in enumerate(tokens[:-1]):
        before = tokens[number - 1].text.upper() if number else ""
        if token.text.upper() != "STREAM" or before not in ("FROM", "JOIN", ","):
            continue
        rest = Words(words.file, tokens[number + 1 :])
        parenthesised = rest.take("(")
        start = rest.start
        name = rest.take_name()
        if parenthesised:
            end = rest.start
            rest.expect(")")
            blank(end, end + 1)
        blank(token.start, start)
        names.append(".".join(name))
    return text, tuple(dict.fromkeys(names))
