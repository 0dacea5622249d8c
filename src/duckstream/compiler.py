"""The way of a view, from its text to the statements that keep it right. Read this first.

    bind           parse, resolve names against the catalogue: a tree of operators
    shape          the aggregation that is stored, and what is computed when the view is read
    differentiate  the tree that yields the change of what is stored
    simplify       drop what did not change, push restrictions down, prune columns, share
    lower          trees to SELECTs
    storage        merge the change into the stored rows

Nothing here needs a connection. With one, the runtime hands in a catalogue that asks the engine,
and a `describe` that gives the types of a SELECT.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Ids,
    Output,
    Project,
    Relation,
    Scan,
    Source,
    ref,
    reidentify,
    scans,
)
from duckstream.bind import (
    BoundView,
    Catalog,
    NamedRelation,
    SchemaCatalog,
    bind_view,
    deep_nesting,
)
from duckstream.bind.first_rows import first_rows
from duckstream.bind.names import make_unique
from duckstream.bind.types import is_discrete
from duckstream.differentiate import RULES, States
from duckstream.engines.delta.statements import DeltaSQL
from duckstream.engines.ducklake.statements import DuckLakeSQL
from duckstream.engines.protocol import LakeSQL, ViewPlace
from duckstream.lower import Dialect, Lowering, find_dialect
from duckstream.plan import IVMPlan, Naming
from duckstream.simplify import Part, Place
from duckstream.stage import Cut, cut_out
from duckstream.storage import (
    Layout,
    Merge,
    MergeBuilder,
    Rebuild,
    Statement,
    find_shape,
    lay_out,
    make_temporary,
    select_groups,
    with_argument_types,
)
from duckstream.storage.feed import (
    events_table,
    feed_table,
    net_events,
    net_table,
    read_table,
    same_events,
)
from duckstream.storage.hand_over import handed_events, handed_table
from duckstream.storage.parts import MISSING, keys_table, part_table, select_keys, select_part
from duckstream.storage.present import present

# The types of the columns of a SELECT, as an engine finds them.
Describe = Callable[[str], list[exp.DataType]]
# The stage of a view with this number, which stores this SELECT; None where it is not stored.
FindStage = Callable[[int, str, Cut], "CompiledView | None"]

LAKES: Mapping[str, LakeSQL] = {"duckdb": DuckLakeSQL(), "spark": DeltaSQL()}


@dataclass
class CompiledView:
    """A view, compiled: gives the statements to create it, to read it and to refresh it."""

    bound: BoundView
    layout: Layout
    place: ViewPlace
    dialect: Dialect
    lake: LakeSQL
    ids: Ids
    # Without, the change is computed as the rules give it: slower, and the same.
    simplified: bool = True
    # The inner results that are stored by themselves, and why.
    stages: tuple[tuple[CompiledView, str], ...] = ()
    _merges: dict[tuple[frozenset[Source], frozenset[Place], bool], Merge] = field(
        default_factory=dict
    )
    _replacements: dict[bool, Merge] = field(default_factory=dict)
    _events: dict[tuple[Source, tuple[str, ...]], Statement] = field(default_factory=dict)
    # With the table of the events.
    _feeds: dict[tuple[Source, str], Statement] = field(default_factory=dict)
    # Views that are refreshed at the same time ask each other what they read.
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The tables that the view reads, each once, in the order of the text."""
        return tuple(dict.fromkeys(scan.source for scan in scans(self.layout.shape.input)))

    @cached_property
    def numbers(self) -> dict[Source, int]:
        return {source: number for number, source in enumerate(self.sources, start=1)}

    @cached_property
    def create_table(self) -> tuple[exp.Expr, ...]:
        """The statements that make the stored table with its first content."""
        content = self.content if self.lake.has_transactions else self.pinned_content
        return tuple(self.lake.create_table(self.place, self.layout, content))

    @cached_property
    def content(self) -> exp.Select:
        """The content of the stored table, computed from the current state of the sources."""
        return self._content(self.layout.groups)

    @cached_property
    def pinned_content(self) -> exp.Select:
        """The same, computed from the versions that the sources are pinned to."""
        groups = self.layout.groups
        new = States(RULES, self.ids).new(groups.input)
        return self._content(Aggregate(new, groups.keys, groups.calls))

    def _content(self, groups: Aggregate) -> exp.Select:
        select = select_groups(groups, self.layout, self.lowering())
        for item, column in zip(select.expressions, groups.columns, strict=True):
            item.set("this", self.layout.stored(column).to_storage(item.this))
        return select

    @cached_property
    def query(self) -> exp.Select:
        """What the user reads: the columns of the view, from the stored table."""
        return present(self.bound, self.layout, self.lowering(), self.ids)

    def merge(
        self,
        changed: Collection[Source] | None = None,
        shared: Collection[Place] = (),
        *,
        is_read: bool = False,
    ) -> Merge:
        """The steps of a refresh in which only the given sources changed; all by default.

        What is read at shared places is read from the parts that the views of a run share.
        `is_read` if the change is to be handed over to views above.
        """
        sources = frozenset(self.sources if changed is None else changed)
        key = (sources, frozenset(shared), is_read)
        with self._lock:
            if key not in self._merges:
                self._merges[key] = self._merge_builder(*key).build()
            return self._merges[key]

    def replacement(self, *, is_read: bool = False) -> Merge:
        """The steps of a refresh that computes everything anew and writes what differs."""
        with self._lock:
            if is_read not in self._replacements:
                builder = self._merge_builder(frozenset(self.sources), is_read=is_read)
                self._replacements[is_read] = builder.replacement()
            return self._replacements[is_read]

    @cached_property
    def rebuild(self) -> Rebuild:
        """The steps of a refresh that writes everything anew."""
        return self.lake.rebuild(self.layout, self.pinned_content, self.place.naming)

    def _merge_builder(
        self,
        changed: frozenset[Source],
        shared: frozenset[Place] = frozenset(),
        is_read: bool = False,
    ) -> MergeBuilder:
        return MergeBuilder(
            self.layout,
            naming=self.place.naming,
            dialect=self.dialect,
            lake=self.lake,
            lowering=self.lowering,
            ids=self.ids,
            changed=changed,
            simplified=self.simplified,
            shared=shared,
            is_read=is_read,
        )

    def columns_read(self, source: Source) -> tuple[str, ...]:
        """The columns that the view reads of a source."""
        scanned = (scan for scan in self.merge().scans if scan.source == source)
        return tuple(dict.fromkeys(column.name for scan in scanned for column in scan.columns))

    def events(self, source: Source, columns: Sequence[str] | None = None) -> Statement:
        """Reads what came to and went from a source; more columns than its own for other views."""
        read = self.columns_read(source) if columns is None else tuple(columns)
        if (source, read) not in self._events:
            number, naming = self.numbers[source], self.place.naming
            query = self.lake.events(source, read, number, naming)
            table = events_table(number, naming)
            self._events[source, read] = make_temporary(
                self.lake, f"events of {source}", table, query, kept=columns is not None
            )
        return self._events[source, read]

    @cached_property
    def handed(self) -> Statement:
        """What a refresh is about to change in the stored table, for the views that read it."""
        naming = self.place.naming
        query = handed_events(self.layout, naming)
        statement = make_temporary(
            self.lake, "change for the views above", handed_table(naming), query
        )
        return replace(statement, at_once=True)

    def shared_events(self, source: Source, table: str) -> Statement:
        """The events of a source from the table of another view that has read them."""
        naming = self.place.naming
        query = same_events(self.columns_read(source), table, naming)
        own = events_table(self.numbers[source], naming)
        return make_temporary(self.lake, f"events of {source}", own, query, kept=False)

    @property
    def feeds(self) -> list[Statement]:
        """The steps that read the changes of all sources."""
        return [step for s in self.sources for step in (self.events(s), self.feed(s))]

    def feed(self, source: Source) -> Statement:
        """The net change of a source, from its events."""
        return self._net_feed(source, events_table(self.numbers[source], self.place.naming))

    def net(self, source: Source, columns: Sequence[str]) -> Statement:
        """The net change of a source, from its events with the columns of several views."""
        number, naming = self.numbers[source], self.place.naming
        query = net_events(columns, events_table(number, naming), naming)
        statement = make_temporary(
            self.lake, f"change of {source} for all", net_table(number, naming), query
        )
        return replace(statement, counted=(), weight=naming.aux_column("weight"))

    def narrowed_feed(self, source: Source, net: str) -> Statement:
        """The net change of a source from that for all views, where nothing cancels without the
        columns that this view does not read.
        """
        key = (source, f"narrowed {net}")
        if key not in self._feeds:
            number, naming = self.numbers[source], self.place.naming
            query = same_events(self.columns_read(source), net, naming)
            own = feed_table(number, naming)
            statement = make_temporary(self.lake, f"change of {source}", own, query, kept=False)
            self._feeds[key] = replace(statement, narrows=net)
        return self._feeds[key]

    def shared_feed(self, source: Source, table: str) -> Statement:
        """The net change of a source from that of another view, which has more columns.

        In these columns alone a row may come as often as it goes, so they are netted again.
        """
        return self._net_feed(source, table)

    def _net_feed(self, source: Source, events: str) -> Statement:
        if (source, events) not in self._feeds:
            naming = self.place.naming
            query = net_events(self.columns_read(source), events, naming)
            own = feed_table(self.numbers[source], naming)
            statement = make_temporary(self.lake, f"change of {source}", own, query)
            self._feeds[source, events] = replace(statement, counted=(), has_ends=True)
        return self._feeds[source, events]

    def part_keys(self, place: Place, changes: Sequence[tuple[str, str]]) -> Statement:
        """The values in columns of changes, given by the tables that hold these."""
        query = select_keys(changes)
        table = keys_table(place, self.place.naming)
        statement = make_temporary(self.lake, f"keys of {place.source}", table, query)
        return replace(statement, counted=(MISSING,), has_ends=True)

    def part(self, part: Part, *, with_null: bool) -> Statement:
        """The rows of a table that meet the changes of a run, for all of its views."""
        place, naming = part.place, self.place.naming

        def read() -> exp.Table:
            scan = Scan(place.source, (), place.version)
            return read_table(self.lake, scan, self.numbers, naming)

        type = next(
            column.type
            for scan in self.merge().scans
            for column in scan.columns
            if (scan.source, column.name) == (place.source, place.column)
        )
        with_range = not self.dialect.skips_by_equality and is_discrete(type)
        query = select_part(part, read, naming, with_null=with_null, with_range=with_range)
        table = part_table(place, naming)
        statement = make_temporary(self.lake, f"part of {place.source}", table, query)
        return replace(statement, counted=())

    def as_upstream(self, ids: Ids) -> NamedRelation:
        """The view as a relation over its stored table, for a view that reads it."""
        relation, fresh = reidentify(self.layout.presentation(Ids(10**6)), ids)
        columns = tuple((name, fresh[column.id]) for name, column in self.bound.columns)
        bound = self.bound
        if bound.limit is not None or bound.offset is not None:
            order = [replace(term, column=fresh[term.column.id]) for term in bound.order]
            relation = first_rows(ids, relation, (), order, bound.limit, bound.offset)
        return NamedRelation(relation, columns)

    def lowering(self) -> Lowering:
        naming = self.place.naming

        def read(scan: Scan) -> exp.Table:
            return read_table(self.lake, scan, self.numbers, naming)

        return Lowering(self.dialect, read, naming.aux_column("weight"))

    def sql(self, expression: exp.Expr) -> str:
        return self.dialect.sql(expression)


