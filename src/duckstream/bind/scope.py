"""Which names mean which columns inside one SELECT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import Column
from duckstream.bind.context import Context, OpenTable, suggest


@dataclass
class ScopeColumn:
    name: str
    column: Column
    # The right-hand twin of a USING column: reached by its qualified name only.
    merged: bool = False
    # What stands for both of a USING column where that is neither of them.
    united: Column | None = None

    @property
    def plain(self) -> Column:
        """The column that its unqualified name means."""
        return self.united or self.column


@dataclass
class ScopeTable:
    """A table, view or subquery of the FROM clause; `path` is how it can be qualified."""

    path: tuple[str, ...]
    columns: list[ScopeColumn]
    open: OpenTable | None = None

    def answers_to(self, qualifier: Sequence[str]) -> bool:
        wanted = [part.casefold() for part in qualifier]
        own = [part.casefold() for part in self.path]
        return bool(own) and own[-len(wanted) :] == wanted

    def find(self, name: str, context: Context) -> ScopeColumn | None:
        folded = name.casefold()
        for column in self.columns:
            if column.name.casefold() == folded:
                return column
        if self.open is not None:
            column = ScopeColumn(name, context.ids.column(name))
            self.open.columns[folded] = column.column
            self.columns.append(column)
            return column
        return None

    def has(self, name: str) -> bool:
        return any(column.name.casefold() == name.casefold() for column in self.columns)


@dataclass
class Scope:
    """The tables of one FROM clause, in order, and the scope of the query around it."""

    context: Context
    tables: list[ScopeTable] = field(default_factory=list)
    outer: Scope | None = None
    # The columns that come first in `*`.
    _leading: list[ScopeColumn] = field(default_factory=list)

    def lead(self, columns: list[ScopeColumn]) -> None:
        """Put columns in front of all others."""
        known = {id(column) for column in columns}
        self._leading = [*columns, *(c for c in self._leading if id(c) not in known)]

    def table(self, qualifier: Sequence[str]) -> ScopeTable | None:
        return next((t for t in self.tables if t.answers_to(qualifier)), None)

    def candidates(self, name: str) -> list[ScopeColumn]:
        """The columns an unqualified name can mean."""
        known = [
            column
            for table in self.tables
            for column in table.columns
            if column.name.casefold() == name.casefold() and not column.merged
        ]
        if known:
            return known
        open_tables = [table for table in self.tables if table.open is not None]
        if len(open_tables) == 1:
            found = open_tables[0].find(name, self.context)
            return [found] if found else []
        return []

    def knows(self, name: str) -> bool:
        """Is there a column of that name, for all that has been said so far?"""
        return any(table.has(name) for table in self.tables)

    def unqualified(self, name: str, node: exp.Expr) -> Column | None:
        """The column of that name; None when there is none, an error when there are several."""
        found = self.candidates(name)
        if len(found) > 1:
            owners = [t.path[-1] for t in self.tables if t.has(name) and t.path]
            raise self.context.invalid(
                "AMBIGUOUS_COLUMN",
                node,
                f"column {name}",
                f"the name could mean a column of {' or of '.join(owners)}",
                f"write {owners[0]}.{name}" if owners else None,
            )
        if not found and sum(table.open is not None for table in self.tables) > 1:
            raise self.context.invalid(
                "SCHEMA_NEEDED",
                node,
                f"column {name}",
                "without the tables' columns it cannot be told which table it belongs to",
                'qualify it, or pass schema={"table": {"column": "TYPE"}}',
            )
        return found[0].plain if found else None

    def visible(self, node: exp.Expr) -> Iterator[ScopeColumn]:
        """What `*` stands for."""
        yield from self._leading
        leading = {id(column) for column in self._leading}
        for table in self.tables:
            for column in self.visible_of(table, node, merged=False):
                if id(column) not in leading:
                    yield column

    def visible_of(
        self, table: ScopeTable, node: exp.Expr, *, merged: bool = True
    ) -> Iterator[ScopeColumn]:
        """What `table.*` stands for."""
        if table.open is not None:
            raise self.context.invalid(
                "SCHEMA_NEEDED",
                node,
                "SELECT *",
                f"the columns of {table.path[-1]} are not known",
                'list them, or pass schema={"table": {"column": "TYPE"}}',
            )
        for column in table.columns:
            if merged or not column.merged:
                yield column

    def unknown(self, name: str, node: exp.Expr) -> Exception:
        names = [c.name for table in self.tables for c in table.columns]
        return self.context.invalid(
            "UNKNOWN_COLUMN",
            node,
            f"column {name}",
            "there is no such column in the tables of this SELECT",
            suggest(name, names),
        )
