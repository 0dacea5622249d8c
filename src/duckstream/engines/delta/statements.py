"""Delta Lake on Spark in statements: versions, the change feed, time travel, MERGE.

A version has to be a number in the text, so the statements have parameters, written as Spark
substitutes variables: `VERSION AS OF ${name}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from duckstream.algebra import Source, conjunction
from duckstream.engines.protocol import ViewPlace, table_of, version_name
from duckstream.lower import aliased_table, column, qualified
from duckstream.plan import Naming
from duckstream.storage.feed import copies_of, first_new, select_events
from duckstream.storage.layout import Layout, copy_rows, insert_rows
from duckstream.storage.statement import Rebuild, Statement, Write

CHANGE_FEED = "delta.enableChangeDataFeed"
# Views on top read the feed of a stored table. Its columns have names that need no mapping, and
# with one the table could not be replaced.
STORED = {CHANGE_FEED: "true", "delta.columnMapping.mode": "none"}
# What an overwrite reads of the stored table goes by this name: Delta Lake's usual reader, which it
# would get by the table's own, takes longer than the rest of it.
STORED_ROWS = "stored"
_CAME = ("insert", "update_postimage")


class DeltaSQL:
    """See `LakeSQL`."""

    usual_place = ("spark_catalog", "default")
    has_transactions = False
    most_reads = 6

    def parameters(self, source: Source, number: int) -> dict[str, str]:
        return {
            version_name(source, number, "from"): f"version of {source} where the view stands",
            version_name(source, number, "to"): f"version of {source} to go to",
        }

    def version(self, source: Source, number: int, which: str) -> exp.Expr:
        return exp.Var(this=f"${{{version_name(source, number, which)}}}")

    def travel(self, table: exp.Table, version: exp.Expr) -> None:
        table.set("version", exp.Version(this="VERSION", kind="AS OF", expression=version))

    def events(
        self, source: Source, columns: Sequence[str], number: int, naming: Naming
    ) -> exp.Expr:
        first, last = (self.version(source, number, which) for which in ("from", "to"))
        name = table_of(source.catalog, source.schema, source.table).sql("spark")
        arguments = [exp.Literal.string(name), first_new(first, last), last.copy()]
        call = exp.Anonymous(this="table_changes", expressions=arguments)
        came = exp.In(
            this=column("_change_type"), expressions=[exp.Literal.string(kind) for kind in _CAME]
        )
        weight = exp.Case(
            ifs=[exp.If(this=came, true=copies_of(source))],
            default=exp.Neg(this=copies_of(source)),
        )
        return select_events(call, columns, weight, (first, last), naming)

    def temporary(self, table: str, query: exp.Expr, *, kept: bool) -> exp.Expr:
        name = table_of("", "", table)
        if kept:
            return exp.Cache(this=name, expression=query)
        return exp.Create(
            this=name,
            kind="VIEW",
            replace=True,
            expression=query,
            properties=exp.Properties(expressions=[exp.TemporaryProperty()]),
        )

    def drop_temporary(self, table: str) -> exp.Expr:
        return exp.Drop(tables=[table_of("", "", table)], kind="VIEW", exists=True)

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        """Whoever runs the statements fills in the versions."""
        return []

    def create_table(self, place: ViewPlace, layout: Layout, content: exp.Expr) -> list[exp.Expr]:
        return [create_delta(place.table, content, STORED)]

    def new_table(self, table: exp.Table, content: exp.Expr) -> exp.Expr:
        return create_delta(table, content, {CHANGE_FEED: "true"})

    def append_rows(
        self, table: exp.Table, columns: Sequence[str], rows: exp.Table, *, anew: bool
    ) -> list[exp.Expr]:
        """One statement: there can be only one commit."""
        insert = copy_rows(table, columns, rows)
        insert.set("overwrite", anew)
        return [insert]

    def write(self, layout: Layout, naming: Naming, everything: str | None = None) -> Write:
        """One MERGE: the frontier travels with its commit, and there can be only one."""
        target = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
        following = table_of("", "", naming.temp_table("next"))
        append = _insertion("write the new rows", insert_rows(layout, target, following))
        merge = Statement("merge the rows", _merge_rows(layout, target, following))
        stored = naming.temp_table(STORED_ROWS)
        overwrite = _insertion("write all rows anew", _overwrite(layout, target, following, stored))
        return Write((merge,), (append,), (overwrite,))

    def rebuild(self, layout: Layout, content: exp.Expr, naming: Naming) -> Rebuild:
        """In one statement, from the sources straight into the table."""
        target = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
        names = [exp.to_identifier(stored.name, quoted=True) for stored in layout.columns]
        overwrite = exp.Insert(
            this=exp.Schema(this=target, expressions=names), expression=content, overwrite=True
        )
        return Rebuild((), (_insertion("compute and write all rows anew", overwrite),))

    def create_cursors(self, place: ViewPlace) -> list[exp.Expr]:
        return []

    def initialize_cursor(self, source: Source, place: ViewPlace) -> list[exp.Expr]:
        return []

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        return []


def create_delta(table: exp.Table, content: exp.Expr, properties: Mapping[str, str]) -> exp.Create:
    """CREATE OR REPLACE TABLE ... USING DELTA TBLPROPERTIES (...) AS ..."""
    listed = [
        exp.Property(this=exp.Literal.string(key), value=exp.Literal.string(value))
        for key, value in properties.items()
    ]
    format = exp.FileFormatProperty(this=exp.Var(this="DELTA"))
    return exp.Create(
        this=table,
        kind="TABLE",
        replace=True,
        expression=content,
        properties=exp.Properties(expressions=[format, *listed]),
    )


def _insertion(purpose: str, insert: exp.Insert) -> Statement:
    """With the query of the rows, which may be written by other means."""
    return Statement(purpose, insert, query=insert.expression)


def _overwrite(layout: Layout, target: exp.Table, rows: exp.Table, stored: str) -> exp.Insert:
    """The rows to write and those of the groups that stay as they are, in place of all."""
    stay = exp.Select(
        expressions=[qualified("stored", column.name) for column in layout.columns],
        from_=exp.From(this=aliased_table(table_of("", "", stored), "stored")),
    )
    on = conjunction(_same_keys(layout)) or exp.true()
    stay.append(
        "joins", exp.Join(this=aliased_table(rows, "next"), on=on, side="LEFT", kind="ANTI")
    )
    insert = insert_rows(layout, target, rows)
    insert.set("overwrite", True)
    insert.set("expression", exp.Union(this=insert.expression, expression=stay, distinct=False))
    return insert


def _same_keys(layout: Layout) -> list[exp.Expr]:
    return [
        key.same(key.from_storage(qualified("stored", key.name)), qualified("next", key.name))
        for key in layout.keys
    ]


def _merge_rows(layout: Layout, target: exp.Table, rows: exp.Table) -> exp.Merge:
    values = {s.name: s.to_storage(qualified("next", s.name)) for s in layout.columns}
    names = [exp.to_identifier(name, quoted=True) for name in values]
    count = qualified("next", layout.count.name)
    assignments = [
        exp.EQ(this=qualified("stored", name), expression=value.copy())
        for name, value in values.items()
    ]
    insert = exp.Insert(
        this=exp.Tuple(expressions=names), expression=exp.Tuple(expressions=list(values.values()))
    )
    actions = [exp.When(matched=True, then=exp.Update(expressions=assignments))]
    if layout.keys:
        # A group that has become empty goes; the one group without keys never does.
        empty = exp.EQ(this=count.copy(), expression=exp.Literal.number(0))
        actions.insert(0, exp.When(matched=True, condition=empty, then=exp.Var(this="DELETE")))
    some = exp.GT(this=count, expression=exp.Literal.number(0)) if layout.keys else None
    actions.append(exp.When(matched=False, condition=some, then=insert))
    return exp.Merge(
        this=aliased_table(target, "stored"),
        using=aliased_table(rows, "next"),
        on=conjunction(_same_keys(layout)) or exp.true(),
        whens=exp.Whens(expressions=actions),
    )