def compile_view(
    sql: str,
    *,
    catalog: Catalog,
    place: ViewPlace,
    dialect: str = "duckdb",
    describe: Describe | None = None,
    names: Sequence[str] | None = None,
    simplified: bool = True,
    find_stage: FindStage | None = None,
) -> CompiledView:
    """Bind a view and decide how it is stored. `names` are those of its columns, if known."""
    words = find_dialect(dialect)
    bound = bind_view(sql, dialect=dialect, catalog=catalog)
    if names is not None:
        columns = (column for _, column in bound.columns)
        bound = replace(bound, columns=tuple(zip(make_unique(names), columns, strict=True)))
    ids = bound.context.ids
    stages: tuple[tuple[CompiledView, str], ...] = ()
    if find_stage is not None:
        bound, stages = _with_stages(bound, words, LAKES[dialect], place, find_stage)
    layout = _lay_out(bound, place, words, ids)
    compiled = CompiledView(bound, layout, place, words, LAKES[dialect], ids, simplified, stages)
    return compiled if describe is None else _ask_types(compiled, describe)


def _with_stages(
    bound: BoundView, dialect: Dialect, lake: LakeSQL, place: ViewPlace, find_stage: FindStage
) -> tuple[BoundView, tuple[tuple[CompiledView, str], ...]]:
    """The view with what is cut out of it read from stages, as far as these are stored."""

    def read(scan: Scan) -> exp.Table:
        return read_table(lake, scan, {}, place.naming)

    found: list[tuple[CompiledView, str]] = []
    number = 1

    def store(cut: Cut) -> Relation | None:
        nonlocal number
        lowering = Lowering(dialect, read, place.naming.aux_column("weight"))
        columns = cut.relation.columns
        stage = find_stage(number, dialect.sql(lowering.select(cut.relation, columns)), cut)
        if stage is not None or not cut.looked_up:
            number += 1
        if stage is None:
            return None
        upstream = stage.as_upstream(bound.context.ids)
        pairs = zip(columns, upstream.columns, strict=True)
        outputs = tuple(Output(own, ref(column)) for own, (_, column) in pairs)
        found.append((stage, cut.reason))
        return Project(upstream.relation, outputs)

    return replace(bound, relation=cut_out(bound.relation, dialect, store)), tuple(found)


