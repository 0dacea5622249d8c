"""Refreshing one view: look at what changed, compute, write, move the frontier, in one commit."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import duckdb
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.compiler import CompiledView, drop_table
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.ducklake.statements import feed_table
from duckstream.errors import RefreshError
from duckstream.refresh.frontier import Cursor, write_frontier
from duckstream.refresh.state import LakeState
from duckstream.storage import Statement
from duckstream.storage.replace import replace_statements


@dataclass(frozen=True)
class Outcome:
    """How a view was brought up to date, and why that way."""

    strategy: str
    reason: str
    rows_in: int = 0
    rows_out: int = 0


@dataclass(frozen=True)
class Obstacle:
    """Why the change alone cannot be applied; `outdated` if the view has to be compiled again."""

    reason: str
    outdated: bool = False


@dataclass
class ViewRefresh:
    """One refresh of one view, to the given versions of its sources."""

    engine: DuckLakeEngine
    name: str
    view: CompiledView
    state: LakeState
    versions: dict[Source, int]
    # The temporary tables made on the way.
    _tables: list[str] = field(default_factory=list)

    @property
    def frontier(self) -> dict[Source, Cursor]:
        return self.state.frontier(self.view.place.naming.mv_table(), self.view.sources)

    @property
    def target(self) -> dict[Source, Cursor]:
        return {
            source: Cursor(self.versions[source], self.state.identity(source))
            for source in self.view.sources
        }

    def find_obstacle(self) -> Obstacle | None:
        """What stands in the way of reading the change alone, if anything."""
        frontier, target = self.frontier, self.target
        for source in self.view.sources:
            if target[source].identity is None:
                raise RefreshError(
                    "NO_SOURCE",
                    f"view {self.name}: its table {source} is gone",
                    "create the table again, or drop the view",
                )
            if source not in frontier:
                return Obstacle(f"there is no cursor for {source}")
            known = frontier[source].identity
            if known is not None and known != target[source].identity:
                return Obstacle(f"{source} was created anew or its columns changed", outdated=True)
        for source in self.touched():
            if self.state.rewritten(source, frontier[source].snapshot, self.versions[source]):
                return Obstacle(f"files of {source} were rewritten, after which its feed is wrong")
            if not self.state.is_kept(frontier[source].snapshot):
                return Obstacle(
                    f"snapshot {frontier[source].snapshot} of {source}, where the view stands, "
                    "has expired"
                )
        return None

    def touched(self) -> list[Source]:
        """The sources that were written to since the view's last refresh."""
        frontier = self.frontier
        return [
            source
            for source in self.view.sources
            if self.state.touched(source, frontier[source].snapshot, self.versions[source])
        ]

    def apply_change(self, *, recompute: str | None = None) -> Outcome:
        """Read the change and merge it; with `recompute`, the reason, compute the view anew."""
        touched = self.touched()
        if not touched:
            return Outcome("no_op", "no source was written to since the last refresh")
        with self._transaction():
            rows_in = self._read_feeds(touched)
            changed = [source for source, rows in rows_in.items() if rows]
            if not changed:
                return Outcome("no_op", "nothing that the view reads has changed")
            if recompute is not None:
                return self._replace(recompute, sum(rows_in.values()))
            for statement in self.view.merge(changed).statements:
                self._execute(statement)
            rows_out = self._count(self.view.place.naming.temp_table("next"))
            write_frontier(self.engine, self.view, self.target)
        names = ", ".join(source.table.removeprefix("_ivm_") for source in changed)
        return Outcome("incremental", f"changed: {names}", sum(rows_in.values()), rows_out)

    def compute_anew(self, reason: str) -> Outcome:
        """Compute the view from the current state of its sources and write what differs."""
        with self._transaction():
            return self._replace(reason, 0)

    @contextmanager
    def _transaction(self) -> Generator[None]:
        """All or nothing, and no temporary tables left behind."""
        try:
            with self.engine.transaction():
                yield
        except duckdb.Error as error:
            raise RefreshError(
                "REFRESH_FAILED",
                f"view {self.name}: {str(error).splitlines()[0]}",
                "the view is as it was before; mend the cause and refresh again",
            ) from error
        finally:
            self._clean_up()

    def _read_feeds(self, touched: list[Source]) -> dict[Source, int]:
        """The net change of each touched source, into a table; how many rows each has."""
        rows = {}
        frontier = self.frontier
        for source, number in self.view.numbers.items():
            start, end = frontier[source].snapshot, self.versions[source]
            # Where nothing was written the old state is the new one: it is read at one version.
            self.engine.set_versions(source, number, start if source in touched else end, end)
            if source in touched:
                for statement in self.view.feed(source):
                    self._execute(statement)
                rows[source] = self._count(feed_table(number, self.view.place.naming))
        return rows

    def _replace(self, reason: str, rows_in: int) -> Outcome:
        view, naming = self.view, self.view.place.naming
        first, last = view.around_writes
        for sql in first:
            self._execute(Statement("prepare to write", sql))
        for statement in replace_statements(view.content, view.layout, view.place):
            self._execute(statement)
        for sql in last:
            self._execute(Statement("done with writing", sql))
        rows_out = self._count(naming.temp_table("next")) + self._count(naming.temp_table("gone"))
        # The content was computed from the tables as they are in this transaction.
        now = self.engine.snapshot()
        frontier = {source: Cursor(now, cursor.identity) for source, cursor in self.target.items()}
        write_frontier(self.engine, view, frontier)
        return Outcome("full", reason, rows_in, rows_out)

    def _execute(self, statement: Statement) -> None:
        if statement.table is not None:
            self._tables.append(statement.table)
        self.engine.execute(statement.text(self.view.dialect))

    def _count(self, table: str) -> int:
        name = exp.to_identifier(table, quoted=True).sql(self.engine.dialect)
        return self.engine.value(f"SELECT COUNT(*) FROM {name}")

    def _clean_up(self) -> None:
        # After a fatal error the connection takes no statements, and its tables are gone with it.
        with suppress(duckdb.FatalException):
            drops = [self.view.sql(drop_table(table)) for table in self._tables]
            if drops:
                self.engine.execute(";\n".join(drops))
        self._tables.clear()
