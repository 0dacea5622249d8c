"""One refresh of one view on Delta Lake: cached DataFrames under names, then one commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.engines.delta.commits import Commit
from duckstream.engines.delta.extents import Extents
from duckstream.engines.delta.signs import Signs, calls_of_signs
from duckstream.engines.delta.statements import STORED_ROWS
from duckstream.engines.delta.transaction import Rows
from duckstream.engines.delta.versions import fill_in
from duckstream.engines.protocol import Cursor, WriteGroup, count_calls, overtaken
from duckstream.lower import quoted
from duckstream.storage import Statement, Write

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from duckstream.compiler import CompiledView
    from duckstream.engines.delta.engine import DeltaEngine
    from duckstream.refresh.record import RefreshRecord


# Up to here rows are few: they are grouped in one place, and go to where the others are that they
# are joined with, instead of both being shuffled.
BROADCAST_ROWS = 100_000


class DeltaWork:
    """See `Work`."""

    def __init__(
        self,
        engine: DeltaEngine,
        view: CompiledView,
        ranges: Mapping[Source, tuple[int, int]],
        base: Mapping[Source, Cursor],
    ) -> None:
        self._engine = engine
        self._view = view
        self._ranges = ranges
        self._base = base
        # The temporary views made on the way, and the rows of those that were counted.
        self.tables: list[str] = []
        self._rows: dict[str, int] = {}
        self._counts: dict[tuple[str, tuple[str, ...]], tuple[int, ...]] = {}
        # Of tables whose extent is asked for, as soon as they are counted.
        self._with_extent: set[str] = set()
        self._extents = Extents()
        self.commit: int | None = None

    def compute(self, statement: Statement, *, shared: bool = False) -> None:
        """What is read once is computed where it is read; the rest is cached when first read.

        What is counted is checkpointed instead, and counted on the way; through Spark Connect,
        where that is not told, by a query of its own. So is what the commit reads: a cached
        relation over the very table that is written to would be computed again by Spark. So are
        parts of a statement, which Spark would plan again, whole, in every place that reads them;
        they are counted, because a checkpoint does not know how small it is.
        """
        assert statement.table is not None
        if statement.narrows:
            self._narrow(statement)
            return
        text = self._fill_in(statement.query_text(self._view.dialect))
        frame = self._engine.sql(self._read_stored(text, self._stored_name))
        if statement.has_ends:
            self._with_extent.add(statement.table)
        found = None
        if statement.counted is not None and self._engine.frames.counts_on_the_way:
            calls = self._calls(statement.table, statement.counted, frame.dtypes)
            signs = calls_of_signs(frame.dtypes, statement.weight) if statement.weight else []
            frame, found = self._engine.frames.checkpoint(frame, [*calls, *signs])
        elif statement.table == self._next or statement.is_part or statement.at_once:
            frame = frame.localCheckpoint(eager=statement.at_once)
        elif statement.kept:
            frame = frame.persist()
        self._engine.frames.name(statement.table, frame)
        if not shared:
            self.tables.append(statement.table)
        if found is not None and statement.weight:
            signs = Signs.of(frame.dtypes, found[len(calls) :])
            self._engine.frames.note_signs(statement.table, signs)
            found = found[: len(calls)]
        if found is not None:
            self._note(statement.table, statement.counted or (), found)
        elif statement.is_part:
            self.count(statement.table)

    def keeps_apart(self, table: str, columns: Sequence[str]) -> bool:
        signs = self._engine.frames.signs(table)
        return signs is not None and signs.keep_apart(columns)

    def _narrow(self, statement: Statement) -> None:
        """Without a job: how many rows there are, and of which extent, is known."""
        table = statement.table
        signs = self._engine.frames.signs(statement.narrows)
        assert table is not None
        assert signs is not None
        frame = self._engine.sql(statement.query_text(self._view.dialect))
        self._engine.frames.name(table, frame)
        self.tables.append(table)
        self._extents.derive(table, frame.dtypes, signs)
        self._keep_counts(table, (), (signs.rows,))

    def settle(self) -> None:
        """Every table is read at a version."""

    def _fill_in(self, text: str) -> str:
        filled = fill_in(text, self._view, self._ranges, self._engine.snapshots.read)
        return self._extents.fill_in(filled)

    def _read_stored(self, text: str, name: str) -> str:
        """The statement that reads the stored table, here so called, at the version it has."""
        if name not in text:
            return text
        version = self._engine.commits.version(self._view.layout.source)
        read = self._stored_name
        if version is not None:
            snapshot = self._engine.snapshots.read(self._view.layout.source, version)
            read = quoted(snapshot, self._engine.dialect)
        return text.replace(name, read)

    @property
    def _stored_name(self) -> str:
        return self._view.place.table.sql(self._engine.dialect)

    @property
    def _next(self) -> str:
        return self._view.place.naming.temp_table("next")

    def count(self, table: str, *columns: str) -> tuple[int, ...]:
        known = self._counts.get((table, columns))
        if known is not None:
            return known
        dtypes = self._engine.frames.columns_of(table) if table in self._with_extent else ()
        calls = ", ".join(self._calls(table, columns, dtypes))
        (found,) = self._engine.rows(f"SELECT {calls} FROM {quoted(table, self._engine.dialect)}")
        return self._note(table, columns, found)

    def _calls(
        self, table: str, columns: Sequence[str], dtypes: Sequence[tuple[str, str]]
    ) -> list[str]:
        """What tells how many rows there are; and of some their extent."""
        counts = count_calls(columns, self._engine.dialect)
        has_extent = table in self._with_extent
        return [*counts, *self._extents.calls(table, dtypes)] if has_extent else counts

    def _note(self, table: str, columns: tuple[str, ...], found: Sequence[Any]) -> tuple[int, ...]:
        counts = tuple(found[: 1 + len(columns)])
        if table in self._with_extent:
            self._extents.note(table, found[len(counts) :])
        self._keep_counts(table, columns, counts)
        return counts

    def _keep_counts(self, table: str, columns: tuple[str, ...], counts: tuple[int, ...]) -> None:
        self._counts[table, columns] = counts
        self._rows[table] = counts[0]
        if counts[0] <= BROADCAST_ROWS and table != self._next:
            self._engine.frames.gather(table)

    def choose(self, write: Write, known: int) -> Sequence[Statement]:
        """A MERGE joins twice and writes twice, so that of a small table all is written anew.

        Views on top read in the feed that all rows went and came, and see the net of it.
        """
        if not known:
            return write.append
        is_small = self._engine.versions.is_small(self._view.layout.source)
        return write.overwrite if is_small else write.merge

    def write(
        self,
        statements: Sequence[Statement],
        frontier: Mapping[Source, Cursor],
        record: RefreshRecord,
        before_commit: Callable[[], None],
        group: WriteGroup | None = None,
    ) -> None:
        others = [table for table in self.tables if table != self._next]
        self._engine.forget(others)
        self.tables = [self._next] if self._next in self.tables else []
        is_counted = self._next in self._rows
        if is_counted and self._rows[self._next] <= BROADCAST_ROWS:
            self._engine.frames.hint_broadcast(self._next)
        stored = self._view.layout.source
        last = self._engine.commits.last(stored)
        # From here on the number of the commit guards: it follows that of the base.
        if last is not None and last.cursors(self._base) != dict(self._base):
            raise overtaken(self._view)
        commit = (
            Commit.first(frontier, record) if last is None else last.following(frontier, record)
        )
        commit = replace(commit, is_counted=is_counted)
        (statement,) = statements
        before_commit()
        self.commit = self._commit(statement, commit)
        if self.commit is None:
            raise overtaken(self._view)

    def _commit(self, statement: Statement, commit: Commit) -> int | None:
        commits, stored = self._engine.commits, self._view.layout.source
        insert = statement.sql
        if (
            commit.number
            and isinstance(insert, exp.Insert)
            and statement.query is not None
            and commits.transactions.can_write(stored)
        ):
            rows = Rows(self._rows_of(statement, insert), bool(insert.args.get("overwrite")))
            return commits.write_rows(stored, rows, commit)
        return commits.write(stored, [self._final(statement.text(self._view.dialect))], commit)

    def _rows_of(self, statement: Statement, insert: exp.Insert) -> DataFrame | None:
        """The rows that a statement inserts; None if there are none."""
        if self._rows.get(self._next) == 0:
            return None
        frame = self._engine.sql(self._final(statement.query_text(self._view.dialect)))
        named = frame.toDF(*(name.name for name in insert.this.expressions))
        # All of a small table, or new rows: a rebuild does not know how many there will be.
        is_small = self._rows.get(self._next, BROADCAST_ROWS + 1) <= BROADCAST_ROWS
        return named.coalesce(1) if is_small else named

    def _final(self, text: str) -> str:
        """A statement that writes, filled in."""
        rows = quoted(self._view.place.naming.temp_table(STORED_ROWS), self._engine.dialect)
        return self._read_stored(self._fill_in(text), rows)