def _lay_out(
    bound: BoundView,
    place: ViewPlace,
    dialect: Dialect,
    ids: Ids,
    arguments: dict[int, exp.DataType] | None = None,
    *,
    as_rows: bool = False,
) -> Layout:
    shape = find_shape(bound.relation, as_rows=as_rows)
    if arguments:
        shape = with_argument_types(shape, arguments)
    return lay_out(
        shape,
        bound.columns,
        naming=place.naming,
        catalog=place.catalog,
        schema=place.schema,
        dialect=dialect,
        ids=ids,
    )


def _ask_types(compiled: CompiledView, describe: Describe) -> CompiledView:
    """The same view with types as the engine has them: first of what is grouped, then of groups."""
    shape = compiled.layout.shape

    def types_of(relation: Relation, columns: tuple[Column, ...]) -> list[exp.DataType]:
        select = compiled.lowering().select(relation, columns)
        return describe(compiled.sql(select))

    inputs = tuple(dict.fromkeys([*shape.keys, *(c for call in shape.calls for c in call.reads)]))
    arguments: dict[int, exp.DataType] = {}
    if inputs:
        types = types_of(shape.input, inputs)
        arguments = {column.id: type for column, type in zip(inputs, types, strict=False)}
    bound, place, dialect = compiled.bound, compiled.place, compiled.dialect
    typed = CompiledView(
        bound,
        _lay_out(bound, place, dialect, compiled.ids, arguments, as_rows=shape.copies),
        place,
        dialect,
        compiled.lake,
        compiled.ids,
        compiled.simplified,
        compiled.stages,
    )
    groups = typed.layout.groups
    found = dict(zip(groups.columns, types_of(groups, groups.columns), strict=True))
    if not shape.copies and any(map(_is_nameless, found.values())):
        # A state that no table can hold; the rows that are made of it may be stored.
        layout = _lay_out(bound, place, dialect, compiled.ids, as_rows=True)
        return _ask_types(replace(compiled, layout=layout), describe)
    results = {stored.name: found[stored.column] for stored in typed.layout.columns}
    typed.layout = typed.layout.typed(results, dialect)
    return typed


