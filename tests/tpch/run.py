"""A lake with the tables of TPC-H: change it, refresh, and compare views with their queries."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from tests.equivalence.engines import Engine, Row
from tests.tpch.data import create_tables
from tests.tpch.refresh_functions import Cycle

SHOWN = 10


@dataclass
class Run:
    """The rows that each view had when last compared are kept, to see which changes."""

    engine: Engine
    lake: Any
    queries: dict[str, str] = field(default_factory=dict)
    _strategies: dict[str, str] = field(default_factory=dict)
    _rows: dict[str, Counter[Row]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def create(self, name: str, sql: str, policy: str = "strict") -> None:
        self.queries[name] = self.engine.translate(sql)
        self._strategies[name] = "full" if policy == "full" else "incremental"
        self.lake.create_view(name, self.queries[name], policy)
        self._rows[name] = self._compare(name, "when it was created")

    def take(self, cycle: Cycle) -> None:
        """Change the tables, refresh all views at once, and compare each with its query."""
        for statement in cycle.statements:
            self.lake.sql(self.engine.translate(statement))
        report = self.lake.refresh()
        for name in self.queries:
            rows = self._compare(name, f"in cycle {cycle.number}")
            strategy, expected = report[name].strategy, self._strategies[name]
            # A view that no changed table reaches has nothing to do.
            assert strategy in (expected, "no_op"), f"{name}: {report[name]}"
            if rows != self._rows[name]:
                assert strategy == expected, f"{name} changed: {report[name]}"
                self.changed.add(name)
            self._rows[name] = rows

    def _compare(self, name: str, when: str) -> Counter[Row]:
        extra, missing, expected = Counter[Row](), Counter[Row](), Counter[Row]()
        comparison = self.engine.comparison(f"SELECT * FROM {name}", self.queries[name])
        for more, fewer, all_of_it, *row in self.engine.fetch(self.lake.sql(comparison)):
            extra[tuple(row)] += more
            missing[tuple(row)] += fewer
            expected[tuple(row)] += all_of_it
        assert not extra.total() and not missing.total(), (  # noqa: PT018
            f"{name} {when}: {extra.total()} extra and {missing.total()} missing rows\n"
            + "".join(f"  extra:   {row}\n" for row in islice(extra.elements(), SHOWN))
            + "".join(f"  missing: {row}\n" for row in islice(missing.elements(), SHOWN))
        )
        return +expected


@contextmanager
def open_run(engine: Engine, data: Path, folder: Path) -> Generator[Run]:
    lake, close = engine.open(folder)
    try:
        for statement in engine.transaction(create_tables(data, engine.dialect)):
            lake.sql(statement)
        yield Run(engine, lake)
    finally:
        close()
