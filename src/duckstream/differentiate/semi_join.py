"""Semi join: the rows with a partner. Anti join: those without. Under any condition.

    Δ(L ⋉ R) = ΔL ⋉ R' + (A ⋉ R') − (A ⋉ R)        A = L ⋉ ΔR
    Δ(L ▷ R) = ΔL ▷ R' + (A ▷ R') − (A ▷ R)

with L, R the old states and R' the new one. Only rows of the left side that a changed row of the
right side can reach may find or lose their partner; for these it is looked up before and after.
Rows of ΔR that are the same in all that the condition reads, and add up to nothing, reach no one.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Ids, Scan, SemiJoin, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> r, s = (Scan(Source("dl", "main", name), (Column(i, "k"),)) for i, name in ((1, "r"), (2, "s")))
>>> print(print_tree(differentiate(SemiJoin(r, s, parse_one('"#1" = "#2"')), Ids(3))))
UnionAll [k#1]
  SemiJoin ON k#1 = k#2
    Scan r [k#1] change
    Scan s [k#2] new
  SemiJoin ON k#1 = k#2
    1: SemiJoin ON k#1 = k#2
      Scan r [k#1] old
      Scan s [k#2] change
    Scan s [k#2] new
  Negate
    SemiJoin ON k#1 = k#2
      = 1
      Scan s [k#2] old
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import (
    Consolidate,
    Filter,
    Negate,
    Project,
    Relation,
    Scan,
    SemiJoin,
    refs,
    union_all,
)
from duckstream.differentiate.states import States


def differentiate_semi_join(join: Relation, at: States) -> Relation:
    assert isinstance(join, SemiJoin)
    old, new = at.old(join.right), at.new(join.right)
    reached = SemiJoin(at.old(join.left), _net_change(join, at), join.condition)
    return union_all(
        replace(join, left=at.change(join.left), right=new),
        replace(join, left=reached, right=new),
        Negate(replace(join, left=reached, right=old)),
    )


def _net_change(join: SemiJoin, at: States) -> Relation:
    """The change of the right side, in the columns that the condition reads."""
    read = tuple(column for column in join.right.columns if column.id in refs(join.condition))
    table = join.right
    while isinstance(table, (Filter, Project)):
        table = table.input
    # That of a table is net already, or nearly so.
    is_net = isinstance(table, Scan) or not read
    change = at.change(join.right)
    return change if is_net else Consolidate(change, read)
