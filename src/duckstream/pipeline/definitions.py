"""What the files of a project define."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from duckstream.pipeline.places import Passage, Place


class Kind(Enum):
    """The value is what messages call it."""

    MATERIALIZED_VIEW = "materialized view"
    TEMPORARY_VIEW = "temporary view"
    VIEW = "view"
    STREAMING_TABLE = "streaming table"


@dataclass(frozen=True)
class DeclaredColumn:
    """A column of the list behind a name; the type and the comment may be left out."""

    name: str
    type: str | None = None
    comment: str | None = None


@dataclass(frozen=True)
class Function:
    """A Python function that gives a DataFrame; `reads` are the tables that it visibly reads."""

    file: str
    name: str
    reads: tuple[str, ...]
    # Why it is not maintained as SQL.
    reason: str


@dataclass(frozen=True)
class Dataset:
    """A view or table of a project. Its rows come from a query, a function, or flows."""

    kind: Kind
    name: tuple[str, ...]
    place: Place
    query: Passage | None = None
    function: Function | None = None
    columns: tuple[DeclaredColumn, ...] = ()
    comment: str | None = None
    # What the file says about the storage, and we decide ourselves: USING, PARTITIONED BY, ...
    layout: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    # The SETs in force where it is defined.
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Flow:
    """A query whose new rows are appended to a streaming table.

    In its text `STREAM(x)` is blanked to `x`; `streams` are the names that stood there.
    """

    name: str
    target: tuple[str, ...]
    place: Place
    query: Passage
    streams: tuple[str, ...]
    # Are its columns matched with those of the table by name? Otherwise by position.
    by_name: bool = True


@dataclass(frozen=True)
class Definitions:
    """All that a file, or a project, defines."""

    datasets: tuple[Dataset, ...] = ()
    flows: tuple[Flow, ...] = ()
    # What SET says in the file about the session, and where.
    settings: tuple[tuple[str, str, Place], ...] = ()

    def __add__(self, other: Definitions) -> Definitions:
        return Definitions(
            self.datasets + other.datasets,
            self.flows + other.flows,
            self.settings + other.settings,
        )
