"""OneRow: a constant does not change.

Δ1 = ∅
"""

from __future__ import annotations

from duckstream.algebra import Empty, Relation
from duckstream.differentiate.states import States


def differentiate_one_row(row: Relation, at: States) -> Relation:
    return Empty(row.columns, row)
