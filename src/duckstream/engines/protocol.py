"""What an engine brings.

`LakeSQL` is how its lake is read and written, in statements, without a connection: the compiler's
side. `Engine`, `LakeState` and `Work` are the connected side, which the runtime goes through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.errors import ConflictError
from duckstream.lower.names import quoted
from duckstream.plan import PREFIX, Naming

if TYPE_CHECKING:
    import pandas

    from duckstream.bind import PlainView, TableColumn, Unreadable
    from duckstream.compiler import CompiledView
    from duckstream.refresh.cost import Rates
    from duckstream.refresh.record import RefreshRecord
    from duckstream.storage.layout import Layout
    from duckstream.storage.statement import Rebuild, Statement, Write

POLICIES = ("auto", "incremental", "strict", "full")


@dataclass(frozen=True)
class ViewPlace:
    """Where a view and its cursors are kept."""

    catalog: str
    schema: str
    naming: Naming

    @property
    def table(self) -> exp.Table:
        return table_of(self.catalog, self.schema, self.naming.mv_table())

    @property
    def cursors(self) -> exp.Table:
        return table_of(self.catalog, self.schema, self.naming.cursors_table())


class LakeSQL(Protocol):
    """The statements of one kind of lake. Sources are numbered, to name what belongs to them."""

    @property
    def usual_place(self) -> tuple[str, str]:
        """The catalogue and schema that a view is in if nobody says otherwise."""
        ...

    @property
    def has_transactions(self) -> bool:
        """Do statements over several tables see one state, and commit together?"""
        ...

    @property
    def most_reads(self) -> int:
        """How many tables an entry of WITH may read before it is better computed by itself."""
        ...

    def parameters(self, source: Source, number: int) -> dict[str, str]:
        """What the user has to fill into the statements, and what it means."""
        ...

    def travel(self, table: exp.Table, version: exp.Expr) -> None:
        """Make a table stand for what it was at a version."""
        ...

    def version(self, source: Source, number: int, which: str) -> exp.Expr:
        """The version of a source that a refresh goes `from` or `to`."""
        ...

    def events(
        self, source: Source, columns: Sequence[str], number: int, naming: Naming
    ) -> exp.Expr:
        """Every row that came to (weight 1) or went from (-1) a source, as the lake has it."""
        ...

    def temporary(self, table: str, query: exp.Expr, *, kept: bool) -> exp.Expr:
        """Name a query for the statements after it; `kept` if it must not be computed again."""
        ...

    def drop_temporary(self, table: str) -> exp.Expr: ...

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        """Fix the versions that a refresh goes from and to."""
        ...

    def create_table(self, place: ViewPlace, layout: Layout, content: exp.Expr) -> list[exp.Expr]:
        """Make the stored table with its first content."""
        ...

    def write(self, layout: Layout, naming: Naming, everything: str | None = None) -> Write:
        """Bring the rows of the temporary table `next` into the stored table.

        `everything` is a temporary table with all rows as they have to be, if there is one.
        """
        ...

    def rebuild(self, layout: Layout, content: exp.Expr, naming: Naming) -> Rebuild:
        """Bring the content into the stored table, in the place of what it holds."""
        ...

    def new_table(self, table: exp.Table, content: exp.Expr) -> exp.Expr:
        """Make a table whose changes can be read."""
        ...

    def append_rows(
        self, table: exp.Table, columns: Sequence[str], rows: exp.Table, *, anew: bool
    ) -> list[exp.Expr]:
        """Bring the rows of a temporary table into another; `anew` in the place of its own."""
        ...

    def create_cursors(self, place: ViewPlace) -> list[exp.Expr]:
        """The table of cursors; nothing where the frontier travels with the commits."""
        ...

    def initialize_cursor(self, source: Source, place: ViewPlace) -> list[exp.Expr]: ...

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]: ...


@dataclass(frozen=True)
class Definition:
    """A view as the user defined it."""

    name: str
    sql: str
    policy: str
    # What it is read through, as it was when the view was stored.
    plain_views: tuple[PlainView, ...] = ()
    # The name of the table that stores it, if not the usual one.
    table: str = ""

    @property
    def stored_table(self) -> str:
        return self.table or f"{PREFIX}{self.name}"

    def is_same_as(self, other: Definition) -> bool:
        """Does the user say the same in both?"""
        return (self.name, self.sql, self.policy) == (other.name, other.sql, other.policy)


@dataclass(frozen=True)
class Stored:
    """The number of the commit that stored a view, and how many rows it wrote."""

    commit: int
    rows: int


@dataclass(frozen=True)
class LakeTable:
    """A table or a plain view, as the catalogue of the engine lists it."""

    catalog: str
    schema: str
    name: str
    columns: tuple[TableColumn, ...]
    # Of a view: what is read in its place, unless it is one of ours.
    plain_view: PlainView | Unreadable | None = None


@dataclass(frozen=True)
class Cursor:
    """Where a view stands with one source, and which table that source was then."""

    version: int
    identity: str | None


@dataclass(frozen=True)
class Since:
    """A version of a table, and the rows that it had then, if that is known."""

    version: int
    rows: int | None = None


@dataclass(frozen=True)
class TableSize:
    """About how many rows a table has, and how many came or went since a version."""

    rows: int
    changed: int = 0


class LakeState(Protocol):
    """What a run has to know about the lake: every source is pinned to one version."""

    @property
    def definitions(self) -> Mapping[str, Definition]: ...

    def pin(self, views: Sequence[CompiledView]) -> None:
        """Look at the sources of these views, once."""
        ...

    def target(self, source: Source) -> Cursor | None:
        """The version to which this run goes, and which table that is; None if it is gone."""
        ...

    def frontier(self, view: CompiledView) -> dict[Source, Cursor]:
        """Where a view stands with each of its sources, as far as that is known."""
        ...

    def recorded(self, definition: Definition) -> Mapping[Source, Cursor] | None:
        """Where a view stands with everything that it reads, if the lake tells that without a look
        at its text: because these are the tables still that they were.
        """
        ...

    def is_touched(self, source: Source, start: int) -> bool:
        """May anything have been written to the table after `start`, up to its target?"""
        ...

    def find_gap(self, source: Source, start: int) -> str | None:
        """Why the change between `start` and the target cannot be read, if it cannot."""
        ...

    def plain_view(self, schema: str, name: str) -> PlainView | None:
        """The plain view of this name as it is now; None if it is gone or something else."""
        ...

    def note_refreshed(
        self, view: CompiledView, commit: int | None, *, recreated: bool = False
    ) -> None:
        """A view was written to: views on top of it go to the version that this has made."""
        ...

    def look_again(self) -> None:
        """Find out anew where the views stand, and who has written to them since this run looked;
        the versions to go to stay as they are.
        """
        ...

    def count_versions(self, source: Source, start: int) -> int:
        """How many commits after `start`, up to the target, wrote to the table."""
        ...

    def running(self) -> AbstractContextManager[None]:
        """For the time of a run: afterwards it lets go of what it kept for it."""
        ...


class Work(Protocol):
    """One refresh of one view: temporary tables first, then one commit."""

    def compute(self, statement: Statement, *, shared: bool = False) -> None:
        """Fill a temporary table; one that other views of the run share outlives this refresh."""
        ...

    def keeps_apart(self, table: str, columns: Sequence[str]) -> bool:
        """Is it known that no rows of a change cancel each other in fewer columns?"""
        ...

    def settle(self) -> None:
        """From here on everything is computed from one state of the lake. What the views of the run
        share has been read by then.
        """
        ...

    def count(self, table: str, *columns: str) -> tuple[int, ...]:
        """The rows of a temporary table, and for each column those in which it is true."""
        ...

    def choose(self, write: Write, known: int) -> Sequence[Statement]:
        """How the rows are written; `known` of them belong to groups that are stored already."""
        ...

    def write(
        self,
        statements: Sequence[Statement],
        frontier: Mapping[Source, Cursor],
        record: RefreshRecord,
        before_commit: Callable[[], None],
        group: WriteGroup | None = None,
    ) -> None:
        """Write rows, frontier and record, all or nothing. Nothing is computed afterwards.

        In a group they are written when the group is committed. Where the record does not tell how
        many rows are written, the engine finds out.
        """
        ...

    @property
    def commit(self) -> int | None:
        """The engine's number of what was committed; known after the work is done."""
        ...


