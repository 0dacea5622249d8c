"""Conditions by the least and greatest values in columns of other tables."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.lower.block import subquery
from duckstream.lower.names import column


def in_range(value: exp.Expr, others: Sequence[tuple[str, exp.Table]]) -> exp.Expr:
    """Not outside of the range of these columns. Where a table is empty its bounds are NULL, which
    LEAST and GREATEST pass over.

    >>> keys = exp.to_table("keys")
    >>> print(in_range(exp.column("x"), [("k", keys)]).sql("spark"))
    x BETWEEN (SELECT MIN(`k`) FROM keys) AND (SELECT MAX(`k`) FROM keys)
    """
    low = [_extreme(exp.Min, name, table) for name, table in others]
    high = [_extreme(exp.Max, name, table) for name, table in others]
    if len(others) > 1:
        low = [exp.Least(this=low[0], expressions=low[1:], ignore_nulls=True)]
        high = [exp.Greatest(this=high[0], expressions=high[1:], ignore_nulls=True)]
    return exp.Between(this=value, low=low[0], high=high[0])


def _extreme(extreme: type[exp.Min | exp.Max], name: str, table: exp.Table) -> exp.Expr:
    found = exp.Select(expressions=[extreme(this=column(name))])
    found.set("from_", exp.From(this=table.copy()))
    return subquery(found)
