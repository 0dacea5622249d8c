"""A driver that is killed while it commits: the next one finds the old state or the new one."""

import os
import subprocess
import sys
from pathlib import Path

from tests.equivalence import spark

pytestmark = [*spark.MARKS]

# How long after the beginning of a commit; `make faults` asks for more.
TIMES = [0.15, *(0.1 * n for n in range(int(os.environ.get("DUCKSTREAM_SPARK_FAULTS", "0"))))]


def run(folder: Path, number: int, seconds: object) -> subprocess.CompletedProcess[str]:
    module = "tests.spark.spark_refresher"
    return subprocess.run(
        [sys.executable, "-m", module, str(folder), str(number), str(seconds)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )


def test_a_driver_killed_while_it_commits(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    for number, seconds in enumerate(TIMES):
        done = run(folder, number, seconds)
        # A negative code is the number of the signal that killed it.
        assert done.returncode == -9, done.stderr[-3000:]
    done = run(folder, len(TIMES), "never")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines()[-1] == "done"
