"""Window: values computed over the rows of a partition.

    Δω(R) = ω(R' ⋉ P) − ω(R ⋉ P)        P = the partitions present in ΔR

A partition without a changed row is the same before and after; the others are computed at both
versions and subtracted. Without PARTITION BY there is one partition, all rows.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Ids, Output, Scan, Source, Window, print_tree
>>> from duckstream.differentiate import differentiate
>>> k, x = Column(1, "k"), Column(2, "x")
>>> t = Scan(Source("dl", "main", "t"), (k, x))
>>> call = parse_one('RANK() OVER (ORDER BY "#2")', dialect="duckdb")
>>> rank = Output(Column(3, "rank"), call)
>>> print(print_tree(differentiate(Window(t, (k,), (rank,)), Ids(4))))
Consolidate [k#1, x#2, rank#3]
  UnionAll [k#1, x#2, rank#3]
    Window BY [k#1] [rank#3 = RANK() OVER (ORDER BY x#2)]
      Restrict [k#1 IN k#4]
        Scan t [k#1, x#2] new
        1: Keys [k#4 = k#1] watching [k#1, x#2]
          Scan t [k#1, x#2] change
    Negate
      Window BY [k#1] [rank#3 = RANK() OVER (ORDER BY x#2)]
        Restrict [k#1 IN k#4]
          Scan t [k#1, x#2] old
          = 1
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Consolidate, Negate, Relation, Window, union_all
from duckstream.differentiate.aggregate import keys_of, restrict
from duckstream.differentiate.states import States


def differentiate_window(window: Relation, at: States) -> Relation:
    assert isinstance(window, Window)
    input = window.input
    keys = keys_of(at.change(input), window.partition, input.columns, at.ids)
    old, new = (
        replace(window, input=restrict(state, window.partition, keys))
        for state in (at.old(input), at.new(input))
    )
    return Consolidate(union_all(new, Negate(old)), window.columns)
