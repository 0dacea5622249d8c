"""Inner join of any number of inputs, under any condition.

    Δ(T₁ ⋈ … ⋈ Tₙ) = Σᵢ  T₁ ⋈ … ⋈ Tᵢ₋₁ ⋈ ΔTᵢ ⋈ T'ᵢ₊₁ ⋈ … ⋈ T'ₙ

with T the old state and T' the new one. The sum telescopes: it walks from the old product to the
new one, changing one input at a time, so it is exact however many inputs change at once, and needs
no correction term. (The shorter formula that uses only new states loses rows: R = {1}, S = {1},
delete both, and the joined row stays for ever.)

Inputs U that are known not to change are joined to the sum once, instead of to each of its terms:

    Δ(T₁ ⋈ … ⋈ Tₙ ⋈ U) = Δ(T₁ ⋈ … ⋈ Tₙ) ⋈ U

if the condition holds the changing ones together without them.

The sum may walk through the inputs in any order. It takes that of the names of their tables, so
that the views of a run, whichever table they name first, read the same states of the same tables.

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

from collections.abc import Sequence

from sqlglot import exp

from duckstream.algebra import Join, Relation, conjunction, conjuncts, refs, scans, union_all
from duckstream.differentiate.states import States


def differentiate_join(join: Relation, at: States) -> Relation:
    assert isinstance(join, Join)
    moving = [child for child in join.inputs if at.may_change(child)]
    still = [child for child in join.inputs if not at.may_change(child)]
    if len(moving) > 1 and still:
        own = {column.id for child in moving for column in child.columns}
        inside = [part for part in conjuncts(join.condition) if refs(part) and refs(part) <= own]
        outside = [part for part in conjuncts(join.condition) if part not in inside]
        if _holds_together(moving, inside):
            sum_of_terms = _telescope(Join(tuple(moving), conjunction(inside)), at)
            return Join((sum_of_terms, *map(at.new, still)), conjunction(outside))
    return _telescope(join, at)


def _telescope(join: Join, at: States) -> Relation:
    terms = []
    ranks = _ranks(join.inputs)
    for own in ranks:
        inputs = [
            at.change(child) if rank == own else at.old(child) if rank < own else at.new(child)
            for rank, child in zip(ranks, join.inputs, strict=True)
        ]
        terms.append(Join(tuple(inputs), join.condition))
    return union_all(*terms)


def _ranks(inputs: Sequence[Relation]) -> list[int]:
    """The place of each input by the names of the tables that it reads."""
    names = [sorted({str(scan.source) for scan in scans(child)}) for child in inputs]
    order = sorted(range(len(inputs)), key=lambda i: (not names[i], names[i], i))
    return [order.index(i) for i in range(len(inputs))]


def _holds_together(inputs: Sequence[Relation], conditions: Sequence[exp.Expr]) -> bool:
    """Can one get from each input to each other by equalities?"""
    places = {column.id: i for i, child in enumerate(inputs) for column in child.columns}
    groups = [{i} for i in range(len(inputs))]
    for part in conditions:
        if isinstance(part, exp.EQ):
            met = {places[id] for id in refs(part)}
            merged = set().union(*(group for group in groups if group & met))
            groups = [group for group in groups if not group & met] + [merged]
    return len(groups) == 1
