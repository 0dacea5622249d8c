"""DataFrames that are stored as they come: in full, and only if their rows are others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import Unreadable
from duckstream.engines.delta.statements import CHANGE_FEED, create_delta
from duckstream.engines.protocol import table_of
from duckstream.errors import LakeError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from duckstream.engines.delta.engine import DeltaEngine


def store_frame(engine: DeltaEngine, name: str, frame: DataFrame) -> int:
    """How many rows were written.

    A table that has these rows already is left alone, so that views on top see no change. One with
    other columns is replaced, and the views on top will find that out.
    """
    table = table_of(engine.catalog, engine.schema, name)
    known = engine.find_table([engine.catalog, engine.schema, name])
    if isinstance(known, Unreadable) or (known is not None and known.plain_view is not None):
        raise LakeError(
            "NAME_TAKEN",
            f"there is {name} already, and it is no table of ours",
            f"drop it, or choose another name: DROP VIEW {name}",
        )
    given = f"__ivm_{name}_frame"
    # The frame may be of another session than ours, if there are several.
    frame.persist().createOrReplaceGlobalTempView(given)
    shared = exp.Table(
        this=exp.to_identifier(given, quoted=True), db=exp.to_identifier("global_temp")
    )
    try:
        rows = engine.count_rows(shared)
        target, source = table.sql(engine.dialect), shared.sql(engine.dialect)
        stored = engine.versions.mark(Source(engine.catalog, engine.schema, name))
        same = known is not None and engine.spark.table(target).dtypes == frame.dtypes
        if stored is None or not same:
            query = exp.Select(expressions=[exp.Star()], from_=exp.From(this=shared))
            engine.execute(create_delta(table, query, {CHANGE_FEED: "true"}).sql(engine.dialect))
            return rows
        _, missing, extra = engine.count_differences(
            f"SELECT * FROM {target}", f"SELECT * FROM {source}"
        )
        if missing == 0 and extra == 0:
            return 0
        engine.execute(f"INSERT OVERWRITE TABLE {target} SELECT * FROM {source}")
        return rows
    finally:
        engine.spark.catalog.dropGlobalTempView(given)
        frame.unpersist()
