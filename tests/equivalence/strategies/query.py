"""Queries as small typed trees that write themselves as SQL.

Kinds are coarser than SQL types: they say what may be compared, added up and united with what.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Kind(StrEnum):
    INT = "i"
    """INTEGER, BIGINT, HUGEINT."""
    DEC = "d"
    DBL = "f"
    """Doubles that are multiples of 0.25, so that no sum depends on its order."""
    TEXT = "s"
    BOOL = "b"
    RATIO = "r"
    """What AVG yields: any double. It is shown, compared and grouped by, never added up."""


EXACT = (Kind.INT, Kind.DEC, Kind.DBL)


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind


@dataclass(frozen=True)
class Source:
    """Something that FROM can name: a table, a CTE or a view. Its cost bounds a join's size."""

    name: str
    columns: tuple[Column, ...]
    cost: int = 1


@dataclass(frozen=True)
class Expr:
    sql: str
    kind: Kind


@dataclass(frozen=True)
class Visible:
    """A column in scope, as an expression that names it."""

    qualifier: str
    column: Column

    @property
    def expr(self) -> Expr:
        return Expr(f"{self.qualifier}.{self.column.name}", self.column.kind)


@dataclass(frozen=True)
class Named:
    """`t AS a`, or `t` alone."""

    source: Source
    alias: str

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.source.columns

    @property
    def sql(self) -> str:
        name = self.source.name
        return name if name == self.alias else f"{name} AS {self.alias}"


@dataclass(frozen=True)
class Derived:
    """`(SELECT ...) AS a`, or `(SELECT ...) AS a (x, y)` with new names."""

    query: "Query"
    alias: str
    renamed: tuple[str, ...] | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        if self.renamed is None:
            return self.query.columns
        pairs = zip(self.renamed, self.query.columns, strict=True)
        return tuple(Column(name, column.kind) for name, column in pairs)

    @property
    def sql(self) -> str:
        names = f" ({', '.join(self.renamed)})" if self.renamed else ""
        return f"({self.query.sql}) AS {self.alias}{names}"


Item: TypeAlias = Named | Derived


def visible(item: Item) -> tuple[Visible, ...]:
    return tuple(Visible(item.alias, column) for column in item.columns)


@dataclass(frozen=True)
class Link:
    """One more item of a chain of joins: CROSS, ON a condition, USING names, or NATURAL."""

    item: Item
    on: str | None = None
    using: tuple[str, ...] = ()
    natural: bool = False

    @property
    def sql(self) -> str:
        if self.natural:
            return f"NATURAL JOIN {self.item.sql}"
        if self.using:
            return f"JOIN {self.item.sql} USING ({', '.join(self.using)})"
        if self.on:
            return f"JOIN {self.item.sql} ON {self.on}"
        return f"CROSS JOIN {self.item.sql}"


@dataclass(frozen=True)
class Chain:
    first: Item
    links: tuple[Link, ...] = ()

    @property
    def visible(self) -> tuple[Visible, ...]:
        found = visible(self.first)
        for link in self.links:
            found += tuple(v for v in visible(link.item) if v.column.name not in link.using)
        return found

    @property
    def sql(self) -> str:
        return " ".join([self.first.sql, *(link.sql for link in self.links)])


@dataclass(frozen=True)
class From:
    """Chains of joins with commas between them."""

    chains: tuple[Chain, ...]

    @property
    def visible(self) -> tuple[Visible, ...]:
        return tuple(column for chain in self.chains for column in chain.visible)

    @property
    def names_are_unique(self) -> bool:
        return all(n == 1 for n in Counter(v.column.name for v in self.visible).values())

    @property
    def sql(self) -> str:
        return ", ".join(chain.sql for chain in self.chains)


@dataclass(frozen=True)
class Output:
    expr: Expr
    name: str

    @property
    def sql(self) -> str:
        return f"{self.expr.sql} AS {self.name}"


@dataclass(frozen=True)
class Select:
    source: From
    outputs: tuple[Output, ...] = ()
    """Empty: SELECT *."""
    where: str | None = None
    group_by: tuple[str, ...] = ()
    having: str | None = None
    distinct: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        if not self.outputs:
            return tuple(v.column for v in self.source.visible)
        return tuple(Column(output.name, output.expr.kind) for output in self.outputs)

    @property
    def sql(self) -> str:
        parts = [
            "SELECT DISTINCT" if self.distinct else "SELECT",
            ", ".join(output.sql for output in self.outputs) or "*",
            f"FROM {self.source.sql}",
        ]
        if self.where:
            parts.append(f"WHERE {self.where}")
        if self.group_by:
            parts.append(f"GROUP BY {', '.join(self.group_by)}")
        if self.having:
            parts.append(f"HAVING {self.having}")
        return " ".join(parts)


@dataclass(frozen=True)
class UnionAll:
    branches: tuple["Query", ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.branches[0].columns

    @property
    def sql(self) -> str:
        return " UNION ALL ".join(
            branch.sql if isinstance(branch, Select) else f"({branch.sql})"
            for branch in self.branches
        )


@dataclass(frozen=True)
class With:
    name: str
    query: "Query"
    body: "Query"

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.body.columns

    @property
    def sql(self) -> str:
        ctes, body = [], self
        while isinstance(body, With):
            ctes.append(f"{body.name} AS ({body.query.sql})")
            body = body.body
        return f"WITH {', '.join(ctes)} {body.sql}"


@dataclass(frozen=True)
class Limited:
    """The first rows in the order of all columns: ties are equal rows, so none can be told."""

    query: "Query"
    limit: int
    offset: int

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.query.columns

    @property
    def sql(self) -> str:
        order = ", ".join(str(number) for number, _ in enumerate(self.columns, start=1))
        return f"{self.query.sql} ORDER BY {order} LIMIT {self.limit} OFFSET {self.offset}"


Query: TypeAlias = Select | UnionAll | With | Limited
