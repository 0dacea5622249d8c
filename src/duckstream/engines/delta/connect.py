"""Opening a lake on Spark: the user's own session, or a local one whose tables stay in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duckstream.engines.delta.session import start_session, stop_session
from duckstream.errors import LakeError

if TYPE_CHECKING:
    from duckstream.engines.delta.engine import DeltaEngine

_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"


def open_session(spark: Any, catalog: str | None, schema: str | None) -> DeltaEngine:
    """The lake of a session, classic or Spark Connect; nothing of it is changed for good."""
    from duckstream.engines.delta.engine import DeltaEngine

    if _EXTENSION not in (spark.conf.get("spark.sql.extensions", "") or ""):
        raise LakeError(
            "NO_DELTA",
            "the Spark session has no Delta Lake",
            f"start it with spark.sql.extensions={_EXTENSION} and spark.sql.catalog.spark_catalog="
            "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        )
    return DeltaEngine(spark, catalog, schema)


def open_folder(
    path: str,
    catalog: str | None,
    schema: str | None,
    settings: Mapping[str, str] | None = None,
    *,
    brief: bool = False,
) -> DeltaEngine:
    """A session of our own, with a catalogue that persists in the folder; `settings` are for it,
    and `brief` if it lasts for minutes.
    """
    spark = start_session(Path(path), settings or {}, brief=brief)
    # Only now is it certain that PySpark is there.
    from duckstream.engines.delta.engine import DeltaEngine

    return DeltaEngine(spark, catalog, schema, close=stop_session)


def open_server(
    address: str, catalog: str | None, schema: str | None, settings: Mapping[str, str]
) -> DeltaEngine:
    """The lake of a Spark Connect server; `settings` are for this session alone."""
    from pyspark.errors import PySparkException
    from pyspark.sql.connect.session import SparkSession as RemoteSession

    try:
        spark = RemoteSession.builder.remote(address).getOrCreate()
        for key, value in settings.items():
            spark.conf.set(key, value)
    except PySparkException as error:
        raise LakeError(
            "NO_SERVER",
            f"the Spark server {address} cannot be used: {str(error).splitlines()[0]}",
            "start it, or correct the address",
        ) from error
    return open_session(spark, catalog, schema)
