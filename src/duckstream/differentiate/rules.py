"""Which rule differentiates which operator."""

from __future__ import annotations

from collections.abc import Mapping

from duckstream.algebra import (
    Aggregate,
    Filter,
    Ids,
    Join,
    OneRow,
    Project,
    Relation,
    Scan,
    UnionAll,
)
from duckstream.differentiate.aggregate import differentiate_aggregate
from duckstream.differentiate.filter import differentiate_filter
from duckstream.differentiate.join import differentiate_join
from duckstream.differentiate.one_row import differentiate_one_row
from duckstream.differentiate.project import differentiate_project
from duckstream.differentiate.scan import differentiate_scan
from duckstream.differentiate.states import Rule, States
from duckstream.differentiate.union_all import differentiate_union_all

RULES: Mapping[type[Relation], Rule] = {
    Scan: differentiate_scan,
    OneRow: differentiate_one_row,
    Filter: differentiate_filter,
    Project: differentiate_project,
    Join: differentiate_join,
    UnionAll: differentiate_union_all,
    Aggregate: differentiate_aggregate,
}


def differentiate(relation: Relation, ids: Ids) -> Relation:
    """The change of a relation, as a tree over the changes and states of its sources."""
    return States(RULES, ids).change(relation)
