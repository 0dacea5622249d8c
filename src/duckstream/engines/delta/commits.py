"""Commits that carry the frontier of a view, and count nothing twice.

Delta Lake has no transactions over several tables. So the frontier travels with the commit of the
view's own table, as its metadata; and each commit has a number, under which Delta Lake lets no
second one through: a refresh that is repeated, or that another one has overtaken, writes nothing.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from duckstream.algebra import Source
from duckstream.engines.delta.transaction import Rows, Transactions
from duckstream.engines.protocol import Cursor, table_of
from duckstream.refresh.record import RefreshRecord

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from duckstream.engines.delta.engine import DeltaEngine

_METADATA = "spark.databricks.delta.commitInfo.userMetadata"
_APP = "spark.databricks.delta.write.txnAppId"
_NUMBER = "spark.databricks.delta.write.txnVersion"
# A refresh may change no row, and the frontier moves all the same.
_SKIP_EMPTY = "spark.databricks.delta.skipRecordingEmptyCommits"
# What a MERGE reads is checkpointed already.
_MATERIALIZE = "spark.databricks.delta.merge.materializeSource"

# How many commits of others (an OPTIMIZE, say) may lie on top of our last one.
_LOOK_BACK = 100
# The settings of a session are shared by its threads, and by all lakes that are opened on it.
_locks: WeakKeyDictionary[SparkSession, threading.RLock] = WeakKeyDictionary()


@dataclass(frozen=True)
class Commit:
    """What a commit of ours says: the frontier, its number, and whose series of numbers it is."""

    frontier: dict[str, Cursor]
    number: int
    series: str
    record: RefreshRecord
    # Does the record tell how many rows were written? Else Delta Lake's own metrics do.
    is_counted: bool = True
    token: str = field(default_factory=lambda: uuid.uuid4().hex)

    @classmethod
    def first(cls, frontier: Mapping[Source, Cursor], record: RefreshRecord) -> Commit:
        return cls(_named(frontier), 0, uuid.uuid4().hex, record)

    def following(self, frontier: Mapping[Source, Cursor], record: RefreshRecord) -> Commit:
        return Commit(_named(frontier), self.number + 1, self.series, record)

    def cursors(self, sources: Iterable[Source]) -> dict[Source, Cursor]:
        """The cursors of those of the sources that have one."""
        found = {source: self.frontier.get(source_name(source)) for source in sources}
        return {source: cursor for source, cursor in found.items() if cursor is not None}

    def all_cursors(self) -> dict[Source, Cursor] | None:
        """None if the names do not tell which tables they are of."""
        parts = {name: name.split(".") for name in self.frontier}
        if any(len(each) != 3 for each in parts.values()):
            return None
        return {Source(*parts[name]): cursor for name, cursor in self.frontier.items()}

    def seconds(self, committed: float) -> float:
        """Those of the refresh, its commit included, which was made so long after its beginning.

        Of the commit it has the share that it had of the time before.
        """
        return max(committed * self.record.share, self.record.seconds)

    def to_json(self) -> str:
        frontier = {name: [c.version, c.identity] for name, c in self.frontier.items()}
        content = {
            "refresh": self.number,
            **self.record.as_dict(),
            "frontier": frontier,
            "series": self.series,
            "is_counted": self.is_counted,
            "token": self.token,
        }
        return json.dumps({"duckstream": content})

    @classmethod
    def from_json(cls, text: str | None) -> Commit | None:
        """None if it is not one of ours."""
        try:
            content = json.loads(text or "")["duckstream"]
            frontier = {name: Cursor(*cursor) for name, cursor in content["frontier"].items()}
            number, series, token = (content[key] for key in ("refresh", "series", "token"))
            is_counted = content.get("is_counted", True)
            record = RefreshRecord.from_dict(content)
            return cls(frontier, number, series, record, is_counted, token)
        except (ValueError, TypeError, KeyError):
            return None


class Commits:
    """Reads and writes the commits of stored tables."""

    def __init__(self, engine: DeltaEngine) -> None:
        self._engine = engine
        # Our last commit to each table, with the id and version that the table had then.
        self._known: dict[Source, tuple[tuple[str, int] | None, Commit]] = {}
        self.transactions = Transactions(engine)

    def last(self, stored: Source, *, seen: bool = False) -> Commit | None:
        """Our last commit to a table: from memory if nobody has written to the table since.

        With `seen`, to the table as it was when it was looked at last.
        """
        versions = self._engine.versions
        stamp = versions.last_stamp(stored) if seen else versions.stamp(stored)
        known = self._known.get(stored)
        if known is not None and known[0] == stamp:
            return known[1]
        _, found = next(self._latest(stored, stamp), (None, None))
        if found is not None:
            self._known[stored] = (stamp, found)
        return found

    def _latest(
        self, stored: Source, stamp: tuple[str, int] | None
    ) -> Iterator[tuple[int | None, Commit]]:
        """Those of the latest commits that are ours, with the version that each has made, the last
        one first; some more than once.
        """
        if stamp is not None:
            last = Commit.from_json(self._engine.versions.said(stored, stamp[1]))
            if last is not None:
                yield stamp[1], last
        for limit in (1, _LOOK_BACK):
            for commit in self.read(stored, limit):
                yield commit.record.commit, commit

    def write(self, stored: Source, statements: Sequence[str], commit: Commit) -> int | None:
        """Run statements as this commit; the version that it made. None if its number was taken,
        and nothing was written.
        """
        with self._settings(commit):
            for sql in statements:
                self._engine.execute(sql)
        # The table has to tell: ours is its last commit, unless somebody has written since.
        stamp = self._engine.versions.stamp(stored)
        latest = self._latest(stored, stamp)
        version = next((v for v, found in latest if found.token == commit.token), None)
        if stamp is not None and version == stamp[1]:
            self._known[stored] = (stamp, commit)
        else:
            self._known.pop(stored, None)
        return version

    def write_rows(self, stored: Source, rows: Rows, commit: Commit) -> int | None:
        """The same with rows, where `transactions` can write to the table."""
        metadata, series = commit.to_json(), _app_id(commit)
        stamp = self.transactions.write(stored, rows, metadata, series, commit.number)
        if stamp is None:
            self._known.pop(stored, None)
            return None
        self._known[stored] = (stamp, commit)
        return stamp[1]

    def alone(self) -> threading.RLock:
        """To be held while a commit is made: the settings of ours are for no other."""
        return _locks.setdefault(self._engine.spark, threading.RLock())

    def version(self, stored: Source) -> int | None:
        """The version of a table after our last commit to it, as far as we know."""
        stamp, _ = self._known.get(stored, (None, None))
        return None if stamp is None else stamp[1]

    def read(self, stored: Source, limit: int | None = None) -> list[Commit]:
        """Those of the latest commits to a table that are ours, newest first.

        Their records tell the number of the commit, and how long it took until it was made.
        """
        name = table_of(stored.catalog, stored.schema, stored.table).sql(self._engine.dialect)
        most = "" if limit is None else f" LIMIT {limit}"
        rows = self._engine.sql(f"DESCRIBE HISTORY {name}{most}").collect()
        told = (
            _with_its_commit(r.asDict(), r["version"], r["timestamp"].timestamp()) for r in rows
        )
        return [commit for commit in told if commit is not None]

    def past(self, stored: Source, most: int) -> Iterator[Commit]:
        """The same, one after the other as they are asked for, and without a job if possible."""
        versions = self._engine.versions
        stamp = versions.stamp(stored)
        if stamp is None:
            return
        wanted = range(stamp[1], max(stamp[1] - most, -1), -1)
        is_told = False
        for version, info in zip(wanted, versions.commit_infos(stored, wanted), strict=False):
            is_told = True
            commit = _with_its_commit(info, version, info["timestamp"] / 1000)
            if commit is not None:
                yield commit
        # (Where the log begins later than that, no job finds more.)
        if not is_told:
            yield from self.read(stored, most)

    @contextmanager
    def _settings(self, commit: Commit) -> Generator[None]:
        """Set for the time of the commit, and as they were before afterwards."""
        conf = self._engine.spark.conf
        wanted = {_METADATA: commit.to_json(), _SKIP_EMPTY: "false", _MATERIALIZE: "none"}
        if commit.number > 0:
            wanted |= {_APP: _app_id(commit), _NUMBER: str(commit.number)}
        with self.alone():
            before = {key: conf.get(key, None) for key in wanted}
            try:
                for key, value in wanted.items():
                    conf.set(key, value)
                yield
            finally:
                for key, value in before.items():
                    if value is None:
                        conf.unset(key)
                    else:
                        conf.set(key, value)


def _with_its_commit(told: Mapping[str, Any], version: int, committed: float) -> Commit | None:
    """With what the log tells of it: its version, when it was made, and how many rows it wrote."""
    commit = Commit.from_json(told.get("userMetadata"))
    if commit is None:
        return None
    taken = commit.seconds(committed - commit.record.started.timestamp())
    record = replace(commit.record, commit=version, seconds=taken)
    if not commit.is_counted:
        rows = (told.get("operationMetrics") or {}).get("numOutputRows", 0)
        record = replace(record, rows_out=int(rows))
    return replace(commit, record=record)


def _app_id(commit: Commit) -> str:
    return f"duckstream-{commit.series}"


def _named(frontier: Mapping[Source, Cursor]) -> dict[str, Cursor]:
    return {source_name(source): cursor for source, cursor in frontier.items()}


def source_name(source: Source) -> str:
    return f"{source.catalog}.{source.schema}.{source.table}"