def _is_nameless(type: exp.DataType) -> bool:
    """Is it, or does it hold, a row whose fields have no names?"""
    rows = (each for each in type.find_all(exp.DataType) if each.is_type("struct"))
    return any(not isinstance(field, exp.ColumnDef) for row in rows for field in row.expressions)


def compile_ivm(
    view_sql: str,
    *,
    dialect: str = "duckdb",
    naming: Naming | None = None,
    mv_catalog: str | None = None,
    mv_schema: str | None = None,
    sources: Mapping[str, Mapping[str, str]] | None = None,
    schema: Mapping[str, Any] | None = None,
    simplify: bool = True,
) -> IVMPlan:
    """The statements that store a view and keep it right, without any connection.

    `schema` gives the columns and types of the tables: `{"orders": {"id": "INTEGER"}}`. Without it
    columns are taken from the text as far as it is clear which table they belong to, and sums are
    kept in the way that is right for every type. `sources` says where a table lives if it is not
    in the catalogue and schema of the view: `{"orders": {"catalog": "raw", "schema": "main"}}`.
    These are `dl.main` by default, and `spark_catalog.default` for Spark. Without `simplify` the
    change is computed as the rules give it: slower, and the same.

    >>> plan = compile_ivm("SELECT region, COUNT(*) AS n FROM orders GROUP BY region")
    >>> plan.strategy, sorted(plan.features), plan.base_tables
    ('incremental', ['aggregate'], {'orders': 'dl'})
    """
    with deep_nesting(view_sql):
        return _compile_ivm(
            view_sql, dialect, naming or Naming(), mv_catalog, mv_schema, sources, schema, simplify
        )


