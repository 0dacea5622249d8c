"""UNION ALL: the rows of both sides.

    Δ(L ⊎ R) = ΔL ⊎ ΔR

>>> from duckstream.algebra import Branch, Column, Ids, Scan, Source, UnionAll, print_tree
>>> from duckstream.differentiate import differentiate
>>> a, b, c = Column(1, "a"), Column(2, "b"), Column(3, "a")
>>> t, s = Scan(Source("dl", "main", "t"), (a,)), Scan(Source("dl", "main", "s"), (b,))
>>> both = UnionAll((c,), (Branch(t, (a,)), Branch(s, (b,))), unifies=True)
>>> print(print_tree(differentiate(both, Ids(4))))
UnionAll [a#3]
  Scan t [a#1] change
  Scan s [b#2] change
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Branch, Relation, UnionAll
from duckstream.differentiate.states import States


def differentiate_union_all(union: Relation, at: States) -> Relation:
    assert isinstance(union, UnionAll)
    branches = tuple(Branch(at.change(b.input), b.columns) for b in union.branches)
    return replace(union, branches=branches)
