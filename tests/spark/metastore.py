"""A Hive metastore on this machine, from the jars that come with Spark: a catalogue for several."""

import os
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from duckstream.engines.delta.jars import spark_home
from duckstream.engines.delta.java import find_java

SERVER = "org.apache.hadoop.hive.metastore.HiveMetaStore"
SECONDS_TO_START = 60.0


@contextmanager
def metastore(folder: Path) -> Generator[str]:
    """The address of a metastore that keeps its database in the folder."""
    port = _find_port()
    settings = {
        "javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={folder / 'db'};create=true",
        "datanucleus.schema.autoCreateAll": "true",
        "hive.metastore.schema.verification": "false",
        "hive.metastore.warehouse.dir": f"file:{folder / 'warehouse'}",
        # It would want a library that Spark does not bring.
        "hive.async.log.enabled": "false",
    }
    java = find_java().environment()
    environment = {**os.environ, **{key: value for key, value in java.items() if value is not None}}
    home = environment.get("JAVA_HOME")
    command = [
        str(Path(home) / "bin" / "java") if home else "java",
        *("-cp", str(spark_home() / "jars" / "*"), SERVER, "-p", str(port)),
        *(word for key, value in settings.items() for word in ("--hiveconf", f"{key}={value}")),
    ]
    with (folder / "metastore.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(port, process)
            yield f"thrift://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def _find_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.2)
