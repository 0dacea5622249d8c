"""Inner join of any number of inputs, under any condition.

    Δ(T₁ ⋈ … ⋈ Tₙ) = Σᵢ  T₁ ⋈ … ⋈ Tᵢ₋₁ ⋈ ΔTᵢ ⋈ T'ᵢ₊₁ ⋈ … ⋈ T'ₙ

with T the old state and T' the new one. The sum telescopes: it walks from the old product to the
new one, changing one input at a time, so it is exact however many inputs change at once, and needs
no correction term. (The shorter formula that uses only new states loses rows: R = {1}, S = {1},
delete both, and the joined row stays for ever.)

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Ids, Join, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> r, s = (Scan(Source("dl", "main", name), (Column(i, "k"),)) for i, name in ((1, "r"), (2, "s")))
>>> print(print_tree(differentiate(Join((r, s), parse_one('"#1" = "#2"')), Ids(3))))
UnionAll [k#1, k#2]
  Join ON k#1 = k#2
    Scan r [k#1] change
    Scan s [k#2] new
  Join ON k#1 = k#2
    Scan r [k#1] old
    Scan s [k#2] change
"""

from __future__ import annotations

from duckstream.algebra import Join, Relation, union_all
from duckstream.differentiate.states import States


def differentiate_join(join: Relation, at: States) -> Relation:
    assert isinstance(join, Join)
    terms = []
    for i, changed in enumerate(join.inputs):
        before = [at.old(earlier) for earlier in join.inputs[:i]]
        after = [at.new(later) for later in join.inputs[i + 1 :]]
        terms.append(Join((*before, at.change(changed), *after), join.condition))
    return union_all(*terms)