class WriteGroup(Protocol):
    """Refreshes of several views that are written in one commit."""

    def commit(self) -> None:
        """All or nothing. Afterwards each work knows the number of the commit."""
        ...

    def advance(
        self,
        view: CompiledView,
        base: Mapping[Source, Cursor],
        frontier: Mapping[Source, Cursor],
    ) -> None:
        """A view with nothing to write: if others write, it stands at the new versions as well."""
        ...

    def abandon(self) -> None:
        """What was not written is not going to be: what was computed for it is dropped."""
        ...


class Engine(Protocol):
    """A lake, connected."""

    catalog: str
    schema: str

    @property
    def dialect(self) -> str: ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its statements raise."""
        ...

    @property
    def lanes(self) -> int:
        """How many views it refreshes at a time."""
        ...

    @property
    def door(self) -> str:
        """What the names of temporary tables begin with, where others see the same ones."""
        ...

    @property
    def compile_lanes(self) -> int:
        """How many views are compiled at a time: more than one where the engine has to be waited
        for.
        """
        ...

    def share(self, lanes: int) -> None:
        """From here on its processors are shared among so many lanes."""
        ...

    def sql(self, text: str) -> Any:
        """Run the engine's own SQL, for the user."""
        ...

    def frame(self, sql: str) -> pandas.DataFrame: ...

    def count_differences(self, left: str, right: str) -> tuple[int, int, int]:
        """Rows of the left query; rows it has too few, rows it has too many, as a bag."""
        ...

    def show_differences(self, left: str, right: str, most: int) -> list[tuple[str | None, ...]]:
        """Some of the rows that the left query has too many, their values as text."""
        ...

    def count_rows(self, table: exp.Expr) -> int:
        """Of a table, or of a query in brackets."""
        ...

    def find_table(self, parts: Sequence[str]) -> LakeTable | Unreadable | None:
        """The table or view of this name: catalogue and schema may be left out."""
        ...

    def table_names(self) -> list[str]:
        """The tables and views of the lake's schema."""
        ...

    def describe(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        """Names and types of the columns of a query, without running it."""
        ...

    def describe_view(self, sql: str) -> list[tuple[str, exp.DataType | None]]:
        """The same for the user's own text, in the lake's schema; its mistakes become errors."""
        ...

    def definitions(self) -> dict[str, Definition]: ...

    def look(self) -> LakeState: ...

    def store(self, definition: Definition, view: CompiledView, record: RefreshRecord) -> Stored:
        """Make the stored table with its content and the view that the user reads; all or nothing.

        What was stored under the name before is replaced.
        """
        ...

    def choose_table(self, name: str) -> str:
        """What to call the table of a view that is about to be stored; "" for the usual name.

        An engine that cannot replace table and view in one commit stores beside what there is.
        """
        ...

    def redefine(self, definition: Definition, place: ViewPlace) -> None:
        """Keep another policy for a view; its rows stay as they are."""
        ...

    def remove(self, definition: Definition, place: ViewPlace) -> None: ...

    def refreshing(
        self,
        view: CompiledView,
        ranges: Mapping[Source, tuple[int, int]],
        base: Mapping[Source, Cursor],
    ) -> AbstractContextManager[Work]:
        """The frame of a refresh in which the sources go from one version to another.

        `base` is where the view stands. If it turns out to stand elsewhere by the time of writing,
        because another refresh was faster, nothing is written: `overtaken`.
        """
        ...

    def write_group(self) -> WriteGroup | None:
        """For refreshes that are to be written in one commit; None where there is no such thing."""
        ...

    def forget(self, tables: Sequence[str]) -> None:
        """Drop temporary tables that were shared by the views of a run."""
        ...

    def prepare(self) -> None:
        """Make what is kept beside the views, if it is not there."""
        ...

    def keep_plain_view(self, name: str, sql: str) -> None:
        """Make a plain view, unless it is there already with this very text."""
        ...

    @property
    def takes_frames(self) -> bool:
        """Can DataFrames be stored?"""
        ...

    def store_frame(self, name: str, frame: Any) -> int:
        """Store the rows of a DataFrame as a table, if it has others; how many were written."""
        ...

    def tell(self, error: Exception) -> str:
        """An error of the engine in one line."""
        ...

    def is_conflict(self, error: Exception) -> bool:
        """Did another commit come first, so that the same may succeed when repeated?"""
        ...

    def find_lost_history(self, error: Exception) -> str | None:
        """The reason, if the error says that an old state or a change cannot be read any more."""
        ...

    def add_record(self, record: RefreshRecord) -> None:
        """Keep a record of what wrote no rows: a failure, a comparison."""
        ...

    def records(self, view: str | None, most: int | None) -> list[RefreshRecord]:
        """The newest records, of one view or of all, newest first."""
        ...

    def past(self, view: str, stored: Source, most: int) -> Iterable[RefreshRecord]:
        """The newest records of a view that wrote rows into its table, newest first, as they are
        asked for.
        """
        ...

    def show_records(self, name: str) -> None:
        """Let SQL read the records under a name, in this session, as they are now."""
        ...

    def count_events(self, source: Source, start: int, end: int) -> int:
        """How many rows came to or went from a table after `start`, up to `end`."""
        ...

    @property
    def rates(self) -> Rates:
        """What a refresh usually costs on a small machine."""
        ...

    def sizes(self, wanted: Mapping[Source, Since | None]) -> dict[Source, TableSize]:
        """The sizes of tables from the lake's own statistics, as far as these tell them."""
        ...

    def spread(self, source: Source, columns: Sequence[str]) -> float | None:
        """The share of a table that is read to find the rows with one value in these columns.

        Next to nothing if these lie close together, 1 if they lie anywhere; None if nobody knows.
        """
        ...

    def close(self) -> None: ...


def table_of(catalog: str, schema: str, table: str) -> exp.Table:
    def identified(name: str) -> exp.Identifier:
        return exp.to_identifier(name, quoted=True)

    if not catalog:
        return exp.Table(this=identified(table))
    return exp.Table(this=identified(table), db=identified(schema), catalog=identified(catalog))


def shown_name(source: Source) -> str:
    """What users know a source as: the table, or the view that a stored table holds.

    >>> [shown_name(Source("", "", name)) for name in ("t", "_ivm_v", "_ivm_v__0a1b2c3d")]
    ['t', 'v', 'v']
    """
    if not source.table.startswith(PREFIX):
        return source.table
    return re.sub(r"__[0-9a-f]{8}$", "", source.table.removeprefix(PREFIX))


def overtaken(view: CompiledView) -> ConflictError:
    return ConflictError(
        "OVERTAKEN",
        f"another refresh of {view.layout.source.table} was faster",
        "nothing was counted twice; refresh again for what came since",
    )


def count_calls(columns: Sequence[str], dialect: str) -> list[str]:
    """All rows, and for each column those in which it is true."""
    return ["COUNT(*)", *(f"COUNT_IF({quoted(column, dialect)})" for column in columns)]


def version_name(source: Source, number: int, which: str) -> str:
    """What the version is called that a refresh goes `from` or `to`."""
    word = re.sub(r"\W+", "_", source.table.lower()).strip("_")
    return f"_ivm_{number}_{word}_{which}"
