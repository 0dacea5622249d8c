"""The versions of Delta tables, without running a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from duckstream.algebra import Source
from duckstream.engines.delta.errors import condition_of, expecting_errors
from duckstream.engines.protocol import table_of, version_name
from duckstream.errors import LakeError

if TYPE_CHECKING:
    from duckstream.compiler import CompiledView
    from duckstream.engines.delta.engine import DeltaEngine

# No table has it: asking for it is answered by the versions that there are.
_NEVER = 9_000_000_000_000_000_000


@dataclass(frozen=True)
class TableMark:
    """The versions that a table has, and what tells whether it is still the one it was."""

    earliest: int
    latest: int
    identity: str


class Versions:
    """Asks about tables. What it was told it remembers, until a table has been written to."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        self._known: dict[Source, tuple[object, TableMark]] = {}

    def mark(self, source: Source) -> TableMark | None:
        """None if there is no such table."""
        name = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        detail = self._detail(name)
        if detail is None:
            return None
        known, mark = self._known.get(source, (None, None))
        if known == detail:
            return mark
        earliest, latest = self._span(name)
        columns = ", ".join(f"{n} {type}" for n, type in self._engine.spark.table(name).dtypes)
        mark = TableMark(earliest, latest, f"{detail[0]}: {columns}")
        self._known[source] = (detail, mark)
        return mark

    def last_written(self, source: Source) -> object:
        """When a table was last written to; None if there is no such table."""
        name = table_of(source.catalog, source.schema, source.table).sql(self._engine.dialect)
        detail = self._detail(name)
        return None if detail is None else detail[1]

    def _detail(self, name: str) -> tuple[str, object] | None:
        """The id of a table, and when it was last written to."""
        try:
            with expecting_errors():
                # (To select columns of it would take a job.)
                detail = self._engine.sql(f"DESCRIBE DETAIL {name}").collect()[0]
            return detail["id"], detail["lastModified"]
        except PySparkException as error:
            # An error takes five times as long as an answer: so it is not asked for before.
            if condition_of(error).startswith(("TABLE_OR_VIEW_NOT_FOUND", "DELTA_TABLE_NOT_FOUND")):
                return None
            raise

    def _span(self, name: str) -> tuple[int, int]:
        """The first and the last version: the message of an error has them, and costs no job."""
        try:
            with expecting_errors():
                self._engine.describe(f"SELECT 1 FROM {name} VERSION AS OF {_NEVER}")
        except PySparkException as error:
            if condition_of(error) == "DELTA_VERSION_NOT_FOUND":
                found = error.getMessageParameters() or {}
                return int(found["earliest"]), int(found["latest"])
            raise
        raise LakeError("NO_VERSIONS", f"{name} does not say which versions it has", "report it")


def fill_in(text: str, view: CompiledView, ranges: Mapping[Source, tuple[int, int]]) -> str:
    """The statement with the versions in the places of its parameters."""
    for source, versions in ranges.items():
        for which, version in zip(("from", "to"), versions, strict=True):
            name = version_name(source, view.numbers[source], which)
            text = text.replace(f"${{{name}}}", str(version))
    return text
