"""Scan: the rows of a table.

    ΔR = insertions at +1, deletions at −1, between the two versions

The feed has one row for each of them; a row that was inserted and deleted in between adds up to
nothing when the feed is consolidated, which is done once, where it is read.

>>> from duckstream.algebra import Column, Ids, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> t = Scan(Source("dl", "main", "t"), (Column(1, "a"),))
>>> print(print_tree(differentiate(t, Ids(2))))
Scan t [a#1] change
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Relation, Scan, Version
from duckstream.differentiate.states import States


def differentiate_scan(scan: Relation, at: States) -> Relation:
    assert isinstance(scan, Scan)
    return replace(scan, version=Version.CHANGE)
