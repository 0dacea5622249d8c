"""What is read to compute a few groups of an aggregate: the tables, and the columns that find them.

A restriction to the keys of the groups goes down to the scans as far as it can. A table that it
does not reach is read whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from duckstream.algebra import Aggregate, Ids, Restrict, Scan, Source, walk
from duckstream.simplify.push_restrictions import push_restrictions

_GROUPS = Source("", "", "groups")


@dataclass(frozen=True)
class LookUp:
    """Rows of a table are found by values of these columns; by none, they are all read."""

    source: Source
    columns: tuple[str, ...]

    def is_part_of(self, other: LookUp) -> bool:
        """Does the other one find rows of the same table by all of these columns?"""
        return self.source == other.source and {*self.columns} <= {*other.columns}


def find_look_ups(aggregate: Aggregate) -> list[LookUp]:
    """One for each time that a table is read."""
    ids = Ids(10**8)
    keys = Scan(_GROUPS, tuple(ids.copy_of(key) for key in aggregate.keys))
    on = tuple(zip(aggregate.keys, keys.columns, strict=True))
    nodes = list(walk(push_restrictions(Restrict(aggregate, keys, on), ids)))
    found = {
        id(node.input): tuple(column.name for column, _ in node.on)
        for node in nodes
        if isinstance(node, Restrict) and isinstance(node.input, Scan)
    }
    return [
        LookUp(node.source, found.get(id(node), ()))
        for node in nodes
        if isinstance(node, Scan) and node.source != _GROUPS
    ]
