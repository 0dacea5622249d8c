"""The keys that one side of a join gives to another.

In a change, rows that go and rows that come cancel each other where they are equal: of a group
whose sum has changed both are there, and with the keys alone neither would be. So wherever there is
anything to cancel, the columns that tell such rows apart are watched.
"""

from __future__ import annotations

from duckstream.algebra import Column, Consolidate, Ids, Keys, Relation, walk


def picked_keys(side: Relation, picked: tuple[Column, ...], ids: Ids) -> Keys:
    """The distinct values of columns of a side, under ids of their own."""
    cancels = any(isinstance(node, Consolidate) for node in walk(side))
    watched = side.columns if cancels else ()
    return Keys(side, picked, tuple(ids.copy_of(column) for column in picked), watched)
