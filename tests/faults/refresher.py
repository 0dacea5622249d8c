"""A process that refreshes a lake on demand, and dies in the middle where it is told to.

It reads one order per line, as JSON: `{"lake": ..., "die_at": n}` refreshes the lake in a child of
its own, which kills itself at the n-th event. Without `die_at` the child goes to the end, unless
somebody else kills it: its number is printed first, and how it ended afterwards.
"""

import json
import os
import signal
import sys

import duckstream as ds
from duckstream.engines.ducklake.engine import DuckLakeEngine  # noqa: F401 (imported before forks)
from duckstream.refresh.events import Event


def refresh(lake: str, die_at: int | None) -> None:
    seen = 0

    def listen(event: Event) -> None:
        nonlocal seen
        seen += 1
        if seen == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    with ds.open(lake) as opened:
        opened.refresh(listener=listen)


def main() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                refresh(order["lake"], order.get("die_at"))
            finally:
                os._exit(0)
        print(json.dumps({"child": child}), flush=True)
        _, status = os.waitpid(child, 0)
        print(json.dumps({"killed": os.WIFSIGNALED(status)}), flush=True)


if __name__ == "__main__":
    main()
