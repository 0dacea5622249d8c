"""Several processes refresh one lake while another writes to it: nothing is counted twice."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import duckstream as ds
from tests.faults import together

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("DUCKSTREAM_TOGETHER", "8"))


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
        together.make(lake)
    processes = [start(target, what) for what in ["write", *["refresh"] * refreshers]]
    writer, *others = [finish(process) for process in processes]
    assert writer["written"] > 0
    with ds.open(target) as lake:
        together.check(lake, sum(others, Counter()))


def test_a_lake_that_another_process_holds(tmp_path: Path) -> None:
    path = tmp_path / "lake.ducklake"
    with ds.open(f"ducklake:{path}"):
        code = f"import duckstream as ds; ds.open('ducklake:{path}')"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
    assert "LAKE_HELD" in done.stderr
    assert "ducklake:sqlite:" in done.stderr
