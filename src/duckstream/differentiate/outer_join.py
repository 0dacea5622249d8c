"""Left and full join, under any condition: the inner join and the rows without a partner.

    L ⟕ R = (L ⋈ R) + pad(L ▷ R)
    L ⟗ R = (L ⋈ R) + pad(L ▷ R) + pad(R ▷ L)

The change is that of the parts, by their own rules. The two terms in which ΔL meets R' are written
as one left join.

Where R is an aggregate that is looked up by its keys, a row of L has at most one partner, and it is
shorter to look it up before and after:

    Δ(L ⟕ γ(S)) = ΔL ⟕ γ(S') + (A ⟕ γ(S')) − (A ⟕ γ(S))        A = L ⋉ K

with K the keys present in ΔS: the rows of L that meet none of them have the same partner in both.

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

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Filter,
    Join,
    Negate,
    OuterJoin,
    Project,
    Relation,
    Restrict,
    SemiJoin,
    conjuncts,
    is_ref,
    padded,
    ref_id,
    union_all,
)
from duckstream.differentiate.aggregate import keys_of
from duckstream.differentiate.states import States


def differentiate_outer_join(join: Relation, at: States) -> Relation:
    assert isinstance(join, OuterJoin)
    left, right, on = join.left, join.right, join.condition
    looked_up = None if join.full else _find_looked_up(join)
    if looked_up is not None:
        reached = _reached(left, *looked_up, at)
        return union_all(
            OuterJoin(at.change(left), at.new(right), on),
            OuterJoin(reached, at.new(right), on),
            Negate(OuterJoin(reached, at.old(right), on)),
        )
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


def _find_looked_up(join: OuterJoin) -> tuple[Aggregate, dict[Column, Column]] | None:
    """The aggregate on the right, and for each of its keys the column of the left it has to equal.

    None where it is something else, or not all of the keys have to equal a column of their type.
    """
    node = join.right
    names = {column.id: column.id for column in node.columns}
    while isinstance(node, (Filter, Project)):
        if isinstance(node, Project):
            through = {o.column.id: o.expression for o in node.outputs if is_ref(o.expression)}
            names = {
                outer: ref_id(through[inner]) for outer, inner in names.items() if inner in through
            }
        node = node.input
    if not isinstance(node, Aggregate) or not node.keys:
        return None
    left = {column.id: column for column in join.left.columns}
    keys = {column.id: column for column in node.keys}
    equal: dict[Column, Column] = {}
    for part in conjuncts(join.condition):
        sides = (part.this, part.expression) if isinstance(part, exp.EQ) else ()
        if not sides or not all(is_ref(side) for side in sides):
            continue
        a, b = (ref_id(side) for side in sides)
        for own, other in ((a, b), (b, a)):
            key = keys.get(names.get(other, -1))
            column = left.get(own)
            if key is not None and column is not None and _alike(column, key):
                equal[key] = column
    return (node, equal) if len(equal) == len(keys) else None


def _alike(left: Column, right: Column) -> bool:
    return left.type is not None and left.type == right.type


def _reached(
    left: Relation, aggregate: Aggregate, equal: dict[Column, Column], at: States
) -> Relation:
    """The old rows of the left side whose group has a changed row."""
    watched = tuple(column for call in aggregate.calls for column in call.reads)
    keys = keys_of(at.change(aggregate.input), aggregate.keys, watched, at.ids)
    pairs = zip(aggregate.keys, keys.columns, strict=True)
    return Restrict(at.old(left), keys, tuple((equal[key], copy) for key, copy in pairs))
