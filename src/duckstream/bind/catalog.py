"""What the binder asks about tables: a protocol, and the catalogue made from `schema`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlglot import exp

from duckstream.algebra import Column, Ids, Relation, Source
from duckstream.errors import LakeError


@dataclass(frozen=True)
class TableColumn:
    name: str
    type: exp.DataType | None = None


@dataclass(frozen=True)
class BaseTable:
    """A table of the lake. `columns` is None where nobody has said what they are."""

    source: Source
    columns: tuple[TableColumn, ...] | None


@dataclass(frozen=True)
class NamedRelation:
    """A relation with the names its columns go by."""

    relation: Relation
    columns: tuple[tuple[str, Column], ...]


@dataclass(frozen=True)
class UpstreamView:
    """A maintained view: its presentation over its stored table, with columns of its own."""

    name: str
    present: Callable[[Ids], NamedRelation]


@dataclass(frozen=True)
class PlainView:
    """A view of the user's own, made with CREATE VIEW: who reads it reads its SELECT.

    `sql` is a whole SELECT that has the view's columns under their names. `home` is where its
    tables are looked up if they are named without a schema: a schema, or catalogue and schema.
    """

    schema: str
    name: str
    sql: str
    home: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str]:
        """What tells two views apart; names compare without case."""
        return self.schema.casefold(), self.name.casefold()


@dataclass(frozen=True)
class Unreadable:
    """Something of that name is there, but a view cannot be built on it."""

    code: str
    reason: str
    hint: str


Found = BaseTable | UpstreamView | PlainView | Unreadable | None


class Catalog(Protocol):
    def find(self, parts: Sequence[str]) -> Found:
        """The table called `parts` (catalog, schema and table, the first two optional)."""
        ...

    def table_names(self) -> list[str]:
        """The names there are, for the message about one that is not."""
        ...


class SchemaCatalog:
    """The catalogue of a compilation without a connection: what `schema` and `sources` say.

    >>> catalog = SchemaCatalog("dl", "main", schema={"t": {"a": "INTEGER"}})
    >>> catalog.find(["T"]).source
    Source(catalog='dl', schema='main', table='t', weight=None)
    """

    def __init__(
        self,
        mv_catalog: str,
        mv_schema: str,
        *,
        schema: Mapping[str, Any] | None = None,
        sources: Mapping[str, Mapping[str, str]] | None = None,
        dialect: str = "duckdb",
    ) -> None:
        self._catalog = mv_catalog
        self._schema = mv_schema
        self._dialect = dialect
        self._sources = {name.casefold(): place for name, place in (sources or {}).items()}
        self._tables = _flatten(schema, dialect) if schema is not None else None

    def find(self, parts: Sequence[str]) -> BaseTable | None:
        wanted = tuple(part.casefold() for part in parts)
        known = None
        if self._tables is not None:
            known = next(
                (item for item in self._tables.items() if _same_table(item[0], wanted)), None
            )
            if known is None and wanted[-1] not in self._sources:
                return None
        table = known[0][-1] if known else parts[-1]
        place = self._sources.get(wanted[-1], {})
        named = [*[None] * (3 - len(parts)), *parts]
        if len(parts) == 2 and wanted[0] == self._catalog.casefold():
            named = [parts[0], None, parts[1]]
        source = Source(
            place.get("catalog") or named[0] or self._catalog,
            place.get("schema") or named[1] or self._schema,
            place.get("table") or table,
        )
        return BaseTable(source, known[1] if known else None)

    def table_names(self) -> list[str]:
        return [parts[-1] for parts in self._tables or ()]


def _same_table(name: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Do two names agree in the parts that both of them have?"""
    shared = min(len(name), len(wanted))
    return tuple(part.casefold() for part in name[-shared:]) == wanted[-shared:]


def _flatten(
    schema: Mapping[str, Any], dialect: str, prefix: tuple[str, ...] = ()
) -> dict[tuple[str, ...], tuple[TableColumn, ...]]:
    """`{table: {column: type}}`, with levels of schema and catalogue around it, as one level."""
    tables: dict[tuple[str, ...], tuple[TableColumn, ...]] = {}
    for name, content in schema.items():
        path = (*prefix, name)
        if isinstance(content, Mapping) and any(isinstance(v, Mapping) for v in content.values()):
            tables.update(_flatten(content, dialect, path))
        elif isinstance(content, Mapping):
            tables[path] = tuple(
                TableColumn(column, read_type(type, dialect)) for column, type in content.items()
            )
        else:
            tables[path] = tuple(TableColumn(column) for column in content)
    return tables


def read_type(type: object, dialect: str, *, known: bool = False) -> exp.DataType | None:
    """A type from its text, in the words of the dialect.

    `known` says that the engine itself gave it, so that it is one even if sqlglot has no such word.
    """
    if type is None or isinstance(type, exp.DataType):
        return type
    try:
        return exp.DataType.build(str(type), dialect=dialect, udt=known)
    except Exception as error:
        raise LakeError(
            "UNKNOWN_TYPE", f"{type!r} is not a type of {dialect}", "write it as in CREATE TABLE"
        ) from error
