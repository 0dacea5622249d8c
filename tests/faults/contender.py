"""A process that refreshes a lake again and again, or writes to it, until its time is over.

    contender.py <lake> refresh|write <seconds>

It prints how often it did what, as JSON.
"""

import json
import random
import sys
import time
from collections import Counter

import duckstream as ds
from duckstream.lake import Lake
from duckstream.refresh.events import Event
from duckstream.refresh.retry import try_again


def refresh(lake: Lake, done: Counter[str]) -> None:
    def listen(event: Event) -> None:
        done[event.kind] += event.kind == "retry"

    for report in lake.refresh(listener=listen).values():
        done[report.strategy] += 1


def write(lake: Lake, done: Counter[str]) -> None:
    """Rows come, change and go; a writer meets conflicts, too, and tries again."""
    k, x = random.randrange(10), random.randrange(1000)
    statement = random.choice(
        [
            f"INSERT INTO r VALUES ({k}, {x}), ({k}, {x + 1})",
            f"UPDATE r SET x = x + 1 WHERE k = {k}",
            f"DELETE FROM r WHERE x = {x}",
            f"INSERT INTO s VALUES ({k}, 'n{x % 5}')",
        ]
    )

    engine = lake.engine
    try_again(lambda: lake.sql(statement), on=engine.errors, if_=engine.is_conflict)
    done["written"] += 1
    time.sleep(0.05)


def main() -> None:
    target, what, seconds = sys.argv[1:]
    end = time.monotonic() + float(seconds)
    done: Counter[str] = Counter()
    with ds.open(target) as lake:
        while time.monotonic() < end:
            (refresh if what == "refresh" else write)(lake, done)
    print(json.dumps(done))


if __name__ == "__main__":
    main()
