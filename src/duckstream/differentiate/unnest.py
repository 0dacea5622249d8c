"""Unnest: rows made from one row, as UNNEST and EXPLODE do.

    Δμ(R) = μ(ΔR)

What a row gives depends on the row alone, and each of its copies gives the same.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Generator, Ids, Scan, Source, Unnest, print_tree
>>> from duckstream.differentiate import differentiate
>>> t = Scan(Source("dl", "main", "t"), (Column(1, "list"),))
>>> each = Unnest(t, (Generator(parse_one('EXPLODE("#1")'), (Column(2, "x"),)),))
>>> print(print_tree(differentiate(each, Ids(3))))
Unnest [x#2] = UNNEST(list#1)
  Scan t [list#1] change
"""

from __future__ import annotations

from dataclasses import replace

from duckstream.algebra import Relation, Unnest
from duckstream.differentiate.states import States


def differentiate_unnest(unnest: Relation, at: States) -> Relation:
    assert isinstance(unnest, Unnest)
    return replace(unnest, input=at.change(unnest.input))
