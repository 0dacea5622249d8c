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
    lateral: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        if self.renamed is None:
            return self.query.columns
        pairs = zip(self.renamed, self.query.columns, strict=True)
        return tuple(Column(name, column.kind) for name, column in pairs)

    @property
    def sql(self) -> str:
        names = f" ({', '.join(self.renamed)})" if self.renamed else ""
        lateral = "LATERAL " if self.lateral else ""
        return f"{lateral}({self.query.sql}) AS {self.alias}{names}"


@dataclass(frozen=True)
class Unnested:
    """`UNNEST(list) AS a (u)`: a row for each element of a list of the row before it."""

    listed: str
    alias: str
    column: Column

    @property
    def columns(self) -> tuple[Column, ...]:
        return (self.column,)

    @property
    def sql(self) -> str:
        return f"UNNEST({self.listed}) AS {self.alias} ({self.column.name})"


Item: TypeAlias = Named | Derived | Unnested


def visible(item: Item) -> tuple[Visible, ...]:
    return tuple(Visible(item.alias, column) for column in item.columns)


@dataclass(frozen=True)
class Link:
    """One more item of a chain of joins: CROSS, ON a condition, USING names, or NATURAL."""

    item: Item
    on: str | None = None
    using: tuple[str, ...] = ()
    natural: bool = False
    side: str = ""
    """LEFT, RIGHT, FULL, SEMI or ANTI."""
    comma: bool = False
    """A comma before it: it reads the items before it, and so belongs to their chain."""

    @property
    def adds(self) -> tuple[Visible, ...]:
        if self.side in ("SEMI", "ANTI"):
            return ()
        return tuple(v for v in visible(self.item) if v.column.name not in self.using)

    @property
    def sql(self) -> str:
        join = f"{self.side} JOIN".strip()
        if self.comma:
            return f", {self.item.sql}"
        if self.natural:
            return f"NATURAL {join} {self.item.sql}"
        if self.using:
            return f"{join} {self.item.sql} USING ({', '.join(self.using)})"
        if self.on:
            return f"{join} {self.item.sql} ON {self.on}"
        return f"CROSS JOIN {self.item.sql}"


@dataclass(frozen=True)
class Chain:
    first: Item
    links: tuple[Link, ...] = ()

    @property
    def visible(self) -> tuple[Visible, ...]:
        found = visible(self.first)
        for link in self.links:
            found += link.adds
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
    qualify: str | None = None
    distinct_on: tuple[str, ...] = ()
    order_by: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        if not self.outputs:
            return tuple(v.column for v in self.source.visible)
        return tuple(Column(output.name, output.expr.kind) for output in self.outputs)

    @property
    def sql(self) -> str:
        first = f"SELECT DISTINCT ON ({', '.join(self.distinct_on)})"
        plain = "SELECT DISTINCT" if self.distinct else "SELECT"
        parts = [
            first if self.distinct_on else plain,
            ", ".join(output.sql for output in self.outputs) or "*",
            f"FROM {self.source.sql}",
        ]
        if self.where:
            parts.append(f"WHERE {self.where}")
        if self.group_by:
            parts.append(f"GROUP BY {', '.join(self.group_by)}")
        if self.having:
            parts.append(f"HAVING {self.having}")
        if self.qualify:
            parts.append(f"QUALIFY {self.qualify}")
        if self.order_by:
            parts.append(f"ORDER BY {', '.join(self.order_by)}")
        return " ".join(parts)


@dataclass(frozen=True)
class SetOperation:
    operator: str
    """UNION, INTERSECT or EXCEPT, with or without ALL."""
    branches: tuple["Query", ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.branches[0].columns

    @property
    def sql(self) -> str:
        return f" {self.operator} ".join(
            branch.sql if isinstance(branch, Select) and not branch.order_by else f"({branch.sql})"
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
        # A body with a WITH RECURSIVE of its own.
        inner = f"({body.sql})" if isinstance(body, Recursive) else body.sql
        return f"WITH {', '.join(ctes)} {inner}"


@dataclass(frozen=True)
class Recursive:
    """`WITH RECURSIVE name (columns) AS (base UNION [ALL] step) body`."""

    name: str
    names: tuple[str, ...]
    base: "Query"
    operator: str
    step: str
    body: "Query"

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.body.columns

    @property
    def sql(self) -> str:
        head = f"{self.name} ({', '.join(self.names)})"
        query = f"({self.base.sql}) {self.operator} {self.step}"
        return f"WITH RECURSIVE {head} AS ({query}) SELECT * FROM ({self.body.sql}) AS z"


@dataclass(frozen=True)
class Limited:
    """The first rows in the order of all columns: ties are equal rows, so none can be told."""

    query: "Select | SetOperation"
    limit: int
    offset: int

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.query.columns

    @property
    def sql(self) -> str:
        order = ", ".join(str(number) for number, _ in enumerate(self.columns, start=1))
        return f"{self.query.sql} ORDER BY {order} LIMIT {self.limit} OFFSET {self.offset}"


Query: TypeAlias = Select | SetOperation | With | Recursive | Limited


def limited(query: Query, limit: int, offset: int) -> Limited:
    if isinstance(query, SetOperation) or (isinstance(query, Select) and not query.order_by):
        return Limited(query, limit, offset)
    return Limited(Select(From((Chain(Derived(query, "l")),))), limit, offset)
