"""Delta Lake on Spark in statements: versions, the change feed, time travel, MERGE.

A version has to be a number in the text, so the statements have parameters, written as Spark
substitutes variables: `VERSION AS OF ${name}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from duckstream.algebra import Scan, Source, Version, conjunction
from duckstream.engines.protocol import ViewPlace, table_of, version_name
from duckstream.lower import aliased_table, qualified, same
from duckstream.plan import Naming
from duckstream.storage.feed import feed_table
from duckstream.storage.layout import Layout, insert_rows
from duckstream.storage.statement import Statement, Write

CHANGE_FEED = "delta.enableChangeDataFeed"
# Views on top read the feed of a stored table. Its columns have names that need no mapping, and
# with one the table could not be replaced.
STORED = {CHANGE_FEED: "true", "delta.columnMapping.mode": "none"}
_CAME = ("insert", "update_postimage")


class DeltaSQL:
    """See `LakeSQL`."""

    usual_place = ("spark_catalog", "default")
    has_transactions = False

    def parameters(self, source: Source, number: int) -> dict[str, str]:
        return {
            version_name(source, number, "from"): f"version of {source} where the view stands",
            version_name(source, number, "to"): f"version of {source} to go to",
        }

    def read_table(self, scan: Scan, numbers: dict[Source, int], naming: Naming) -> exp.Table:
        source = scan.source
        if scan.version is Version.CHANGE:
            return table_of("", "", feed_table(numbers[source], naming))
        table = table_of(source.catalog, source.schema, source.table)
        if scan.version is not Version.CURRENT:
            which = "from" if scan.version is Version.OLD else "to"
            self.travel(table, _parameter(source, numbers[source], which))
        return table

    def travel(self, table: exp.Table, version: exp.Expr) -> None:
        table.set("version", exp.Version(this="VERSION", kind="AS OF", expression=version))

    def events(
        self, source: Source, columns: Sequence[str], number: int, naming: Naming
    ) -> exp.Expr:
        first, last = (_parameter(source, number, which) for which in ("from", "to"))
        after = exp.Add(this=first.copy(), expression=exp.Literal.number(1))
        # A range must not be empty: where there is nothing new, its last version is left out.
        begin = exp.Least(this=after, expressions=[last.copy()], ignore_nulls=True)
        name = table_of(source.catalog, source.schema, source.table).sql("spark")
        call = exp.Anonymous(
            this="table_changes", expressions=[exp.Literal.string(name), begin, last.copy()]
        )
        copies = _column(source.weight) if source.weight else exp.Literal.number(1)
        came = exp.In(
            this=_column("_change_type"), expressions=[exp.Literal.string(kind) for kind in _CAME]
        )
        signed = exp.Case(ifs=[exp.If(this=came, true=copies)], default=exp.Neg(this=copies.copy()))
        weight = exp.alias_(signed, naming.aux_column("weight"), quoted=True)
        return exp.Select(
            expressions=[*(_column(name) for name in columns), weight],
            from_=exp.From(this=exp.Table(this=call)),
            where=exp.Where(this=exp.LT(this=first.copy(), expression=last.copy())),
        )

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

    def write(self, layout: Layout, naming: Naming) -> Write:
        """One MERGE: the frontier travels with its commit, and there can be only one."""
        target = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
        following = table_of("", "", naming.temp_table("next"))
        append = Statement("write the new rows", insert_rows(layout, target, following))
        merge = Statement("merge the rows", _merge_rows(layout, target, following))
        return Write((merge,), (append,))

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


def _merge_rows(layout: Layout, target: exp.Table, rows: exp.Table) -> exp.Merge:
    values = {s.name: s.to_storage(qualified("next", s.name)) for s in layout.columns}
    names = [exp.to_identifier(name, quoted=True) for name in values]
    count = qualified("next", layout.count.name)
    conditions = [
        same(key.from_storage(qualified("stored", key.name)), qualified("next", key.name))
        for key in layout.keys
    ]
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
        on=conjunction(conditions) or exp.true(),
        whens=exp.Whens(expressions=actions),
    )


def _parameter(source: Source, number: int, which: str) -> exp.Expr:
    return exp.Var(this=f"${{{version_name(source, number, which)}}}")


def _column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))
