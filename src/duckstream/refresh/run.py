"""Refreshing one view: look at what changed, compute, write, move the frontier, in one commit."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field

import duckdb
from sqlglot import exp

from duckstream.algebra import Source
from duckstream.compiler import CompiledView, drop_table
from duckstream.engines.ducklake.engine import DuckLakeEngine
from duckstream.engines.ducklake.statements import feed_table
from duckstream.errors import RefreshError
from duckstream.refresh.frontier import Cursor, read_frontier, write_frontier
from duckstream.refresh.registry import Definition
from duckstream.refresh.report import ViewReport
from duckstream.storage import Statement
from duckstream.storage.replace import replace_statements


@dataclass(frozen=True)
class Outcome:
    strategy: str
    reason: str
    rows_in: int = 0
    rows_out: int = 0


@dataclass
class ViewRefresh:
    """One refresh of one view, to the given versions of its sources."""

    engine: DuckLakeEngine
    view: CompiledView
    definition: Definition
    versions: dict[Source, int]
    policy: str
    # The temporary tables made on the way.
    _tables: list[str] = field(default_factory=list)

    def run(self) -> ViewReport:
        start = time.perf_counter()
        try:
            outcome = self._refresh()
        except duckdb.Error as error:
            first = str(error).split("\n")[0]
            raise RefreshError(
                "REFRESH_FAILED",
                f"view {self.definition.name}: {first}",
                "the view is as it was before; mend the cause and refresh again",
            ) from error
        finally:
            self._clean_up()
        seconds = time.perf_counter() - start
        return ViewReport(
            self.definition.name,
            outcome.strategy,
            outcome.reason,
            outcome.rows_in,
            outcome.rows_out,
            seconds,
        )

    def _refresh(self) -> Outcome:
        frontier = read_frontier(self.engine, self.view)
        identities = self.engine.identities(self.view.sources)
        target = {s: Cursor(self.versions[s], identities.get(s)) for s in self.view.sources}
        obstacle = self._obstacle(frontier, target)
        if obstacle is not None:
            if self.policy == "strict":
                raise RefreshError(
                    "NOT_INCREMENTAL",
                    f"view {self.definition.name}: {obstacle}",
                    'drop and create the view again, or use policy="auto"',
                )
            return self._replace(target, obstacle)
        moved = [s for s in self.view.sources if frontier[s].snapshot < target[s].snapshot]
        if not moved:
            return Outcome("no_op", "no new snapshot since the last refresh")
        with self.engine.transaction():
            rows_in = self._read_feeds(frontier, target)
            changed = [source for source, rows in rows_in.items() if rows]
            if not changed:
                return Outcome("no_op", "nothing that the view reads has changed")
            if self.policy == "full":
                return self._write_replacement(target, 'policy="full"', sum(rows_in.values()))
            merge = self.view.merge(changed)
            for statement in merge.statements:
                self._execute(statement)
            rows_out = self._count(self.view.place.naming.temp_table("next"))
            write_frontier(self.engine, self.view, target)
        names = ", ".join(source.table for source in changed)
        return Outcome("incremental", f"changed: {names}", sum(rows_in.values()), rows_out)

    def _obstacle(self, frontier: dict[Source, Cursor], target: dict[Source, Cursor]) -> str | None:
        """Why the change alone cannot be applied, if it cannot."""
        for source in self.view.sources:
            if source not in frontier:
                return f"there is no cursor for {source}"
            known, now = frontier[source].identity, target[source].identity
            if now is None:
                raise RefreshError(
                    "NO_SOURCE",
                    f"view {self.definition.name}: its table {source} is gone",
                    "create the table again, or drop the view",
                )
            if known is not None and known != now:
                return f"{source} was created anew or its columns were changed"
        return None

    def _read_feeds(
        self, frontier: dict[Source, Cursor], target: dict[Source, Cursor]
    ) -> dict[Source, int]:
        """The net change of every source, into a temporary table each; how many rows each has."""
        rows = {}
        for source, number in self.view.numbers.items():
            start, end = frontier[source].snapshot, target[source].snapshot
            self.engine.set_versions(source, number, start, end)
            for statement in self.view.feed(source):
                self._execute(statement)
            rows[source] = self._count(feed_table(number, self.view.place.naming))
        return rows

    def _replace(self, target: dict[Source, Cursor], reason: str) -> Outcome:
        with self.engine.transaction():
            return self._write_replacement(target, reason, 0)

    def _write_replacement(
        self, target: dict[Source, Cursor], reason: str, rows_in: int
    ) -> Outcome:
        """Compute the view anew and write what differs."""
        view = self.view
        first, last = view.around_writes
        replacing = replace_statements(view.content, view.layout, view.place)
        around = (
            [Statement("write exactly", sql) for sql in first],
            [Statement("as before", sql) for sql in last],
        )
        for statement in [*around[0], *replacing, *around[1]]:
            self._execute(statement)
        naming = self.view.place.naming
        rows_out = self._count(naming.temp_table("next")) + self._count(naming.temp_table("gone"))
        now = self.engine.snapshot()
        write_frontier(
            self.engine, self.view, {s: Cursor(now, c.identity) for s, c in target.items()}
        )
        return Outcome("full", reason, rows_in, rows_out)

    def _execute(self, statement: Statement) -> None:
        if statement.table is not None:
            self._tables.append(statement.table)
        self.engine.execute(self.view.sql(statement.sql))

    def _count(self, table: str) -> int:
        name = exp.to_identifier(table, quoted=True).sql(self.engine.dialect)
        return self.engine.value(f"SELECT COUNT(*) FROM {name}")

    def _clean_up(self) -> None:
        # After a fatal error the connection takes no statements, and its tables are gone with it.
        with suppress(duckdb.FatalException):
            for table in self._tables:
                self.engine.execute(self.view.sql(drop_table(table)))
