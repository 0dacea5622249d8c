"""What a run has to know about Delta tables: their versions, and where the views stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from duckstream.algebra import Source
from duckstream.bind import PlainView
from duckstream.engines.delta.commits import Commit
from duckstream.engines.delta.versions import TableMark
from duckstream.engines.plain_views import find_plain_view
from duckstream.engines.protocol import Cursor, Definition

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.delta.engine import DeltaEngine


@dataclass
class DeltaState:
    """See `LakeState`. Every table is pinned to the version it had when it was first looked at."""

    engine: DeltaEngine
    definitions: Mapping[str, Definition]
    _marks: dict[Source, TableMark | None] = field(default_factory=dict)
    _frontiers: dict[Source, dict[Source, Cursor]] = field(default_factory=dict)
    _recorded: dict[Definition, dict[Source, Cursor] | None] = field(default_factory=dict)
    # The tables of views that this run has written to, and whether it has looked at all again.
    _outdated: set[Source] = field(default_factory=set)
    _looked_again: bool = False
    _kept: dict[tuple[Source, int], bool] = field(default_factory=dict)
    _plain_views: dict[tuple[str, str], PlainView | None] = field(default_factory=dict)

    def pin(self, views: Sequence[CompiledView]) -> None:
        for view in views:
            for source in view.sources:
                self._mark(source)

    def target(self, source: Source) -> Cursor | None:
        mark = self._mark(source)
        return None if mark is None else Cursor(mark.latest, mark.identity)

    def frontier(self, view: CompiledView) -> dict[Source, Cursor]:
        """Where our last commit that we know of left it.

        Should somebody else have refreshed the view since, ours will be refused as overtaken.
        """
        stored = view.layout.source
        if stored not in self._frontiers:
            commit = self._last_commit(stored)
            self._frontiers[stored] = {} if commit is None else commit.cursors(view.sources)
        return self._frontiers[stored]

    def recorded(self, definition: Definition) -> Mapping[Source, Cursor] | None:
        """By its last commit. What was read through plain views may be other tables by now."""
        if definition.plain_views:
            return None
        if definition not in self._recorded:
            self._recorded[definition] = self._read_recorded(definition)
        return self._recorded[definition]

    def _read_recorded(self, definition: Definition) -> dict[Source, Cursor] | None:
        engine = self.engine
        # What cannot be looked at so is looked at again by who compiles the view, and told.
        with suppress(*engine.errors):
            stored = Source(engine.catalog, engine.schema, definition.stored_table)
            commit = self._last_commit(stored)
            cursors = None if commit is None else commit.all_cursors()
            if cursors is not None and all(self._is_the_same(s, c) for s, c in cursors.items()):
                return cursors
        return None

    def _last_commit(self, stored: Source) -> Commit | None:
        """The tables of views were looked at for their definitions, when the run began."""
        is_seen = stored not in self._outdated and not self._looked_again
        return self.engine.commits.last(stored, seen=is_seen)

    def _is_the_same(self, source: Source, cursor: Cursor) -> bool:
        target = self.target(source)
        return target is not None and target.identity == cursor.identity

    def is_touched(self, source: Source, start: int) -> bool:
        mark = self._mark(source)
        if mark is not None and mark.latest < start:
            # Another refresh has gone further than this run goes, or the table lost versions.
            return not self._is_kept(source, start)
        return mark is None or mark.latest != start

    def count_versions(self, source: Source, start: int) -> int:
        mark = self._mark(source)
        return 0 if mark is None else max(mark.latest - start, 0)

    def look_again(self) -> None:
        self._frontiers.clear()
        self._looked_again = True

    def find_gap(self, source: Source, start: int) -> str | None:
        mark = self._mark(source)
        if mark is None or mark.latest < start:
            return f"{source} has no version {start} any more, where the view stands"
        if not self._is_kept(source, start):
            return f"version {start} of {source}, where the view stands, was cleaned up"
        return None

    def plain_view(self, schema: str, name: str) -> PlainView | None:
        known = self._plain_views
        if (schema, name) not in known:
            known[schema, name] = find_plain_view(self.engine, schema, name)
        return known[schema, name]

    def note_refreshed(
        self, view: CompiledView, commit: int | None, *, recreated: bool = False
    ) -> None:
        # Looked at again if another view reads it.
        self._marks.pop(view.layout.source, None)
        self._frontiers.pop(view.layout.source, None)
        self._outdated.add(view.layout.source)

    def running(self) -> AbstractContextManager[None]:
        return self.engine.snapshots.kept()

    def _is_kept(self, source: Source, version: int) -> bool:
        if (source, version) not in self._kept:
            self._kept[source, version] = self.engine.versions.is_kept(source, version)
        return self._kept[source, version]

    def _mark(self, source: Source) -> TableMark | None:
        if source not in self._marks:
            self._marks[source] = self.engine.versions.mark(source)
        return self._marks[source]
