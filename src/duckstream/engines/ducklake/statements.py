"""DuckLake in statements: snapshots, the change feed, time travel, cursors.

Table functions take constants and `getvariable`, never subqueries, so every refresh begins by
setting variables to the versions it goes from and to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot import exp

from duckstream.algebra import Scan, Source, Version
from duckstream.bind.types import FLOATS
from duckstream.engines.protocol import ViewPlace, table_of
from duckstream.lower import identifier, is_nonzero, subquery
from duckstream.plan import Naming

INLINING = "ducklake_default_data_inlining_row_limit"
CURSOR_COLUMNS = ("mv_name", "source_catalog", "source_schema", "source_table")


class DuckLakeSQL:
    """See `LakeSQL`."""

    def read_table(self, scan: Scan, numbers: dict[Source, int], naming: Naming) -> exp.Table:
        source = scan.source
        if scan.version is Version.CHANGE:
            return table_of("", "", feed_table(numbers[source], naming))
        table = table_of(source.catalog, source.schema, source.table)
        if scan.version is not Version.CURRENT:
            which = "from" if scan.version is Version.OLD else "to"
            version = variable(source, numbers[source], which)
            table.set(
                "when",
                exp.HistoricalData(this="AT", kind="VERSION", expression=get_variable(version)),
            )
        return table

    def feed(
        self, source: Source, columns: list[str], number: int, naming: Naming
    ) -> list[tuple[str, exp.Expr]]:
        """Two steps, because after a compaction the statistics of the feed are not to be relied on:
        the rows are copied as they are, and what is computed from them reads the copy.
        """
        weight = naming.aux_column("weight")
        first = get_variable(variable(source, number, "from"))
        last = get_variable(variable(source, number, "to"))
        sides = []
        for function, sign in (("insertions", 1), ("deletions", -1)):
            after = exp.Add(this=first.copy(), expression=exp.Literal.number(1))
            # A range must not be empty. Where there is nothing new, the last snapshot is named
            # and its rows are left out. (Not by their snapshot_id: a filter on it makes DuckLake
            # mix up the columns of deletions.)
            begin = exp.Least(this=after, expressions=[last.copy()], ignore_nulls=True)
            arguments = [
                *(exp.Literal.string(n) for n in (source.catalog, source.schema, source.table)),
                begin,
                last.copy(),
            ]
            call = exp.Anonymous(this=f"ducklake_table_{function}", expressions=arguments)
            copies = column(source.weight) if source.weight else exp.Literal.number(1)
            signed = copies if sign > 0 else exp.Neg(this=copies)
            sides.append(
                exp.Select(
                    expressions=[
                        *(column(name) for name in columns),
                        exp.alias_(signed, weight, quoted=True),
                    ],
                    from_=exp.From(this=exp.Table(this=call)),
                    where=exp.Where(this=exp.LT(this=first.copy(), expression=last.copy())),
                )
            )
        total = exp.Sum(this=column(weight))
        net = exp.Select(
            expressions=[
                *(column(name) for name in columns),
                exp.alias_(exp.cast(total, "BIGINT"), identifier(weight)),
            ],
            from_=exp.From(this=table_of("", "", events_table(number, naming))),
            having=exp.Having(this=is_nonzero(total)),
        )
        if columns:
            numbers = [exp.Literal.number(i + 1) for i in range(len(columns))]
            net.set("group", exp.Group(expressions=numbers))
        events = exp.Union(this=sides[0], expression=sides[1], distinct=False)
        return [(events_table(number, naming), events), (feed_table(number, naming), net)]

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        frontier = exp.Select(
            expressions=[column("last_snapshot")],
            from_=exp.From(this=place.cursors),
            where=exp.Where(this=self._cursor_of(source, place)),
        )
        return [
            set_variable(variable(source, number, "from"), subquery(frontier)),
            set_variable(variable(source, number, "to"), subquery(current_snapshot(source))),
        ]

    def around_writes(
        self, types: Sequence[exp.DataType | None]
    ) -> tuple[list[exp.Expr], list[exp.Expr]]:
        """Small writes go into the catalogue by default, as text in which a floating-point number
        can lose its last digit. Files hold it exactly, so such tables are written to files.
        """
        if not any(type is None or _holds_floats(type) for type in types):
            return [], []
        off = exp.EQ(this=exp.column(INLINING), expression=exp.Literal.number(0))
        return (
            [exp.Set(expressions=[exp.SetItem(this=off)])],
            [exp.Command(this="RESET", expression=INLINING)],
        )

    def create_cursors(self, place: ViewPlace) -> exp.Expr:
        types = [*((name, "VARCHAR") for name in (*CURSOR_COLUMNS, "source_identity"))]
        types.append(("last_snapshot", "BIGINT"))
        definitions = [
            exp.ColumnDef(this=exp.to_identifier(name), kind=exp.DataType.build(type))
            for name, type in types
        ]
        return exp.Create(
            this=exp.Schema(this=place.cursors, expressions=definitions),
            kind="TABLE",
            exists=True,
        )

    def initialize_cursor(self, source: Source, place: ViewPlace) -> exp.Expr:
        names = (place.naming.mv_table(), source.catalog, source.schema, source.table)
        values = exp.Select(
            expressions=[
                *(exp.Literal.string(name) for name in names),
                subquery(current_snapshot(source)),
            ]
        )
        columns = [exp.to_identifier(name) for name in (*CURSOR_COLUMNS, "last_snapshot")]
        return exp.Insert(
            this=exp.Schema(this=place.cursors, expressions=columns), expression=values
        )

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> exp.Expr:
        """Forward to where the feed was read, if there was anything in it."""
        feed = exp.Select(
            expressions=[exp.Literal.number(1)],
            from_=exp.From(this=table_of("", "", feed_table(number, place.naming))),
        )
        target = get_variable(variable(source, number, "to"))
        return exp.Update(
            this=place.cursors,
            expressions=[exp.EQ(this=column("last_snapshot"), expression=target)],
            where=exp.Where(
                this=exp.and_(self._cursor_of(source, place), exp.Exists(this=feed), wrap=False)
            ),
        )

    def _cursor_of(self, source: Source, place: ViewPlace) -> exp.Expr:
        names = (place.naming.mv_table(), source.catalog, source.schema, source.table)
        return exp.and_(
            *(
                exp.EQ(this=column(key), expression=exp.Literal.string(name))
                for key, name in zip(CURSOR_COLUMNS, names, strict=True)
            ),
            wrap=False,
        )


def _holds_floats(type: exp.DataType) -> bool:
    return any(part.this in FLOATS for part in type.find_all(exp.DataType))


def events_table(number: int, naming: Naming) -> str:
    """Every row that came or went, as the feed has it."""
    return naming.temp_table(f"events_{number}")


def feed_table(number: int, naming: Naming) -> str:
    """The same net: a row that came and went is not in it."""
    return naming.temp_table(f"feed_{number}")


def variable(source: Source, number: int, which: str) -> str:
    """The session variable that holds the version a refresh goes `from` or `to`."""
    word = re.sub(r"\W+", "_", source.table.lower()).strip("_")
    return f"_ivm_{number}_{word}_{which}"


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


def column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))
