"""What an engine brings: how its lake is read, in statements, without a connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlglot import exp

from duckstream.algebra import Scan, Source
from duckstream.plan import Naming


@dataclass(frozen=True)
class ViewPlace:
    """Where a view and its cursors are kept."""

    catalog: str
    schema: str
    naming: Naming

    @property
    def table(self) -> exp.Table:
        return table_of(self.catalog, self.schema, self.naming.mv_table())

    @property
    def cursors(self) -> exp.Table:
        return table_of(self.catalog, self.schema, self.naming.cursors_table())


class LakeSQL(Protocol):
    """The statements of one kind of lake. Sources are numbered, to name what belongs to them."""

    def read_table(self, scan: Scan, numbers: dict[Source, int], naming: Naming) -> exp.Table:
        """The table of a scan, in the state that it asks for."""
        ...

    def feed(
        self, source: Source, columns: list[str], number: int, naming: Naming
    ) -> list[tuple[str, exp.Expr]]:
        """What was inserted into and deleted from a source, one row per distinct row, net.

        Temporary tables and their queries, in order; the last one holds the result.
        """
        ...

    def pin(self, source: Source, number: int, place: ViewPlace) -> list[exp.Expr]:
        """Fix the versions that a refresh goes from and to."""
        ...

    def around_writes(
        self, types: Sequence[exp.DataType | None]
    ) -> tuple[list[exp.Expr], list[exp.Expr]]:
        """What has to be said before and after writing columns of these types (None: unknown)."""
        ...

    def create_cursors(self, place: ViewPlace) -> exp.Expr: ...

    def initialize_cursor(self, source: Source, place: ViewPlace) -> exp.Expr: ...

    def move_cursor(self, source: Source, number: int, place: ViewPlace) -> exp.Expr: ...


def table_of(catalog: str, schema: str, table: str) -> exp.Table:
    def quoted(name: str) -> exp.Identifier:
        return exp.to_identifier(name, quoted=True)

    if not catalog:
        return exp.Table(this=quoted(table))
    return exp.Table(this=quoted(table), db=quoted(schema), catalog=quoted(catalog))
