"""The Spark session that the tests share: one per process, started by the first that asks.

Its settings are for tables of ten rows on two cores, where planning, compiling and bookkeeping are
all the cost there is. They change no result. A user's session has none of them.
"""

import os
import shutil
import sys
import tempfile
from atexit import register
from functools import cache
from pathlib import Path
from typing import Any

DELTA = {
    "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.sources.default": "delta",
    "spark.databricks.delta.properties.defaults.enableChangeDataFeed": "true",
    # Delta refuses ` ,;{}()=` in the names of columns that are also the names in the files.
    "spark.databricks.delta.properties.defaults.columnMapping.mode": "name",
    # Timestamps are shown, and dates are cast to timestamps, the same on every machine.
    "spark.sql.session.timeZone": "UTC",
}

SMALL = {
    "spark.master": "local[2]",
    "spark.driver.memory": "2g",
    "spark.driver.extraJavaOptions": "-XX:+UseSerialGC",
    # The log of a table, its state and every shuffle: one task each.
    "spark.databricks.delta.snapshotPartitions": "1",
    "spark.sql.shuffle.partitions": "1",
    "spark.default.parallelism": "1",
    "spark.sql.files.minPartitionNum": "1",
    "spark.sql.leafNodeDefaultParallelism": "1",
    # Nothing runs long enough to be worth compiling or planning again.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    # A table of one file has nothing to skip, and nobody asks how large its files are.
    "spark.databricks.delta.stats.collect": "false",
    "spark.databricks.delta.stats.skipping": "false",
    "spark.databricks.delta.fileSizeHistogramMetrics.enabled": "false",
    "spark.databricks.delta.checksumDVMetrics.enabled": "false",
    # No test reads ten commits of a table often enough to win a checkpoint back.
    "spark.databricks.delta.properties.defaults.checkpointInterval": "1000",
    "spark.sql.parquet.compression.codec": "uncompressed",
    # What nobody looks at: the pages, the plans as text, the log.
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.ui.liveUpdate.period": "-1",
    "spark.ui.retainedJobs": "1",
    "spark.ui.retainedStages": "1",
    "spark.ui.retainedTasks": "1",
    "spark.sql.ui.retainedExecutions": "1",
    "spark.sql.ui.explainMode": "simple",
    "spark.sql.maxPlanStringLength": "0",
    "spark.log.level": "ERROR",
}


@cache
def session() -> Any:
    """The one session of this process; connections are made by `newSession()`."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from delta import configure_spark_with_delta_pip
    from pyspark.sql import SparkSession

    folder = _folder()
    builder = SparkSession.builder.config("spark.sql.warehouse.dir", str(folder / "warehouse"))
    builder = builder.config("spark.local.dir", str(folder / "local"))
    for key, value in (DELTA | SMALL).items():
        builder = builder.config(key, value)
    return configure_spark_with_delta_pip(builder).getOrCreate()


def _folder() -> Path:
    """A folder in memory where there is one: every statement writes several small files."""
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="duckstream-", dir=memory if memory.is_dir() else None)
    register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
