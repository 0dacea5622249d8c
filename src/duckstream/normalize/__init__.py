"""Rewrites of a bound view that leave few kinds of trees: what the rules are written for."""

from __future__ import annotations

from duckstream.algebra import Column, Ids, Relation
from duckstream.normalize.flatten_joins import flatten_joins
from duckstream.normalize.make_independent import make_independent
from duckstream.normalize.narrow_joins import narrow_joins
from duckstream.normalize.push_filters import push_filters
from duckstream.normalize.settle_choices import settle_choices
from duckstream.normalize.settle_ties import settle_ties
from duckstream.simplify import prune_columns


def normalize(
    root: Relation, shown: tuple[Column, ...], ids: Ids, *, orders_inside: bool
) -> Relation:
    """All of them; `shown` are the columns that somebody reads.

    `orders_inside` says whether the dialect has aggregates with an ORDER BY in them.

    Columns are pruned before ties are settled: what decides between rows that the order leaves
    equal has to be the same in every tree that is made of this one.
    """
    independent = flatten_joins(push_filters(narrow_joins(make_independent(root, ids))))
    settled = settle_choices(prune_columns(independent, shown), orders_inside=orders_inside)
    return settle_ties(settled)


__all__ = ["normalize"]
