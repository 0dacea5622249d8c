"""Aggregates that give a row for every key, also for one that no row is counted for."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra.columns import Column, Ids, enclose, ref
from duckstream.algebra.operators import Aggregate, Call, Output, Project, Relation


def aggregate_marked(
    rows: Relation, keys: tuple[Column, ...], calls: tuple[Call, ...], present: Column, ids: Ids
) -> Aggregate:
    """The aggregate of the rows in which `present` is true; every key gives a row."""
    filters: dict[Column | None, Output] = {}
    for call in calls:
        if call.filter not in filters:
            condition: exp.Expr = ref(present)
            if call.filter is not None:
                condition = exp.and_(condition, enclose(ref(call.filter)), wrap=False)
            filters[call.filter] = Output(ids.column("counted"), condition)
    handed = (Output(column, ref(column)) for column in rows.columns)
    return Aggregate(
        Project(rows, (*handed, *filters.values())),
        keys,
        tuple(replace(call, filter=filters[call.filter].column) for call in calls),
    )
