"""Aggregate: one row per group. DISTINCT is the aggregate of all columns, without a function.

    Δγ(R) = γ(R' ⋉ K) − γ(R ⋉ K)        K = the keys present in ΔR

A group without a changed row is the same before and after. The others are computed at both
versions, by the engine's own functions, and subtracted; a group whose result is the same in both
cancels. Without keys there is one group, and it always gives a row, before and after.

>>> from duckstream.algebra import Aggregate, Call, Column, Ids, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> k, x = Column(1, "k"), Column(2, "x")
>>> t = Scan(Source("dl", "main", "t"), (k, x))
>>> total = Aggregate(t, (k,), (Call(Column(3, "total"), "SUM", x),))
>>> print(print_tree(differentiate(total, Ids(4))))
Consolidate [k#1, total#3]
  UnionAll [k#1, total#3]
    Aggregate BY [k#1] [total#3 = SUM(x#2)]
      Restrict [k#1 IN k#4]
        Scan t [k#1, x#2] new
        1: Keys [k#4 = k#1] watching [x#2]
          Scan t [k#1, x#2] change
    Negate
      Aggregate BY [k#1] [total#3 = SUM(x#2)]
        Restrict [k#1 IN k#4]
          Scan t [k#1, x#2] old
          = 1
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import (
    Aggregate,
    Column,
    Consolidate,
    Ids,
    Keys,
    Negate,
    Relation,
    Restrict,
    union_all,
)
from duckstream.differentiate.states import States


def differentiate_aggregate(aggregate: Relation, at: States) -> Relation:
    assert isinstance(aggregate, Aggregate)
    old, new = at.old(aggregate.input), at.new(aggregate.input)
    if aggregate.keys:
        watched = tuple(column for call in aggregate.calls for column in call.reads)
        keys = keys_of(at.change(aggregate.input), aggregate.keys, watched, at.ids)
        old, new = (restrict(state, aggregate.keys, keys) for state in (old, new))
    change = union_all(
        replace(aggregate, input=new),
        Negate(replace(aggregate, input=old)),
    )
    return Consolidate(change, aggregate.columns)


def keys_of(
    change: Relation, columns: tuple[Column, ...], watched: tuple[Column, ...], ids: Ids
) -> Keys:
    """K: the distinct values of the columns in a change, under ids of their own."""
    return Keys(change, columns, tuple(ids.copy_of(column) for column in columns), watched)


def restrict(relation: Relation, columns: tuple[Column, ...], keys: Keys) -> Restrict:
    """`relation` ⋉ `keys`, NULL matching NULL."""
    return Restrict(relation, keys, tuple(zip(columns, keys.columns, strict=True)))
