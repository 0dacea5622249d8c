"""Recursion: computed at both versions, and subtracted.

    Δρ(B, S) = ρ(B', S') − ρ(B, S)

A row that goes may have been reached by several ways, some of them through itself: which of the
rows derived from it stay is decided by deriving them again. The result cancels where it is the
same, so that only what differs goes on.
"""

from __future__ import annotations

from duckstream.algebra import Consolidate, Negate, Recursive, Relation, union_all
from duckstream.differentiate.states import States


def differentiate_recursive(recursion: Relation, at: States) -> Relation:
    assert isinstance(recursion, Recursive)
    both = union_all(at.new(recursion), Negate(at.old(recursion)))
    return Consolidate(both, recursion.columns)
