"""A driver of its own: checks the lake in a folder, changes it, and refreshes it until it dies.

    python -m tests.spark.spark_refresher <folder> <round> <seconds>

It dies so many seconds after the beginning of the commit, unless they are "never": the whole
process group, Spark's Java with it, in the middle of a MERGE if the time is short enough.
"""

import os
import signal
import sys
import time
from pathlib import Path

import duckstream as ds
from duckstream.engines.delta.engine import DeltaEngine
from duckstream.engines.delta.session import start_session
from duckstream.lake import Lake
from duckstream.refresh.events import Event, Step
from tests.equivalence.spark import SMALL

VIEWS = {
    "totals": "SELECT k, SUM(x) AS total, MAX(x) AS most FROM r GROUP BY k",
    "large": "SELECT total > 100 AS is_large, COUNT(*) AS n FROM totals GROUP BY total > 100",
}


def make(lake: Lake) -> None:
    lake.sql("CREATE TABLE r (k INT, x INT) USING delta")
    lake.sql("INSERT INTO r SELECT id % 7, id FROM range(100)")
    for name, sql in VIEWS.items():
        lake.create_view(name, sql, policy="strict")


def check(lake: Lake) -> None:
    """Every view is right where it stands, is brought up to date, and is right there."""
    for _ in range(2):
        for view in lake.views():
            found = view.verify()
            assert found.equal, str(found)
        lake.refresh()
    for name in VIEWS:
        written = [r for r in lake.view(name).history() if r.kind in ("create", "refresh")]
        commits = [record.commit for record in written]
        assert len(set(commits)) == len(commits)
        assert [record.sources["r" if name == "totals" else "totals"][0] for record in written] == [
            *(record.sources["r" if name == "totals" else "totals"][1] for record in written[1:]),
            None,
        ]
    assert all(status.fresh for status in lake.status())


def main() -> None:
    folder, number, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3]

    def die(*_: object) -> None:
        os.killpg(os.getpgid(0), signal.SIGKILL)

    def listen(event: Event) -> None:
        if isinstance(event, Step) and event.step == "commit" and seconds != "never":
            signal.setitimer(signal.ITIMER_REAL, float(seconds))

    # Views are refreshed in threads, and signals are taken by the first one only.
    signal.signal(signal.SIGALRM, die)
    # The lake's own session, with the settings for small tables.
    start_session(Path(folder), SMALL, brief=True)
    with ds.open(f"spark:{folder}") as lake:
        assert isinstance(lake.engine, DeltaEngine)
        if number % 2 == 0:
            # So that it is a MERGE: small tables are written anew.
            lake.engine.small_table = 0
        if number == 0:
            make(lake)
        else:
            check(lake)
        lake.sql(f"INSERT INTO r VALUES ({number}, {number * 50}), (1, 1)")
        lake.sql(f"DELETE FROM r WHERE x = {number + 20}")
        lake.refresh(listener=listen)
        if seconds != "never":
            # The commit was faster than death: let it come.
            time.sleep(float(seconds) + 5)
        check(lake)
    print("done")


if __name__ == "__main__":
    main()
