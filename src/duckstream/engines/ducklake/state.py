"""What a run has to know about a lake: tables, cursors, and who wrote what when.

Most of it is the same from run to run, and reading it would take longer than a small refresh. So it
is remembered, together with the snapshot it was read at; the list of what later snapshots changed,
which is needed anyway, tells whether it still holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.bind import PlainView
from duckstream.engines.ducklake.bookkeeping import CURSORS_TABLE, VIEWS_TABLE, Cursors
from duckstream.engines.plain_views import find_plain_view
from duckstream.engines.protocol import Cursor, Definition

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.ducklake.engine import DuckLakeEngine

# Changes after which tables and columns are what they were.
_OF_ROWS = {"inserted_into_table", "deleted_from_table", "inlined_insert", "inlined_delete"}


@dataclass(frozen=True)
class TableMark:
    """What tells whether a table is still the one it was: its own id, and its columns."""

    number: int
    identity: str


@dataclass
class Memory:
    """The catalogue as of one snapshot."""

    snapshot: int
    definitions: dict[str, Definition]
    tables: dict[tuple[str, str], TableMark]
    cursors: Cursors
    # By schema and name, those that were asked for. A changed one is a change of the catalogue.
    plain_views: dict[tuple[str, str], PlainView | None] = field(default_factory=dict)
    # By the number of a table, the snapshots that wrote to it and those that rewrote its files;
    # complete for all snapshots after the oldest cursor.
    writes: dict[int, set[int]] = field(default_factory=dict)
    rewrites: dict[int, set[int]] = field(default_factory=dict)
    # Commits of our own to the bookkeeping since `snapshot`: they are in here already.
    own_commits: int = 0

    @property
    def cursor_versions(self) -> set[int]:
        return {c.version for by_table in self.cursors.values() for c in by_table.values()}

    @property
    def oldest_cursor(self) -> int:
        return min(self.cursor_versions, default=self.snapshot)

    def prune(self) -> None:
        """Forget what no view has to know any more."""
        oldest = self.oldest_cursor
        for snapshots in (*self.writes.values(), *self.rewrites.values()):
            snapshots.difference_update([s for s in snapshots if s <= oldest])

    def note(self, snapshot: int, changes: list[tuple[str, int]]) -> None:
        for kind, number in changes:
            self.writes.setdefault(number, set()).add(snapshot)
            if kind.startswith("rewrite"):
                self.rewrites.setdefault(number, set()).add(snapshot)


@dataclass
class DuckLakeState:
    """See `LakeState`. All base tables are pinned to one snapshot."""

    engine: DuckLakeEngine
    memory: Memory
    kept: set[int]
    # The versions of views that this run has written to, by schema and table.
    _refreshed: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def definitions(self) -> Mapping[str, Definition]:
        return self.memory.definitions

    def recorded(self, definition: Definition) -> Mapping[Source, Cursor] | None:
        """Not known: the cursors of a view are read by what it reads."""
        return None

    def pin(self, views: Sequence[CompiledView]) -> None:
        """Everything was pinned by one look at the lake."""

    def target(self, source: Source) -> Cursor | None:
        mark = self.memory.tables.get((source.schema, source.table))
        if mark is None:
            return None
        version = self._refreshed.get((source.schema, source.table), self.memory.snapshot)
        return Cursor(version, mark.identity)

    def frontier(self, view: CompiledView) -> dict[Source, Cursor]:
        known = self.memory.cursors.get(view.place.naming.mv_table(), {})
        found = {s: known.get((s.schema, s.table)) for s in view.sources}
        return {source: cursor for source, cursor in found.items() if cursor is not None}

    def is_touched(self, source: Source, start: int) -> bool:
        return self._is_listed(self.memory.writes, source, start)

    def find_gap(self, source: Source, start: int) -> str | None:
        if self._is_listed(self.memory.rewrites, source, start):
            # DuckLake's feed then repeats deletions.
            return f"files of {source} were rewritten, after which its feed is wrong"
        if start not in self.kept:
            return f"snapshot {start} of {source}, where the view stands, has expired"
        return None

    def _is_listed(self, snapshots: dict[int, set[int]], source: Source, start: int) -> bool:
        target = self.target(source)
        if target is None:
            return False
        number = self.memory.tables[(source.schema, source.table)].number
        # (A copy: other lanes note commits meanwhile.)
        listed = tuple(snapshots.get(number, ()))
        return any(start < snapshot <= target.version for snapshot in listed)

    def count_versions(self, source: Source, start: int) -> int:
        target = self.target(source)
        if target is None:
            return 0
        number = self.memory.tables[(source.schema, source.table)].number
        writes = tuple(self.memory.writes.get(number, ()))
        return sum(start < snapshot <= target.version for snapshot in writes)

    def running(self) -> AbstractContextManager[None]:
        """What else is remembered is small, and of use to the next run."""
        return self.engine.running()

    def look_again(self) -> None:
        """Also at what others have written since: a view that this run has brought further has
        their commits below that of the run itself.
        """
        with self.engine.reading():
            self.memory.cursors = self.engine.bookkeeping.cursors()
            for snapshot, text in _read_changes(self.engine, self.memory.snapshot).items():
                self.memory.note(snapshot, _parse_changes(text))
            self.kept |= _kept(self.engine, self.memory.cursor_versions - self.kept)

    def plain_view(self, schema: str, name: str) -> PlainView | None:
        known = self.memory.plain_views
        if (schema, name) not in known:
            known[schema, name] = find_plain_view(self.engine, schema, name)
        return known[schema, name]

    def note_refreshed(
        self, view: CompiledView, commit: int | None, *, recreated: bool = False
    ) -> None:
        if recreated:
            self.memory.tables = read_tables(self.engine)
        if commit is not None:
            place = (view.layout.source.schema, view.layout.source.table)
            self._refreshed[place] = commit
            number = self.memory.tables[place].number
            self.memory.writes.setdefault(number, set()).add(commit)


def look(engine: DuckLakeEngine, known: Memory | None) -> DuckLakeState:
    """The state of the lake now, from memory as far as it still holds."""
    with engine.reading():
        now = engine.snapshot()
        memory = known if known is not None and _catch_up(engine, known, now) else None
        if memory is None:
            memory = _read_all(engine, now)
        kept = _kept(engine, memory.cursor_versions - {now})
        return DuckLakeState(engine, memory, kept | {now})


def _catch_up(engine: DuckLakeEngine, memory: Memory, now: int) -> bool:
    """Take in what changed since; False if the memory does not hold any more."""
    changes = _read_changes(engine, memory.snapshot)
    if len(changes) != now - memory.snapshot:
        return False  # snapshots have expired that were never looked at
    places = [(engine.schema, name) for name in (VIEWS_TABLE, CURSORS_TABLE)]
    bookkeeping = {memory.tables[place].number for place in places if place in memory.tables}
    commits = 0
    for snapshot, text in changes.items():
        listed = _parse_changes(text)
        if len(listed) != text.count(":") or any(kind not in _OF_ROWS for kind, _ in listed):
            return False
        commits += any(number in bookkeeping for _, number in listed)
        memory.note(snapshot, listed)
    if commits != memory.own_commits:
        return False
    memory.snapshot, memory.own_commits = now, 0
    memory.prune()
    return True


def _read_all(engine: DuckLakeEngine, now: int) -> Memory:
    tables = read_tables(engine)
    books = engine.bookkeeping
    is_empty = (engine.schema, VIEWS_TABLE) not in tables
    definitions, cursors = ({}, {}) if is_empty else (books.definitions(), books.cursors())
    memory = Memory(now, definitions, tables, cursors)
    for snapshot, text in _read_changes(engine, memory.oldest_cursor).items():
        memory.note(snapshot, _parse_changes(text))
    return memory


def _read_changes(engine: DuckLakeEngine, after: int) -> dict[int, str]:
    rows = engine.rows(
        f"SELECT snapshot_id, changes_made FROM {engine.metadata}.ducklake_snapshot_changes "
        "WHERE snapshot_id > ?",
        after,
    )
    return {snapshot: changes or "" for snapshot, changes in rows}


def _parse_changes(text: str) -> list[tuple[str, int]]:
    """What was done to which table.

    >>> _parse_changes('inserted_into_table:1,inlined_delete:7')
    [('inserted_into_table', 1), ('inlined_delete', 7)]
    """
    return [(kind, int(number)) for kind, number in re.findall(r"(\w+):(\d+)(?=,|$)", text)]


def _kept(engine: DuckLakeEngine, versions: set[int]) -> set[int]:
    """Those of the snapshots that are still there to travel to."""
    if not versions:
        return set()
    numbers = ", ".join(str(version) for version in versions)
    rows = engine.rows(
        f"SELECT snapshot_id FROM {engine.metadata}.ducklake_snapshot "
        f"WHERE snapshot_id IN ({numbers})"
    )
    return {snapshot for (snapshot,) in rows}


def read_tables(engine: DuckLakeEngine) -> dict[tuple[str, str], TableMark]:
    """The tables of the lake, straight from its own catalogue."""
    metadata = engine.metadata
    rows = engine.rows(
        f"""
        SELECT s.schema_name, t.table_name, t.table_id, CAST(t.table_uuid AS VARCHAR) || ': '
            || string_agg(c.column_name || ' ' || c.column_type, ', ' ORDER BY c.column_id)
        FROM {metadata}.ducklake_table AS t
        JOIN {metadata}.ducklake_schema AS s USING (schema_id)
        JOIN {metadata}.ducklake_column AS c USING (table_id)
        WHERE t.end_snapshot IS NULL AND s.end_snapshot IS NULL AND c.end_snapshot IS NULL
        GROUP BY s.schema_name, t.table_name, t.table_id, t.table_uuid
        """
    )
    return {
        (schema, table): TableMark(number, identity) for schema, table, number, identity in rows
    }
