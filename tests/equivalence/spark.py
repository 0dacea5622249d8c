"""The Spark session that the tests share: one per process, started by the first that asks.

Its settings are for tables of ten rows on two cores, where planning, compiling and bookkeeping are
all the cost there is. They change no result. A user's session has none of them.
"""

import os
import shutil
import sys
import tempfile
import zipfile
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
    "spark.driver.memory": "4g",
    # Garbage is collected seldom, not whenever Java has loaded more classes, and all compiled code
    # is kept.
    "spark.driver.extraJavaOptions": (
        "-XX:+UseSerialGC -Xmn2600m -XX:MetaspaceSize=512m -XX:ReservedCodeCacheSize=512m"
    ),
    # A sort or a group takes a page at least, and Java fills it with zeros.
    "spark.buffer.pageSize": "1m",
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
    # How many rows it has is asked, which takes a job where its files do not tell.
    "spark.databricks.delta.properties.defaults.dataSkippingNumIndexedCols": "0",
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


# Where nobody else writes to the tables: no second file with the checksum of each, no `chmod` and
# no `readlink` in a process of their own for each file that is made or renamed.
UNSHARED = {
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
    "spark.hadoop.fs.AbstractFileSystem.file.impl": "org.apache.hadoop.fs.local.RawLocalFs",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.streaming.checkpointFileManagerClass": (
        "org.apache.spark.sql.execution.streaming.checkpointing"
        ".FileSystemBasedCheckpointFileManager"
    ),
}

# For every job Spark looks into its own classes, and would unpack them from these each time.
UNPACKED = ("spark-core_*.jar", "spark-sql_*.jar")


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
    wanted = settings(os.environ.get(MASTER, "local[2]")) | UNSHARED
    for key, value in (wanted | _unpacked(Path(wanted["spark.local.dir"]))).items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    _forget_foreign_settings(session)
    return session


def _unpacked(folder: Path) -> dict[str, str]:
    """Settings by which the classes come from archives that need not be unpacked."""
    jars = [jar for pattern in UNPACKED for jar in (spark_home() / "jars").glob(pattern)]
    spark, delta = (
        [_store(jar, folder) for jar in packed]
        for packed in (jars, [jar for jar in delta_jars() if "delta-spark" in jar.name])
    )
    others = [jar for jar in delta_jars() if folder / jar.name not in delta]
    return {
        "spark.driver.extraClassPath": os.pathsep.join(map(str, spark)),
        "spark.jars": ",".join(map(str, [*delta, *others])),
    }


def _store(jar: Path, folder: Path) -> Path:
    """A copy of an archive, in which nothing is packed."""
    folder.mkdir(exist_ok=True)
    copy = folder / jar.name
    with zipfile.ZipFile(jar) as packed, zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as stored:
        for name in packed.namelist():
            stored.writestr(name, packed.read(name))
    return copy


def _forget_foreign_settings(session: Any) -> None:
    """Hadoop's thousand settings, but for those of file systems, concern what is not used here, and
    all of them are packed and sent along with each job.
    """
    hadoop = session.sparkContext._jsc.hadoopConfiguration()
    entries = hadoop.iterator()
    names = []
    while entries.hasNext():
        names.append(entries.next().getKey())
    for name in names:
        if not name.startswith("fs."):
            hadoop.unset(name)


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
