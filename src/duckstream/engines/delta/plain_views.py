"""The SELECT of a plain view, from what DESCRIBE TABLE EXTENDED says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException
from sqlglot import exp
from sqlglot.errors import SqlglotError

from duckstream.bind import PlainView, Unreadable
from duckstream.engines.delta.errors import expecting_errors
from duckstream.engines.plain_views import text_mark
from duckstream.engines.protocol import table_of
from duckstream.lower import quoted

if TYPE_CHECKING:
    from duckstream.engines.delta.engine import DeltaEngine

_DIALECT = "spark"
_TEXT_MARK = "duckstream.text"


def read_described_view(
    schema: str, name: str, columns: Sequence[str], detail: Mapping[str, str]
) -> PlainView | Unreadable:
    """`columns` are the view's own, which Spark has fixed when the view was made.

    >>> told = {"View Text": "SELECT * FROM r", "View Query Output Columns": "[k, x]"}
    >>> read_described_view("main", "v", ["a", "b"], told).sql
    'SELECT `k` AS `a`, `x` AS `b` FROM (\\nSELECT * FROM r\\n)'
    """
    # Without a list the view has what its SELECT gives today.
    given = _listed(detail.get("View Query Output Columns", "")) or list(columns)
    repeated = [out for out, n in Counter(out.casefold() for out in given).items() if n > 1]
    text = detail.get("View Text")
    if not text or not columns or len(given) != len(columns) or repeated:
        return Unreadable(
            "PLAIN_VIEW",
            "it is a plain view, and its catalogue does not tell its columns apart",
            "give each column of its SELECT a name of its own, of letters, digits and _",
        )
    select = ", ".join(
        f"{quoted(out, _DIALECT)} AS {quoted(column, _DIALECT)}"
        for out, column in zip(given, columns, strict=True)
    )
    home = _parts(detail.get("View Catalog and Namespace", "")) or (schema,)
    return PlainView(schema, name, f"SELECT {select} FROM (\n{text}\n)", home)


def keep_plain_view(engine: DeltaEngine, name: str, sql: str) -> None:
    """Make the view, unless it was made of this very text."""
    view = table_of(engine.catalog, engine.schema, name).sql(_DIALECT)
    mark = text_mark(sql)
    with suppress(PySparkException), expecting_errors():
        if (_TEXT_MARK, mark) in engine.rows(f"SHOW TBLPROPERTIES {view}"):
            return
    properties = f"TBLPROPERTIES ('{_TEXT_MARK}' = '{mark}')"
    with engine.current_schema():
        engine.execute(f"CREATE OR REPLACE VIEW {view} {properties} AS\n{sql}")


def _listed(text: str) -> list[str]:
    """The names in `[a, b]`; Spark does not say where a name with a comma in it ends."""
    inner = text.strip().removeprefix("[").removesuffix("]")
    names = inner.split(", ") if inner else []
    return [_unquoted(name) for name in names]


def _unquoted(name: str) -> str:
    if len(name) > 1 and name[0] == name[-1] == "`":
        return name[1:-1].replace("``", "`")
    return name


def _parts(text: str) -> tuple[str, ...]:
    """The parts of a name like ``spark_catalog.`my schema` ``."""
    if not text:
        return ()
    try:
        return tuple(part.name for part in exp.to_table(text, dialect=_DIALECT).parts)
    except SqlglotError:
        return ()
