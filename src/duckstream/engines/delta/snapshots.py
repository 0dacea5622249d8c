"""Tables at the versions that a run reads, under names.

To find the files of a version takes Spark half a second when it is asked for the first time, and a
tenth of that when the same plan asks again. So each version is a temporary view, which all
statements of a run read. Small tables are cached there: what many views join is read once.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from duckstream.algebra import Source

if TYPE_CHECKING:
    from duckstream.engines.delta.engine import DeltaEngine


class Snapshots:
    """Names them, for as long as any run goes on."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        self._names: dict[tuple[Source, int], str] = {}
        self._runs = 0
        self._lock = threading.Lock()

    @contextmanager
    def kept(self) -> Generator[None]:
        """Several threads may run views of one lake: the last one to end lets go of the names."""
        with self._lock:
            self._runs += 1
        try:
            yield
        finally:
            with self._lock:
                self._runs -= 1
                if self._runs == 0:
                    self._engine.forget(list(self._names.values()))
                    self._names.clear()

    def read(self, source: Source, version: int) -> str:
        """The name of the temporary view, which is made when it is first asked for."""
        with self._lock:
            if (source, version) not in self._names:
                self._names[source, version] = self._make(source, version)
            return self._names[source, version]

    def _make(self, source: Source, version: int) -> str:
        frame = self._engine.reader.frame(source, version)
        if self._engine.versions.is_small(source):
            frame = frame.persist()
        name = f"__ivm_{source.table}_{version}_{uuid.uuid4().hex[:8]}"
        self._engine.frames.name(name, frame)
        return name
