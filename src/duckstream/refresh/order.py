"""Which views read which, and the order that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import sqlglot
from sqlglot import exp

from duckstream.engines.protocol import Definition, LakeState
from duckstream.errors import DuckstreamError, LakeError
from duckstream.refresh.compile import ViewCompiler, cycle, look_up
from duckstream.refresh.stages import is_stage


@dataclass
class Dependencies:
    """Between the views of a lake, as they are defined now.

    With a state of the lake, what a view reads is asked of that before the view is compiled.
    """

    compiler: ViewCompiler
    definitions: Mapping[str, Definition]
    state: LakeState | None = None
    _upstream: dict[str, list[str]] = field(default_factory=dict)

    def upstream(self, definition: Definition) -> list[str]:
        """The views that a view reads."""
        if definition.name not in self._upstream:
            self._upstream[definition.name] = self._find_upstream(definition)
        return self._upstream[definition.name]

    def _find_upstream(self, definition: Definition) -> list[str]:
        recorded = None if self.state is None else self.state.recorded(definition)
        if recorded is not None:
            return self.compiler.views_among(recorded, self.definitions)
        try:
            compiled = self.compiler.compiled(definition)
        except DuckstreamError:
            # It will fail when its turn comes; by then what its text names should be done.
            return self._named_in(definition)
        return self.compiler.views_among(compiled.sources, self.definitions)

    def _named_in(self, definition: Definition) -> list[str]:
        try:
            query = sqlglot.parse_one(definition.sql, dialect=self.compiler.engine.dialect)
        except sqlglot.errors.SqlglotError:
            return []
        tables = {table.name.casefold() for table in query.find_all(exp.Table)}
        return [
            name
            for name in self.definitions
            if name.casefold() in tables and name != definition.name
        ]

    def readers(self, name: str) -> list[str]:
        """The views that read a view, its own among them only by mistake."""
        return [other.name for other in self.definitions.values() if name in self.upstream(other)]

    def ordered(self) -> list[Definition]:
        """Every view after the views that it reads."""
        ordered: dict[str, Definition] = {}
        within: list[str] = []

        def place(definition: Definition) -> None:
            if definition.name in ordered:
                return
            if definition.name in within:
                raise cycle((*within[within.index(definition.name) :], definition.name))
            within.append(definition.name)
            for name in self.upstream(definition):
                place(self.definitions[name])
            within.pop()
            ordered[definition.name] = definition

        for definition in self.definitions.values():
            place(definition)
        return list(ordered.values())

    def levels(self, views: Sequence[Definition]) -> list[list[Definition]]:
        """The views, given in order, by how many of them they stand above: none reads its like.

        The last level has all those that none of the others reads.
        """
        read = {name for view in views for name in self.upstream(view)}
        height: dict[str, int] = {}
        levels: dict[int, list[Definition]] = {}
        for view in views:
            below = [height[name] for name in self.upstream(view) if name in height]
            height[view.name] = max(below, default=-1) + 1
            if view.name in read:
                levels.setdefault(height[view.name], []).append(view)
        last = [view for view in views if view.name not in read]
        return [*levels.values(), last]

    def selected(
        self, views: str | Iterable[str] | None, *, upstream: bool = True
    ) -> list[Definition]:
        """The named views and, with `upstream`, what they read, in order; all by default."""
        ordered = self.ordered()
        if views is None:
            return ordered
        names = [views] if isinstance(views, str) else list(views)
        wanted: set[str] = set()
        pending = [find_definition(self.definitions, name) for name in names]
        while pending:
            definition = pending.pop()
            if definition.name not in wanted:
                wanted.add(definition.name)
                read = [self.definitions[name] for name in self.upstream(definition)]
                # The stages of a view are a part of it.
                pending.extend(other for other in read if upstream or is_stage(other))
        return [definition for definition in ordered if definition.name in wanted]


def find_definition(definitions: Mapping[str, Definition], name: str) -> Definition:
    found = look_up(definitions, name)
    if found is not None:
        return found
    raise LakeError(
        "UNKNOWN_VIEW",
        f"there is no view {name}",
        f"there is: {', '.join(definitions)}" if definitions else "create it with create_view",
    )
