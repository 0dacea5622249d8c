"""A refresh that is killed leaves the old state or the new one, and the next one mends it."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import duckstream as ds
from duckstream.lake import Lake

pytestmark = pytest.mark.slow

# At each event of a run, and at random times; `make faults` asks for more of these.
RANDOM_KILLS = int(os.environ.get("DUCKSTREAM_FAULTS", "8"))
VIEWS = {
    "totals": "SELECT y, SUM(x) AS total, MAX(x) AS most FROM r JOIN s USING (k) GROUP BY y",
    "above": "SELECT y, total FROM totals WHERE total > (SELECT AVG(x) FROM r)",
}


class Refresher:
    """The other process."""

    def __init__(self, lake: str) -> None:
        self._lake = lake
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("refresher.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def refresh(self, die_at: int | None = None, kill_after: float | None = None) -> bool:
        """Refresh in a child; was it killed before it came to its end?"""
        assert self._process.stdin is not None
        order = {"lake": self._lake, "die_at": die_at}
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        child = self._answer()["child"]
        if kill_after is not None:
            time.sleep(kill_after)
            # It may be done by now.
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        return bool(self._answer()["killed"])

    def _answer(self) -> dict[str, int]:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def target(tmp_path: Path) -> str:
    target = f"ducklake:{tmp_path / 'test.ducklake'}"
    with ds.open(target) as lake:
        lake.sql("CREATE TABLE r (k INTEGER, x INTEGER)")
        lake.sql("CREATE TABLE s (k INTEGER, y VARCHAR)")
        lake.sql("INSERT INTO r SELECT i % 7, i FROM range(100) AS t(i)")
        lake.sql("INSERT INTO s SELECT i, 'n' || i % 3 FROM range(7) AS t(i)")
        for name, sql in VIEWS.items():
            lake.create_view(name, sql, policy="strict")
    return target


@pytest.fixture
def refresher(target: str) -> Iterator[Refresher]:
    refresher = Refresher(target)
    yield refresher
    refresher.close()


def change(lake: Lake, number: int) -> None:
    lake.sql(f"INSERT INTO r VALUES ({number % 9}, {number * 10}), (1, {number})")
    lake.sql(f"DELETE FROM r WHERE x = {number}")
    lake.sql(f"UPDATE s SET y = 'u{number}' WHERE k = {number % 7}")


def check(lake: Lake) -> None:
    """Every view is right where it stands, is brought up to date, and is right there."""
    verify(lake)
    lake.refresh()
    assert all(status.fresh for status in lake.status())
    verify(lake)
    check_history(lake)


def verify(lake: Lake) -> None:
    for view in lake.views():
        found = view.verify()
        assert found.equal, str(found)


def check_history(lake: Lake) -> None:
    """Each record belongs to one commit, and begins where the one before it ended."""
    for name in VIEWS:
        written = [r for r in lake.view(name).history() if r.kind in ("create", "refresh")]
        commits = [record.commit or 0 for record in written]
        assert commits == sorted(set(commits), reverse=True)
        for later, earlier in itertools.pairwise(written):
            for table, (start, _) in later.sources.items():
                assert start == earlier.sources[table][1], (name, table)
        cursors = lake.sql(
            f"SELECT source_table, last_snapshot FROM _ivm_cursors WHERE mv_name = '_ivm_{name}'"
        ).fetchall()
        ends = {table: end for table, (_, end) in written[0].sources.items()}
        assert {table.removeprefix("_ivm_"): at for table, at in cursors} == ends


def test_killed_at_every_step(target: str, refresher: Refresher) -> None:
    kills = 0
    while True:
        with ds.open(target) as lake:
            check(lake)
            change(lake, kills)
        if not refresher.refresh(die_at=kills + 1):
            # It came to its end: there is no such step.
            break
        kills += 1
    with ds.open(target) as lake:
        check(lake)
    assert kills >= 25


def test_killed_at_random_times(target: str, refresher: Refresher) -> None:
    chance = random.Random(1)
    begun = time.monotonic()
    assert not refresher.refresh()
    takes = time.monotonic() - begun
    for number in range(1, RANDOM_KILLS + 1):
        with ds.open(target) as lake:
            check(lake)
            change(lake, number)
        refresher.refresh(kill_after=chance.uniform(0, takes * 1.5))
    with ds.open(target) as lake:
        check(lake)
