"""DuckLake in statements: snapshots, the change feed, time travel, cursors.

Table functions take constants and `getvariable`, never subqueries, so every refresh begins by
setting variables to the versions it goes from and to.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.algebra import Source, conjunction
from duckstream.bind.types import FLOATS
from duckstream.engines.protocol import ViewPlace, table_of, version_name
from duckstream.lower import aliased_table, column, qualified, subquery
from duckstream.plan import Naming
from duckstream.storage.feed import copies_of, feed_table, first_new, select_events
from duckstream.storage.layout import Layout, copy_rows, insert_rows
from duckstream.storage.statement import Rebuild, Statement, Write

CATALOG = "dl"
SCHEMA = "main"
INLINING = "ducklake_default_data_inlining_row_limit"
CURSOR_COLUMNS = ("mv_name", "source_catalog", "source_schema", "source_table")


class DuckLakeSQL:
    """See `LakeSQL`."""

    usual_place = (CATALOG, SCHEMA)
    has_transactions = True
    most_reads = 0

    def parameters(self, source: Source, number: int) -> dict[str, str]:
        return {}

    def version(self, source: Source, number: int, which: str) -> exp.Expr:
        return get_variable(version_name(source, number, which))

    def travel(self, table: exp.Table, version: exp.Expr) -> None:
        table.set("when", exp.HistoricalData(this="AT", kind="VERSION", expression=version))

    def events(
        self, source: Source, columns: Sequence[str], number: int, naming: Naming
    ) -> exp.Expr:
        """After a compaction the statistics of the feed are not to be relied on: nothing may be
        computed from these rows before they have been copied.
        """
        # (Rows are not picked by their snapshot_id: a filter on it makes DuckLake mix up the
        # columns of deletions.)
        first, last = (self.version(source, number, which) for which in ("from", "to"))
        sides = []
        for function, sign in (("insertions", 1), ("deletions", -1)):
            arguments = [
                *(exp.Literal.string(n) for n in (source.catalog, source.schema, source.table)),
                first_new(first, last),
                last.copy(),
            ]
            call = exp.Anonymous(this=f"ducklake_table_{function}", expressions=arguments)
            copies = copies_of(source)
            weight = copies if sign > 0 else exp.Neg(this=copies)
            sides.append(select_events(call, columns, weight, (first, last), naming))
        return exp.Union(this=sides[0], expression=sides[1], distinct=False)

    def temporary(self, table: str, query: exp.Expr, *, kept: bool) -> exp.Expr:
        """Always a table: what it costs is next to nothing."""
        return exp.Create(
            this=table_of("", "", table),
            kind="TABLE",
            replace=True,
            expression=query,
            properties=exp.Properties(expressions=[exp.TemporaryProperty()]),
        )

    def drop_temporary(self, table: str) -> exp.Expr:
        return exp.Drop(tables=[table_of("", "", table)], kind="TABLE", exists=True)

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        frontier = exp.Select(
            expressions=[column("last_snapshot")],
            from_=exp.From(this=place.cursors),
            where=exp.Where(this=self._cursor_of(source, place)),
        )
        return [
            set_variable(version_name(source, number, "from"), subquery(frontier)),
            set_variable(version_name(source, number, "to"), subquery(current_snapshot(source))),
        ]

    def create_table(self, place: ViewPlace, layout: Layout, content: exp.Expr) -> list[exp.Expr]:
        first, last = self._around_writes(layout)
        return [*first, exp.Create(this=place.table, kind="TABLE", expression=content), *last]

    def new_table(self, table: exp.Table, content: exp.Expr) -> exp.Expr:
        return exp.Create(this=table, kind="TABLE", expression=content)

    def append_rows(
        self, table: exp.Table, columns: Sequence[str], rows: exp.Table, *, anew: bool
    ) -> list[exp.Expr]:
        delete = [exp.Delete(this=table.copy())] if anew else []
        return [*delete, copy_rows(table, columns, rows)]

    def write(self, layout: Layout, naming: Naming, everything: str | None = None) -> Write:
        """MERGE takes one action only, so: delete the old rows of these groups, insert the new."""
        target = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
        following = table_of("", "", naming.temp_table("next"))
        first, last = self._around_writes(layout)
        conditions = [
            key.same(
                key.from_storage(qualified(target.name, key.name)), qualified("next", key.name)
            )
            for key in layout.keys
        ]
        delete = exp.Delete(
            this=target.copy(),
            using=[aliased_table(following, "next")],
            where=exp.Where(this=conjunction(conditions) or exp.true()),
        )
        prepare = [Statement("prepare to write", sql) for sql in first]
        remove = Statement("remove the old rows", delete)
        insert = Statement("write the new rows", insert_rows(layout, target, following))
        done = [Statement("done with writing", sql) for sql in last]
        anew: list[Statement] = []
        if everything is not None:
            clear = exp.Delete(this=target.copy())
            fill = insert_rows(layout, target, table_of("", "", everything))
            anew = [Statement("write all rows anew", sql) for sql in (*first, clear, fill, *last)]
        return Write((*prepare, remove, insert, *done), (*prepare, insert, *done), anew=tuple(anew))

    def rebuild(self, layout: Layout, content: exp.Expr, naming: Naming) -> Rebuild:
        """Computed first: the transaction that writes has to be short."""
        target = table_of(layout.source.catalog, layout.source.schema, layout.source.table)
        table = naming.temp_table("next")
        following = table_of("", "", table)
        first, last = self._around_writes(layout)
        fill = Statement(
            "all rows, computed anew",
            self.temporary(table, content, kept=True),
            table=table,
            query=content,
        )
        names = [stored.name for stored in layout.columns]
        write = [*first, *self.append_rows(target, names, following, anew=True), *last]
        return Rebuild((fill,), tuple(Statement("write all rows anew", sql) for sql in write))

    def _around_writes(self, layout: Layout) -> tuple[list[exp.Expr], list[exp.Expr]]:
        """Small writes go into the catalogue by default, as text in which a floating-point number
        can lose its last digit. Files hold it exactly, so such tables are written to files.
        """
        if not sets_inlining(layout):
            return [], []
        off = exp.EQ(this=exp.column(INLINING), expression=exp.Literal.number(0))
        return (
            [exp.Set(expressions=[exp.SetItem(this=off)])],
            [exp.Command(this="RESET", expression=INLINING)],
        )

    def create_cursors(self, place: ViewPlace) -> list[exp.Expr]:
        types = [*((name, "VARCHAR") for name in (*CURSOR_COLUMNS, "source_identity"))]
        types.append(("last_snapshot", "BIGINT"))
        definitions = [
            exp.ColumnDef(this=exp.to_identifier(name), kind=exp.DataType.build(type))
            for name, type in types
        ]
        table = exp.Schema(this=place.cursors, expressions=definitions)
        return [exp.Create(this=table, kind="TABLE", exists=True)]

    def initialize_cursor(self, source: Source, place: ViewPlace) -> list[exp.Expr]:
        names = (place.naming.mv_table(), source.catalog, source.schema, source.table)
        values = exp.Select(
            expressions=[
                *(exp.Literal.string(name) for name in names),
                subquery(current_snapshot(source)),
            ]
        )
        columns = [exp.to_identifier(name) for name in (*CURSOR_COLUMNS, "last_snapshot")]
        table = exp.Schema(this=place.cursors, expressions=columns)
        return [exp.Insert(this=table, expression=values)]

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        """Forward to where the feed was read, if there was anything in it."""
        feed = exp.Select(
            expressions=[exp.Literal.number(1)],
            from_=exp.From(this=table_of("", "", feed_table(number, place.naming))),
        )
        target = self.version(source, number, "to")
        condition = exp.and_(self._cursor_of(source, place), exp.Exists(this=feed), wrap=False)
        move = exp.EQ(this=column("last_snapshot"), expression=target)
        where = exp.Where(this=condition)
        return [exp.Update(this=place.cursors, expressions=[move], where=where)]

    def _cursor_of(self, source: Source, place: ViewPlace) -> exp.Expr:
        names = (place.naming.mv_table(), source.catalog, source.schema, source.table)
        return exp.and_(
            *(
                exp.EQ(this=column(key), expression=exp.Literal.string(name))
                for key, name in zip(CURSOR_COLUMNS, names, strict=True)
            ),
            wrap=False,
        )


def sets_inlining(layout: Layout) -> bool:
    """Has the table columns that must not be written to the catalogue as text?"""
    types = [stored.stand_in or stored.column.type for stored in layout.columns]
    return any(type is None or _holds_floats(type) for type in types)


def _holds_floats(type: exp.DataType) -> bool:
    return any(part.this in FLOATS for part in type.find_all(exp.DataType))


def get_variable(name: str) -> exp.Expr:
    return exp.Anonymous(this="getvariable", expressions=[exp.Literal.string(name)])


def set_variable(name: str, value: exp.Expr) -> exp.Expr:
    assignment = exp.EQ(this=exp.to_identifier(name), expression=value)
    return exp.Set(expressions=[exp.SetItem(this=assignment, kind="VARIABLE")])


def current_snapshot(source: Source) -> exp.Select:
    call = exp.Anonymous(
        this="ducklake_current_snapshot", expressions=[exp.Literal.string(source.catalog)]
    )
    number = exp.cast(column("id"), "BIGINT")
    return exp.Select(expressions=[number], from_=exp.From(this=exp.Table(this=call)))
