"""The core of the equivalence suite where the driver is not the executor, nor the client.

Each in a process of its own: one Python process has one Spark.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from duckstream.engines.delta.jars import spark_home
from tests.equivalence import spark

pytestmark = [*spark.MARKS, pytest.mark.whole]

# Both sides of a join change, views on views with copies, sums, groups computed again: every way
# in which a statement is computed, cached and committed.
CORE = ("07_view_without_aggregate_has_duplicates", "24_count_distinct_over_a_join")
SECONDS_TO_START = 120


def run_core(variables: dict[str, str]) -> None:
    chosen = " or ".join(f"delta-{name}" for name in CORE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", "not sound"]
    done = subprocess.run(
        [*command, "-k", chosen, "tests/equivalence/test_scenarios.py"],
        env={**os.environ, **variables},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert f"{len(CORE)} passed" in done.stdout


def test_with_executors_in_processes_of_their_own() -> None:
    run_core({spark.MASTER: "local-cluster[2,1,1024]"})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a Spark Connect server on this machine."""
    spark.set_variables()
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = spark.settings("local[2]") | {
        "spark.connect.grpc.binding.port": str(port),
        "spark.connect.grpc.binding.address": "127.0.0.1",
    }
    options = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    log = (tmp_path / "server.log").open("wb")
    process = subprocess.Popen(
        [
            spark_home() / "bin" / "spark-submit",
            *("--class", "org.apache.spark.sql.connect.service.SparkConnectServer"),
            *options,
            "spark-internal",
        ],
        stdout=log,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
    )
    try:
        _wait_for(port, process, tmp_path / "server.log")
        yield f"sc://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
        log.close()


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(SECONDS_TO_START * 2):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, log.read_text(errors="replace")[-4000:]
        time.sleep(0.5)
    raise AssertionError(f"no server after {SECONDS_TO_START} s: {log.read_text()[-4000:]}")


def test_through_spark_connect(server: str) -> None:
    run_core({spark.REMOTE: server})
