"""Filter: the rows for which a predicate is true.

    Δσ(R) = σ(ΔR)

Whether a row passes depends on the row alone, so the rows that come and go through the filter are
those that come and go below it and pass.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Filter, Ids, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> t = Scan(Source("dl", "main", "t"), (Column(1, "a"),))
>>> print(print_tree(differentiate(Filter(t, parse_one('"#1" > 3')), Ids(2))))
Filter a#1 > 3
  Scan t [a#1] change
"""

from __future__ import annotations

from duckstream.algebra import Filter, Relation
from duckstream.differentiate.states import States


def differentiate_filter(filter: Relation, at: States) -> Relation:
    assert isinstance(filter, Filter)
    return Filter(at.change(filter.input), filter.predicate)
