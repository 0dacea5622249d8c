"""PIVOT and UNPIVOT with a fixed list: aggregates with FILTERs, and one row per listed column."""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra import Relation
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.expressions import Names


def bind_pivot(context: Context, pivot: exp.Pivot, rows: Relation, names: Names) -> NamedRelation:
    raise context.unsupported("PIVOT", pivot, "PIVOT", "it has no rule yet", "use FILTER")
