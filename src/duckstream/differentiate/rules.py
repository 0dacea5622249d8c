"""Which rule differentiates which operator."""

from __future__ import annotations

from collections.abc import Mapping

from duckstream.algebra import (
    Aggregate,
    Filter,
    Ids,
    Join,
    OneRow,
    OuterJoin,
    Project,
    Recursive,
    Relation,
    Scan,
    SemiJoin,
    UnionAll,
    Unnest,
    Window,
)
from duckstream.differentiate.aggregate import differentiate_aggregate
from duckstream.differentiate.filter import differentiate_filter
from duckstream.differentiate.join import differentiate_join
from duckstream.differentiate.one_row import differentiate_one_row
from duckstream.differentiate.outer_join import differentiate_outer_join
from duckstream.differentiate.project import differentiate_project
from duckstream.differentiate.recursive import differentiate_recursive
from duckstream.differentiate.scan import differentiate_scan
from duckstream.differentiate.semi_join import differentiate_semi_join
from duckstream.differentiate.states import Rule, States
from duckstream.differentiate.union_all import differentiate_union_all
from duckstream.differentiate.unnest import differentiate_unnest
from duckstream.differentiate.window import differentiate_window

RULES: Mapping[type[Relation], Rule] = {
    Scan: differentiate_scan,
    OneRow: differentiate_one_row,
    Filter: differentiate_filter,
    Project: differentiate_project,
    Join: differentiate_join,
    UnionAll: differentiate_union_all,
    Aggregate: differentiate_aggregate,
    OuterJoin: differentiate_outer_join,
    SemiJoin: differentiate_semi_join,
    Window: differentiate_window,
    Unnest: differentiate_unnest,
    Recursive: differentiate_recursive,
}


def differentiate(relation: Relation, ids: Ids) -> Relation:
    """The change of a relation, as a tree over the changes and states of its sources."""
    return States(RULES, ids).change(relation)
