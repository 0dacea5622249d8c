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

import pytest

from duckstream.engines.delta.jars import delta_jars, spark_home
from duckstream.engines.delta.java import find_java

# Where else than in this process Spark runs, if it does: the address of a Spark Connect server, or
# the master of a session, such as local-cluster[2,1,1024].
REMOTE = "DUCKSTREAM_SPARK_REMOTE"
MASTER = "DUCKSTREAM_SPARK_MASTER"

MARKS = (pytest.mark.spark,)

DELTA = {
    "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.sources.default": "delta",
    "spark.databricks.delta.properties.defaults.enableChangeDataFeed": "true",
    # Timestamps are shown, and dates are cast to timestamps, the same on every machine.
    "spark.sql.session.timeZone": "UTC",
}

SMALL = {
    "spark.driver.memory": "2g",
    # (Without the second one Java collects garbage each time that it has loaded more classes.)
    "spark.driver.extraJavaOptions": "-XX:+UseSerialGC -XX:MetaspaceSize=512m",
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
    "spark.sql.optimizer.runtime.bloomFilter.enabled": "false",
    "spark.sql.optimizer.dynamicPartitionPruning.enabled": "false",
    "spark.sql.constraintPropagation.enabled": "false",
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


def new_session() -> Any:
    """A session with temporary views and settings of its own, on the Spark of this process.

    Through Spark Connect it is the same one each time: PySpark takes whatever session is the active
    one for that of a checkpoint.
    """
    remote = os.environ.get(REMOTE)
    return session().newSession() if remote is None else _remote_session(remote)


@cache
def _remote_session(address: str) -> Any:
    from pyspark.sql.connect.session import SparkSession

    return SparkSession.builder.remote(address).getOrCreate()


@cache
def session() -> Any:
    """The one Spark of this process."""
    set_variables()
    from pyspark.sql import SparkSession

    builder = SparkSession.builder
    for key, value in settings(os.environ.get(MASTER, "local[2]")).items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def set_variables() -> None:
    """What Spark looks for in the environment."""
    wanted = {
        **find_java().environment(),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_HOME": str(spark_home()),
    }
    for name, value in wanted.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


def settings(master: str) -> dict[str, str]:
    folder = _folder()
    return {
        **DELTA,
        **SMALL,
        "spark.master": master,
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.local.dir": str(folder / "local"),
        "spark.jars": ",".join(map(str, delta_jars())),
    }


def _folder() -> Path:
    """A folder in memory where there is one: every statement writes several small files."""
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="duckstream-", dir=memory if memory.is_dir() else None)
    register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
