"""Several processes refresh one lake while another writes to it: nothing is counted twice."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import duckstream as ds

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("DUCKSTREAM_TOGETHER", "30"))
VIEWS = {
    "totals": "SELECT k, SUM(x) AS total, COUNT(*) AS n, MAX(x) AS most FROM r GROUP BY k",
    "named": "SELECT y, SUM(x) AS total FROM r JOIN s USING (k) GROUP BY y",
    "large": "SELECT n > 20 AS is_large, COUNT(*) AS n FROM totals GROUP BY 1",
}


def start(target: str, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("contender.py")), target, what, str(SECONDS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> Counter[str]:
    out, err = process.communicate(timeout=SECONDS + 120)
    assert process.returncode == 0, err[-3000:]
    return Counter(json.loads(out))


@pytest.mark.parametrize("refreshers", [2, 4])
def test_processes_refresh_one_lake_while_another_writes(refreshers: int, tmp_path: Path) -> None:
    target = f"ducklake:sqlite:{tmp_path / 'lake.sqlite'}"
    with ds.open(target) as lake:
        lake.sql("CREATE TABLE r (k INTEGER, x INTEGER)")
        lake.sql("CREATE TABLE s (k INTEGER, y VARCHAR)")
        lake.sql("INSERT INTO r SELECT i % 10, i FROM range(100) AS t(i)")
        lake.sql("INSERT INTO s SELECT i, 'n' || i % 5 FROM range(10) AS t(i)")
        for name, sql in VIEWS.items():
            lake.create_view(name, sql, policy="strict")
    processes = [start(target, what) for what in ["write", *["refresh"] * refreshers]]
    writer, *others = [finish(process) for process in processes]
    done = sum(others, Counter())
    assert writer["written"] > 0
    assert done["incremental"] > 0
    assert done["failed"] == 0
    with ds.open(target) as lake:
        for view in lake.views():
            found = view.verify()
            assert found.equal, str(found)
        lake.refresh()
        written = [record for record in lake.history() if record.kind == "refresh"]
        for view in lake.views():
            found = view.verify()
            assert found.equal, str(found)
            own = [r for r in written if r.view == view.name]
            commits = [record.commit for record in own]
            assert len(set(commits)) == len(commits)
        final = sum(report.strategy == "incremental" for report in lake.refresh().values())
        assert final == 0
        # What the processes say they have done is what was recorded, once each.
        last_run = {record.run for record in written[:1]}
        recorded = [record for record in written if record.run not in last_run]
        assert len(recorded) <= done["incremental"] <= len(written)


def test_a_lake_that_another_process_holds(tmp_path: Path) -> None:
    path = tmp_path / "lake.ducklake"
    with ds.open(f"ducklake:{path}"):
        code = f"import duckstream as ds; ds.open('ducklake:{path}')"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
    assert "LAKE_HELD" in done.stderr
    assert "ducklake:sqlite:" in done.stderr
