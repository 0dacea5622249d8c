"""From a lake to what the page shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from duckstream.algebra import Source
from duckstream.bind import Unreadable
from duckstream.engines.protocol import Definition
from duckstream.errors import DuckstreamError
from duckstream.lake import Lake, View
from duckstream.refresh.manner import MEANING, find_manners
from duckstream.refresh.record import RefreshRecord
from duckstream.refresh.stages import is_stage
from duckstream.refresh.status import ViewStatus
from duckstream.report.model import Freshness, LakeReport, ReportedView, SourceTable

# Of the records of a view, the newest ones are shown.
SHOWN = 60

_ENGINES = {"duckdb": "DuckDB, DuckLake", "spark": "Spark, Delta Lake"}


def collect(lake: Lake, *, title: str | None = None, made: datetime | None = None) -> LakeReport:
    """Look at every view of a lake, once. Nothing is written to it."""
    engine = lake.engine
    definitions = engine.definitions()
    status = {found.view: found for found in lake.status()}
    records: dict[str, list[RefreshRecord]] = {}
    for record in reversed(lake.history()):
        records.setdefault(record.view, []).append(record)
    tables: dict[str, Source] = {}
    views: dict[str, ReportedView] = {}
    for view in lake.views():
        history = records.get(view.name, [])
        reads = _find_reads(lake, view, definitions, tables, history)
        views[view.name] = _describe(view, reads, status[view.name], history, views)
    return LakeReport(
        title=title or ".".join(part for part in (engine.catalog, engine.schema) if part),
        engine=_ENGINES.get(engine.dialect, engine.dialect),
        made=made or datetime.now(UTC),
        sources=_find_sources(lake, views.values(), tables),
        views=tuple(views.values()),
    )


def _describe(
    view: View,
    reads: tuple[str, ...],
    status: ViewStatus,
    history: list[RefreshRecord],
    before: Mapping[str, ReportedView],
) -> ReportedView:
    try:
        manners = find_manners(view.lake.compiled(view.definition))
        kept = f"{', '.join(manner.value for manner in manners)}: {MEANING[manners[-1]]}"
        plan = view.explain()
    except DuckstreamError as error:
        # What cannot be compiled any more is shown with the reason.
        kept, plan = "cannot be compiled", str(error)
    stale = (Freshness.BEHIND, Freshness.FAILED, Freshness.WAITS)
    waits_for = tuple(name for name in reads if name in before and before[name].freshness in stale)
    return ReportedView(
        name=view.name,
        sql=view.definition.sql,
        kept=kept,
        plan=plan,
        reads=reads,
        status=status,
        freshness=_judge(status, waits_for),
        waits_for=waits_for,
        records=tuple(history[-SHOWN:]),
        left_out=max(0, len(history) - SHOWN),
    )


def _judge(status: ViewStatus, waits_for: tuple[str, ...]) -> Freshness:
    if status.last_error is not None:
        return Freshness.FAILED
    if not status.fresh:
        return Freshness.BEHIND
    return Freshness.WAITS if waits_for else Freshness.FRESH


def _find_reads(
    lake: Lake,
    view: View,
    definitions: Mapping[str, Definition],
    tables: dict[str, Source],
    history: list[RefreshRecord],
) -> tuple[str, ...]:
    """The tables and views that a view reads, those that its stages read included."""
    by_table = {definition.stored_table: definition for definition in definitions.values()}
    found: dict[str, None] = {}
    waiting = [view.definition]
    while waiting:
        try:
            sources = lake.compiled(waiting.pop()).sources
        except DuckstreamError:
            # Its last refresh tells what it read.
            last = next((record for record in reversed(history) if record.sources), None)
            found |= dict.fromkeys(last.sources if last else ())
            continue
        for source in sources:
            upstream = by_table.get(source.table) if source.schema == lake.engine.schema else None
            if upstream is None:
                name = _name_of(source, lake)
                tables[name] = source
                found[name] = None
            elif is_stage(upstream):
                waiting.append(upstream)
            else:
                found[upstream.name] = None
    return tuple(found)


def _name_of(source: Source, lake: Lake) -> str:
    """Without what all names of the lake have in common."""
    parts = [source.catalog, source.schema, source.table]
    for common in (lake.engine.catalog, lake.engine.schema):
        if parts[0].casefold() != common.casefold():
            break
        del parts[0]
    return ".".join(parts)


def _find_sources(
    lake: Lake, views: Iterable[ReportedView], tables: Mapping[str, Source]
) -> tuple[SourceTable, ...]:
    known = {view.name for view in views}
    names = dict.fromkeys(name for view in views for name in view.reads if name not in known)
    return tuple(SourceTable(name, _columns(lake, tables.get(name))) for name in names)


def _columns(lake: Lake, source: Source | None) -> tuple[tuple[str, str], ...]:
    if source is None:
        return ()
    table = lake.engine.find_table([source.catalog, source.schema, source.table])
    if table is None or isinstance(table, Unreadable):
        return ()
    dialect = lake.engine.dialect
    return tuple(
        (column.name, "" if column.type is None else column.type.sql(dialect))
        for column in table.columns
    )
