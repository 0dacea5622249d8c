"""Two drivers refresh one lake while one of them writes to it: nothing is counted twice."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.equivalence import spark
from tests.spark.metastore import metastore

# Three processes of Java: not in `make test`.
pytestmark = [*spark.MARKS, pytest.mark.whole]

SECONDS = os.environ.get("DUCKSTREAM_TOGETHER", "30")
ROOT = Path(__file__).parents[2]


class Driver:
    def __init__(self, address: str, folder: Path, log: Path) -> None:
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.spark.driver", address, f"file:{folder}", SECONDS],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.open("wb"),
            text=True,
        )

    def tell(self, what: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._log.read_text(errors="replace")[-4000:]
        return json.loads(line)

    def do(self, what: str) -> Any:
        self.tell(what)
        return self.answer()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def test_two_drivers_refresh_one_lake_while_one_writes(tmp_path: Path) -> None:
    with metastore(tmp_path) as address:
        drivers = [Driver(address, tmp_path / "tables", tmp_path / f"{n}.log") for n in range(2)]
        try:
            first, second = drivers
            assert [driver.answer() for driver in drivers] == ["started"] * 2
            first.do("make")
            first.tell("refresh_and_write")
            second.tell("refresh")
            done = Counter(first.answer()) + Counter(second.answer())
            assert done["written"] > 0
            first.do(f"check {json.dumps(done)}")
        finally:
            for driver in drivers:
                driver.close()
