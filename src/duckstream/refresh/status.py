"""How far each view is behind its sources, and what its last refresh was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from duckstream.engines.protocol import Definition, Engine, LakeState, shown_name
from duckstream.errors import DuckstreamError
from duckstream.refresh.compile import ViewCompiler
from duckstream.refresh.record import FAILURE, VERIFY, RefreshRecord


@dataclass(frozen=True)
class ViewStatus:
    """One view. It is behind by the commits that wrote to its sources, and by their rows."""

    view: str
    policy: str
    fresh: bool
    versions_behind: Mapping[str, int] = field(default_factory=dict)
    # None where the change cannot be read any more.
    rows_behind: int | None = 0
    last_strategy: str | None = None
    last_refresh: datetime | None = None
    # Of the last attempt, if it failed.
    last_error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The status in values that JSON has."""
        values = asdict(self)
        if self.last_refresh is not None:
            values["last_refresh"] = self.last_refresh.isoformat()
        return values

    def __str__(self) -> str:
        state = "fresh"
        if not self.fresh:
            behind = ", ".join(f"{n} of {table}" for table, n in self.versions_behind.items())
            rows = "unknown" if self.rows_behind is None else str(self.rows_behind)
            state = f"behind: versions {behind or 'unknown'}, rows {rows}"
        last = f"last {self.last_strategy}" if self.last_strategy else "never refreshed"
        return f"{self.view}: {state}; {last}" + (f"; {self.last_error}" if self.last_error else "")


def find_status(
    engine: Engine, compiler: ViewCompiler, state: LakeState, views: Sequence[Definition]
) -> list[ViewStatus]:
    by_view: dict[str, list[RefreshRecord]] = {}
    for record in engine.records(None, None):
        by_view.setdefault(record.view, []).append(record)
    return [
        _status_of(engine, compiler, state, definition, by_view.get(definition.name, []))
        for definition in views
    ]


def _status_of(
    engine: Engine,
    compiler: ViewCompiler,
    state: LakeState,
    definition: Definition,
    records: list[RefreshRecord],
) -> ViewStatus:
    attempts = [record for record in records if record.kind != VERIFY]
    done = next((record for record in attempts if record.kind != FAILURE), None)
    error = attempts[0].error if attempts else None
    versions: dict[str, int] = {}
    rows: int | None = 0
    try:
        view = compiler.compiled(definition)
        state.pin([view])
        frontier = state.frontier(view)
        for source in view.sources:
            target, cursor = state.target(source), frontier.get(source)
            if target is None or cursor is None or target.identity != cursor.identity:
                versions[shown_name(source)], rows = 1, None
            elif state.is_touched(source, cursor.version):
                behind = state.count_versions(source, cursor.version)
                versions[shown_name(source)] = behind
                if state.find_gap(source, cursor.version) is not None:
                    rows = None
                elif rows is not None:
                    rows += engine.count_events(source, cursor.version, target.version)
    except (DuckstreamError, *engine.errors) as problem:
        error, rows = error or str(problem), None
    return ViewStatus(
        view=definition.name,
        policy=definition.policy,
        fresh=not versions and rows is not None,
        versions_behind=versions,
        rows_behind=rows,
        last_strategy=None if done is None else done.strategy,
        last_refresh=None if done is None else done.started,
        last_error=error,
    )