def _compile_ivm(
    view_sql: str,
    dialect: str,
    naming: Naming,
    mv_catalog: str | None,
    mv_schema: str | None,
    sources: Mapping[str, Mapping[str, str]] | None,
    schema: Mapping[str, Any] | None,
    simplify: bool,
) -> IVMPlan:
    find_dialect(dialect)
    usual_catalog, usual_schema = LAKES[dialect].usual_place
    place = ViewPlace(mv_catalog or usual_catalog, mv_schema or usual_schema, naming)
    catalog = SchemaCatalog(
        place.catalog, place.schema, schema=schema, sources=sources, dialect=dialect
    )
    view = compile_view(
        view_sql, catalog=catalog, place=place, dialect=dialect, simplified=simplify
    )
    text = view.sql
    return IVMPlan(
        view_sql=view_sql,
        create_cursors_table=";\n".join(text(sql) for sql in view.lake.create_cursors(place)),
        create_mv=";\n".join(text(statement) for statement in view.create_table),
        initialize_cursors=[
            text(statement)
            for source in view.sources
            for statement in view.lake.initialize_cursor(source, place)
        ],
        maintain=[text(statement.sql) for statement in self_contained(view)],
        query_mv=text(view.query),
        base_tables=_base_tables(view.sources),
        features=set(view.bound.features),
        strategy="incremental",
        transactional=view.lake.has_transactions,
        parameters={
            name: meaning
            for source, number in view.numbers.items()
            for name, meaning in view.lake.parameters(source, number).items()
        },
    )


def _base_tables(sources: Sequence[Source]) -> dict[str, str]:
    """Table to catalogue; two tables of one name are told apart by their schemas."""
    names = [source.table for source in sources]
    return {
        (s.table if names.count(s.table) == 1 else f"{s.schema}.{s.table}"): s.catalog
        for s in sources
    }


def self_contained(view: CompiledView) -> list[Statement]:
    """A whole refresh for any client: versions, feeds, merge, cursors, in this order."""
    numbers, place, lake = view.numbers, view.place, view.lake
    pins = [
        Statement("versions", statement)
        for source in view.sources
        for statement in lake.pin(source, numbers[source], place)
    ]
    feeds = view.feeds
    merge = view.merge()
    cursors = [
        Statement("cursor", statement)
        for source in view.sources
        for statement in lake.move_cursor(source, numbers[source], place)
    ]
    drops = [
        Statement("clean up", lake.drop_temporary(step.table))
        for step in (*feeds, *merge.statements)
        if step.table is not None
    ]
    return [*pins, *feeds, *merge.statements, *cursors, *drops]
