"""Left and full join, under any condition: the inner join and the rows without a partner.

    L ⟕ R = (L ⋈ R) + pad(L ▷ R)
    L ⟗ R = (L ⋈ R) + pad(L ▷ R) + pad(R ▷ L)

The change is that of the parts, by their own rules. The two terms in which ΔL meets R' are written
as one left join.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Ids, OuterJoin, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> r, s = (Scan(Source("dl", "main", name), (Column(i, "k"),)) for i, name in ((1, "r"), (2, "s")))
>>> print(print_tree(differentiate(OuterJoin(r, s, parse_one('"#1" = "#2"')), Ids(3))))
UnionAll [k#1, k#2]
  LeftJoin ON k#1 = k#2
    Scan r [k#1] change
    Scan s [k#2] new
  Join ON k#1 = k#2
    Scan r [k#1] old
    Scan s [k#2] change
  LeftJoin ON FALSE
    UnionAll [k#1]
      AntiJoin ON k#1 = k#2
        1: SemiJoin ON k#1 = k#2
          Scan r [k#1] old
          Scan s [k#2] change
        Scan s [k#2] new
      Negate
        AntiJoin ON k#1 = k#2
          = 1
          Scan s [k#2] old
    Empty [k#2]
      Scan s [k#2] new
"""

from __future__ import annotations

from duckstream.algebra import (
    Join,
    Negate,
    OuterJoin,
    Relation,
    SemiJoin,
    padded,
    union_all,
)
from duckstream.differentiate.states import States


def differentiate_outer_join(join: Relation, at: States) -> Relation:
    assert isinstance(join, OuterJoin)
    left, right, on = join.left, join.right, join.condition
    terms: list[Relation] = [
        OuterJoin(at.change(left), at.new(right), on),
        Join((at.old(left), at.change(right)), on),
    ]
    reached = SemiJoin(at.old(left), at.change(right), on)
    lonely = union_all(
        SemiJoin(reached, at.new(right), on, anti=True),
        Negate(SemiJoin(reached, at.old(right), on, anti=True)),
    )
    terms.append(padded(lonely, at.new(right)))
    if join.full:
        terms.append(padded(at.change(SemiJoin(right, left, on, anti=True)), at.new(left)))
    return union_all(*terms)
