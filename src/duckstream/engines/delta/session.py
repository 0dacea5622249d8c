"""A local Spark session whose tables stay in a folder.

The folder holds the catalogue (`metastore_db`, a Derby database, which takes one process at a
time), the tables (`warehouse`) and what Java has to say (`spark.log`). One process has one session:
Spark's Java is started with settings that cannot change later, so another folder needs
`stop_session` first, which ends that Java too.
"""

from __future__ import annotations

import atexit
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from duckstream.engines.delta.jars import delta_jars, spark_home, telling_line
from duckstream.engines.delta.java import find_java
from duckstream.engines.delta.memory import megabytes_for_java
from duckstream.errors import LakeError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CATALOG = "metastore_db"
TABLES = "warehouse"
LOG = "spark.log"

_COLLECTOR = re.compile(r"-XX:\+Use\w+GC")
# A Java that is just ending still holds the catalogue for a moment.
SECONDS_TO_END = 3.0


@dataclass(frozen=True)
class _Started:
    folder: Path
    session: SparkSession


_started: _Started | None = None
_lock = threading.RLock()


def start_session(
    folder: Path, wanted: Mapping[str, str] | None = None, *, brief: bool = False
) -> SparkSession:
    """The session of the lake in `folder`, which is made if it is not there.

    `wanted` are settings that go before our own; a session that runs already is not given them.
    `brief` if it is for minutes: see `session_settings`.
    """
    global _started
    folder = folder.absolute()
    with _lock:
        home = spark_home()
        if _started is not None and _started.folder == folder:
            if _is_running(_started.session):
                return _started.session
            stop_session()
        _refuse_another_session()
        if not folder.parent.is_dir():
            raise LakeError(
                "NO_FOLDER", f"there is no folder {folder.parent}", "make it, or correct the path"
            )
        _wait_until_free(folder)
        java = find_java()
        own = session_settings(folder, delta_jars(), wanted, brief=brief)
        settings = {**own, **(wanted or {})}
        folder.mkdir(exist_ok=True)
        variables = {
            **java.environment(),
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_HOME": str(home),
        }
        with _environment(variables):
            session = _start(folder, settings)
        _started = _Started(folder, session)
        atexit.register(stop_session)
        return session


def stop_session() -> None:
    """End the session that `start_session` began, and its Java, so that the folder is free."""
    global _started
    with _lock:
        if _started is None:
            return
        session, _started = _started.session, None
        atexit.unregister(stop_session)
        if _is_running(session):
            with suppress(Exception):  # a Java that has died cannot say goodbye
                session.stop()
        _end_java()


def session_settings(
    folder: Path, jars: list[Path], wanted: Mapping[str, str] | None = None, *, brief: bool = False
) -> dict[str, str]:
    """What a local session is started with, beside what is `wanted`.

    A session of the user's own is never given these. One that lasts for minutes only does without
    Java's second compiler: what that gains later it takes from the processors now, a third of the
    time of a refresh of many small views in a new process.
    """
    memory = megabytes_for_java()
    java_options = [
        # Derby would write into the current directory.
        f"-Dderby.system.home={folder}",
        "-Dderby.stream.error.field=java.lang.System.err",
        # The code of many small queries: with the usual 240 MB Java throws out what it needs again.
        "-XX:ReservedCodeCacheSize=512m",
        # What Spark needs in any case: to grow up to that takes one collection after the other.
        f"-Xms{memory // 3}m",
        "-XX:MetaspaceSize=512m",
    ]
    if brief:
        java_options.append("-XX:TieredStopAtLevel=1")
    if not _COLLECTOR.search(" ".join(_java_options_of_others(wanted or {}))):
        # On few cores: what is collected while others work is taken from their time.
        java_options.append("-XX:+UseParallelGC")
    return {
        "spark.app.name": "duckstream",
        "spark.master": "local[*]",
        "spark.driver.memory": f"{memory}m",
        "spark.jars": ",".join(str(jar) for jar in jars),
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalogImplementation": "hive",
        "spark.hadoop.javax.jdo.option.ConnectionURL": (
            f"jdbc:derby:;databaseName={folder / CATALOG};create=true"
        ),
        "spark.sql.warehouse.dir": str(folder / TABLES),
        "spark.driver.defaultJavaOptions": shlex.join(java_options),
        # Nobody else is to reach a local session, and the machine's name need not resolve.
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Without its pages nobody looks at what was done, which takes memory all the same.
        "spark.sql.ui.retainedExecutions": "10",
        "spark.ui.retainedJobs": "100",
        "spark.ui.retainedStages": "100",
        "spark.ui.retainedTasks": "1000",
        # Tables are small here: with the defaults each statement runs 50 and 200 tiny tasks.
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.sql.shuffle.partitions": str(max(2, min(4, os.cpu_count() or 2))),
        # A refresh runs dozens of small queries, the same ones each time: with the default of 100
        # a fifth of its time goes into compiling them again.
        "spark.sql.codegen.cache.maxEntries": "5000",
        # What is broadcast takes a page at least, of 64 MB by default, and most of it is tiny.
        "spark.buffer.pageSize": "2m",
        "spark.databricks.delta.properties.defaults.enableChangeDataFeed": "true",
    }


