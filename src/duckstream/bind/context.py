"""What every step of binding has at hand: the text, the catalogue, the ids, and how to complain."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlglot
from sqlglot import exp

from duckstream.algebra import Column, Ids, Scan, Source
from duckstream.bind.catalog import Catalog, NamedRelation, PlainView
from duckstream.bind.dialects import READINGS, Reading
from duckstream.errors import InvalidSQLError, Position, UnsupportedSQLError

_NAMES_AND_TEXTS = {sqlglot.TokenType.STRING, sqlglot.TokenType.IDENTIFIER}
_FIRST_WORDS: dict[type[exp.Expr], tuple[str, ...]] = {
    exp.Union: ("UNION",),
    exp.Intersect: ("INTERSECT",),
    exp.Except: ("EXCEPT",),
    exp.Fetch: ("FETCH",),
    exp.Lock: ("FOR",),
    exp.Placeholder: ("?", "$", ":"),
    exp.Parameter: ("$", "@"),
    exp.PositionalColumn: ("#",),
    exp.Distinct: ("DISTINCT",),
    exp.Limit: ("LIMIT",),
    exp.Offset: ("OFFSET",),
    exp.Rollup: ("ROLLUP",),
    exp.Cube: ("CUBE",),
    exp.GroupingSets: ("GROUPING",),
    exp.Values: ("VALUES",),
    exp.Qualify: ("QUALIFY",),
    exp.TableSample: ("SAMPLE", "TABLESAMPLE"),
    exp.Pivot: ("PIVOT", "UNPIVOT"),
    exp.Exists: ("EXISTS",),
    exp.HistoricalData: ("AT",),
    exp.With: ("WITH",),
}


@dataclass
class OpenTable:
    """A table whose columns nobody has listed: it has those that the text reads from it."""

    source: Source
    columns: dict[str, Column] = field(default_factory=dict)


@dataclass
class Context:
    """One binding of one view."""

    sql: str
    dialect: str
    catalog: Catalog
    ids: Ids = field(default_factory=Ids)
    # Scans of open tables get their columns when the whole text has been read.
    open_scans: dict[int, tuple[Scan, OpenTable]] = field(default_factory=dict)
    features: set[str] = field(default_factory=set)
    # The plain views that are read through, each bound once, inner ones first.
    plain_views: dict[PlainView, NamedRelation] = field(default_factory=dict)
    # Those whose text is being bound just now, outer ones first.
    inside: tuple[PlainView, ...] = ()

    def open_columns(self) -> dict[int, Column]:
        """The columns that were read so far of tables whose columns nobody has listed."""
        tables = (table for _, table in self.open_scans.values())
        return {column.id: column for table in tables for column in table.columns.values()}

    @property
    def reading(self) -> Reading:
        return READINGS[self.dialect]

    def unsupported(
        self, code: str, node: exp.Expr, construct: str, reason: str, hint: str
    ) -> UnsupportedSQLError:
        return UnsupportedSQLError(
            code, construct, reason, hint=hint, position=self.position(node), sql=self.sql
        )

    def invalid(
        self,
        code: str,
        node: exp.Expr,
        construct: str,
        reason: str,
        hint: str | None = None,
    ) -> InvalidSQLError:
        return InvalidSQLError(
            code, construct, reason, hint=hint, position=self.position(node), sql=self.sql
        )

    def position(self, node: exp.Expr) -> Position | None:
        """Where the node stands; for one without a mark of its own, where its first part stands."""
        offset = self._keyword_offset(node)
        if offset is None:
            offset = start_offset(node)
        return None if offset is None else Position.of_offset(self.sql, offset)

    def _keyword_offset(self, node: exp.Expr) -> int | None:
        """The place of nodes that sqlglot does not mark, by the words they begin with."""
        if "start" in node.meta:
            return None
        words = _FIRST_WORDS.get(type(node), ())
        if isinstance(node, exp.Func):
            words = (*words, *type(node).sql_names())
        wanted = {word.upper() for word in words}
        for token in sqlglot.tokenize(self.sql, dialect=self.dialect) if wanted else ():
            if token.text.upper() in wanted and token.token_type not in _NAMES_AND_TEXTS:
                return token.start
        return None

    def text(self, node: exp.Expr) -> str:
        return node.sql(dialect=self.dialect)


def start_offset(node: exp.Expr) -> int | None:
    own = node.meta.get("start")
    if own is not None:
        return own
    starts = [part.meta["start"] for part in node.walk() if "start" in part.meta]
    if starts:
        return min(starts)
    return start_offset(node.parent) if isinstance(node.parent, exp.Expr) else None


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """A hint that names what the user may have meant."""
    names = list(dict.fromkeys(candidates))
    by_folded = {candidate.casefold(): candidate for candidate in names}
    close = difflib.get_close_matches(name.casefold(), by_folded, n=3)
    if close:
        return "did you mean " + ", ".join(by_folded[c] for c in close) + "?"
    if names:
        shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
        return f"there is: {shown}"
    return None
