"""An engine that notes how long each statement takes, to see where a refresh spends its time."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from duckstream.engines.ducklake.engine import DuckLakeEngine


@dataclass(frozen=True)
class Cost:
    """Time on the clock, and of all processors together, which other programs disturb less."""

    seconds: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.seconds + other.seconds, self.cpu + other.cpu)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.seconds - other.seconds, self.cpu - other.cpu)

    @classmethod
    def now(cls) -> Cost:
        return cls(time.perf_counter(), time.process_time())


class TimedEngine(DuckLakeEngine):
    """`costs` grows with every statement; empty it before what is to be looked at."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.costs: dict[str, Cost] = {}
        super().__init__(*arguments, **options)

    def execute(self, sql: str, *parameters: Any) -> None:
        start = Cost.now()
        super().execute(sql, *parameters)
        self._note(sql, Cost.now() - start)

    def rows(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        start = Cost.now()
        found = super().rows(sql, *parameters)
        self._note(sql, Cost.now() - start)
        return found

    def _note(self, sql: str, cost: Cost) -> None:
        label = label_of(sql)
        self.costs[label] = self.costs.get(label, Cost()) + cost


def label_of(sql: str) -> str:
    """The statement in a few words.

    >>> label_of('CREATE OR REPLACE TABLE "__ivm_work_1"."main"."__ivm_v_next" AS SELECT 1')
    'compute __ivm_v_next'
    """
    words = " ".join(sql.split()).replace('"', "")
    created = re.match(r"CREATE OR REPLACE TABLE __ivm_work_\d+\.main\.(\S+)", words)
    return f"compute {created[1]}" if created else words[:60]
