"""A lake in a folder outlives the process that made it: the next one finds tables and views."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.equivalence import spark

# (`test_killed` opens one lake in several processes, too.)
pytestmark = [*spark.MARKS, pytest.mark.whole]

OPEN = """
import sys
import duckstream as ds
lake = ds.open(f"spark:{sys.argv[1]}")
"""
CREATE = """
lake.sql("CREATE TABLE r (k INT, x INT) USING delta")
lake.sql("INSERT INTO r VALUES (1, 10), (1, 20), (2, 30)")
lake.create_view("totals", "SELECT k, SUM(x) AS total FROM r GROUP BY k", policy="strict")
lake.close()
"""
CHANGE = """
lake.sql("INSERT INTO r VALUES (2, 7), (3, 1)")
lake.sql("DELETE FROM r WHERE x = 10")
report = lake.refresh()["totals"]
print(report.strategy, report.rows_in, report.rows_out, lake.view("totals").verify().equal)
print(sorted(tuple(row) for row in lake.sql("SELECT * FROM totals").collect()))
lake.close()
"""


def run(script: str, folder: Path) -> list[str]:
    command = [sys.executable, "-c", OPEN + script, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.splitlines()


def test_a_view_made_in_one_process_is_refreshed_in_another(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    assert run(CREATE, folder) == []
    assert run(CHANGE, folder) == ["incremental 3 3 True", "[(1, 20), (2, 37), (3, 1)]"]
