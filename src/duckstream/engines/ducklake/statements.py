"""DuckLake in statements: snapshots, the change feed, time travel, cursors.

Table functions take constants and `getvariable`, never subqueries, so every refresh begins by
setting variables to the versions it goes from and to.
"""

from __future__ import annotations

import re

from sqlglot import exp

from duckstream.algebra import Scan, Source, Version
from duckstream.engines.protocol import ViewPlace, table_of
from duckstream.lower import identifier, is_nonzero, subquery
from duckstream.plan import Naming

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
    ) -> exp.Expression:
        weight = naming.aux_column("weight")
        first = get_variable(variable(source, number, "from"))
        last = get_variable(variable(source, number, "to"))
        sides = []
        for function, sign in (("insertions", 1), ("deletions", -1)):
            after = exp.Add(this=first.copy(), expression=exp.Literal.number(1))
            # A range must not be empty: begin at the last snapshot and filter it out instead.
            begin = exp.Least(this=after, expressions=[last.copy()], ignore_nulls=True)
            arguments = [
                *(exp.Literal.string(n) for n in (source.catalog, source.schema, source.table)),
                begin,
                last.copy(),
            ]
            call = exp.Anonymous(this=f"ducklake_table_{function}", expressions=arguments)
            copies = column(source.weight) if source.weight else exp.Literal.number(1)
            sides.append(
                exp.Select(
                    expressions=[
                        *(column(name) for name in columns),
                        exp.alias_(copies if sign > 0 else exp.Neg(this=copies), weight),
                    ],
                    from_=exp.From(this=exp.Table(this=call)),
                    where=exp.Where(
                        this=exp.GT(this=column("snapshot_id"), expression=first.copy())
                    ),
                )
            )
        total = exp.Sum(this=column(weight))
        net = exp.Select(
            expressions=[
                *(column(name) for name in columns),
                exp.alias_(exp.cast(total, "BIGINT"), identifier(weight)),
            ],
            from_=exp.From(
                this=exp.Subquery(
                    this=exp.Union(this=sides[0], expression=sides[1], distinct=False),
                    alias=exp.TableAlias(this=identifier("feed")),
                )
            ),
            having=exp.Having(this=is_nonzero(total)),
        )
        if columns:
            numbers = [exp.Literal.number(i + 1) for i in range(len(columns))]
            net.set("group", exp.Group(expressions=numbers))
        return net

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expression]:
        frontier = exp.Select(
            expressions=[column("last_snapshot")],
            from_=exp.From(this=place.cursors),
            where=exp.Where(this=self._cursor_of(source, place)),
        )
        return [
            set_variable(variable(source, number, "from"), subquery(frontier)),
            set_variable(variable(source, number, "to"), subquery(current_snapshot(source))),
        ]

    def create_cursors(self, place: ViewPlace) -> exp.Expression:
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

    def initialize_cursor(self, source: Source, place: ViewPlace) -> exp.Expression:
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

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> exp.Expression:
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

    def _cursor_of(self, source: Source, place: ViewPlace) -> exp.Expression:
        names = (place.naming.mv_table(), source.catalog, source.schema, source.table)
        return exp.and_(
            *(
                exp.EQ(this=column(key), expression=exp.Literal.string(name))
                for key, name in zip(CURSOR_COLUMNS, names, strict=True)
            ),
            wrap=False,
        )


def feed_table(number: int, naming: Naming) -> str:
    return naming.temp_table(f"feed_{number}")


def variable(source: Source, number: int, which: str) -> str:
    """The session variable that holds the version a refresh goes `from` or `to`."""
    word = re.sub(r"\W+", "_", source.table.lower()).strip("_")
    return f"_ivm_{number}_{word}_{which}"


def get_variable(name: str) -> exp.Expression:
    return exp.Anonymous(this="getvariable", expressions=[exp.Literal.string(name)])


def set_variable(name: str, value: exp.Expression) -> exp.Expression:
    assignment = exp.EQ(this=exp.to_identifier(name), expression=value)
    return exp.Set(expressions=[exp.SetItem(this=assignment, kind="VARIABLE")])


def current_snapshot(source: Source) -> exp.Select:
    call = exp.Anonymous(
        this="ducklake_current_snapshot", expressions=[exp.Literal.string(source.catalog)]
    )
    return exp.Select(
        expressions=[column("id")], from_=exp.From(this=exp.Table(this=call))
    )


def column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))