def _java_options_of_others(wanted: Mapping[str, str]) -> list[str]:
    """Java does not start with two collectors of garbage: who has chosen one keeps it."""
    variables = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
    return [
        wanted.get("spark.driver.extraJavaOptions", ""),
        *(os.environ.get(name, "") for name in variables),
    ]


def _start(folder: Path, settings: dict[str, str]) -> SparkSession:
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    configuration = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    log = folder / LOG
    try:
        # Java's own lines ("WARNING: Using incubator modules") can be kept off in no other way.
        with log.open("wb") as errors:
            gateway = launch_gateway(configuration, {"stderr": errors})
        context = SparkContext(conf=configuration, gateway=gateway)
        session = SparkSession(context)
        session.catalog.databaseExists("default")  # opens the catalogue
    except Exception as error:
        active = SparkContext._active_spark_context
        if active is not None:
            with suppress(Exception):
                active.stop()
        _end_java()
        raise _not_started(folder, error) from error
    return session


def _not_started(folder: Path, error: Exception) -> LakeError:
    said = (folder / LOG).read_text(errors="replace") if (folder / LOG).is_file() else ""
    if "ERROR XSDB6" in said:  # Derby: another instance has the database open
        return _in_use(folder)
    reason = telling_line(said) if "JAVA_GATEWAY_EXITED" in str(error) else first_line(error)
    return LakeError(
        "CANNOT_START",
        f"Spark does not start for the lake {folder}: {reason}",
        f"{folder / LOG} has all of it",
    )


def first_line(error: Exception) -> str:
    """What an error of Spark says before the stack trace of Java."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # py4j says first which of its calls failed, and after a colon why.
    reasons = [line.removeprefix(": ") for line in lines if line.startswith(": ")]
    return next(iter([*reasons, *lines]), type(error).__name__)[:300]


def _refuse_another_session() -> None:
    """Spark would hand back the session that there is, with other settings and other tables."""
    from pyspark import SparkContext
    from pyspark.sql.utils import is_remote

    if _started is not None:
        raise LakeError(
            "SESSION_ACTIVE",
            f"this process has the lake {_started.folder} open, and Spark has one at a time",
            "close that one first, or open the other in a process of its own",
        )
    if SparkContext._active_spark_context is not None or is_remote():
        raise LakeError(
            "SESSION_ACTIVE",
            "this process has a Spark session already, and it cannot have a second one",
            "use that one: ds.open(spark)",
        )
    if SparkContext._gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
        raise LakeError(
            "SESSION_ACTIVE",
            "this process belongs to a Spark that was started with other settings",
            "start a session with Delta Lake there and use ds.open(spark), or open the lake "
            "in a new process",
        )


def _is_running(session: SparkSession) -> bool:
    return session.sparkContext._jsc is not None


def _wait_until_free(folder: Path) -> None:
    """Ask for the lock that Derby holds on its files: an answer now, not after Java has started."""
    try:
        import fcntl
    except ImportError:  # Windows: Derby says it later
        return
    deadline = time.monotonic() + SECONDS_TO_END
    while True:
        try:
            with (folder / CATALOG / "dbex.lck").open("r+b") as file:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except FileNotFoundError:
            return
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise _in_use(folder) from error
            time.sleep(0.1)


def _in_use(folder: Path) -> LakeError:
    return LakeError(
        "LAKE_IN_USE",
        f"another process has the lake {folder} open, and its catalogue takes one at a time",
        "close it there first; to share a lake between processes use a Spark server and "
        "ds.open(spark)",
    )


def _end_java() -> None:
    """Shut Spark's Java down and forget it, so that the next session starts one of its own."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    SparkContext._gateway = None
    SparkContext._jvm = None
    if gateway is None:
        return
    process: subprocess.Popen[bytes] = gateway.proc
    with suppress(Exception):
        gateway.shutdown()
    if process.stdin is not None:
        process.stdin.close()  # what Java waits for
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def _environment(variables: dict[str, str | None]) -> Generator[None]:
    """The environment with these variables, as it was afterwards: Spark reads it at its start."""
    before = {name: os.environ.get(name) for name in variables}
    _set_variables(variables)
    try:
        yield
    finally:
        _set_variables(before)


def _set_variables(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
