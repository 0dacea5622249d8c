"""One step of a refresh."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import Relation
from duckstream.lower import Dialect


@dataclass(frozen=True)
class Statement:
    """What it is for, the SQL, and the tree it computes if there is one."""

    purpose: str
    sql: exp.Expr
    tree: Relation | None = None
    # The temporary table that it makes, the query that fills it, and whether it has to be kept:
    # what is read once may as well be computed where it is read.
    table: str | None = None
    query: exp.Expr | None = None
    kept: bool = True
    # Is it a part of the statement after it, that it reads several times?
    is_part: bool = False
    # Does it read what is written afterwards, so that it cannot wait until it is read itself?
    at_once: bool = False
    # Are its rows counted as soon as they are computed, and in which columns those that are true?
    counted: tuple[str, ...] | None = None
    # Is it the change of a table for several views, with this column for how often a row counts?
    weight: str = ""
    # Has it the rows of this table, in fewer columns?
    narrows: str = ""
    # Do later statements ask for the least and greatest values of its columns?
    has_ends: bool = False
    _texts: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def text(self, dialect: Dialect) -> str:
        """The SQL in words, written once: a refresh runs the same statements again and again."""
        return self._written("sql", self.sql, dialect)

    def query_text(self, dialect: Dialect) -> str:
        assert self.query is not None
        return self._written("query", self.query, dialect)

    def _written(self, which: str, sql: exp.Expr, dialect: Dialect) -> str:
        if which not in self._texts:
            self._texts[which] = dialect.sql(sql)
        return self._texts[which]


@dataclass(frozen=True)
class Write:
    """The statements that bring the rows to write into the stored table.

    `append` will do where none of these rows belongs to a group that is stored already. Where a
    small table is written anew faster than it is changed, `overwrite` does that. Where all rows
    were computed, and most of them differ, `anew` puts them in the place of those that are stored.
    """

    merge: tuple[Statement, ...]
    append: tuple[Statement, ...]
    overwrite: tuple[Statement, ...] = ()
    anew: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Rebuild:
    """The statements that compute a view and write all of it, whatever is stored.

    Where `next` is not computed first, nobody knows before the commit how many rows there are.
    """

    compute: tuple[Statement, ...]
    write: tuple[Statement, ...]
