"""The first rows of an order: LIMIT in a subquery, DISTINCT ON."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.algebra import (
    Column,
    Filter,
    Ids,
    Output,
    Relation,
    Window,
    conjunction,
    enclose,
    ref,
)
from duckstream.bind.order import OrderTerm
from duckstream.bind.types import DType, build


def first_rows(
    ids: Ids,
    rows: Relation,
    partition: tuple[Column, ...],
    order: Sequence[OrderTerm],
    limit: exp.Expr | None,
    offset: exp.Expr | None,
) -> Relation:
    """Of each partition the rows after the first `offset`, `limit` of them at most."""
    place = ids.column("place", build(DType.BIGINT))
    terms = []
    for term in order:
        ordered = term.ordered.copy()
        ordered.set("this", ref(term.column))
        terms.append(ordered)
    numbered = exp.Window(this=exp.RowNumber(), over="OVER")
    if terms:
        numbered.set("order", exp.Order(expressions=terms))
    conditions: list[exp.Expr] = []
    if offset is not None:
        conditions.append(exp.GT(this=ref(place), expression=enclose(offset.copy())))
    if limit is not None:
        last = enclose(limit.copy())
        if offset is not None:
            last = exp.Add(this=last, expression=enclose(offset.copy()))
        conditions.append(exp.LTE(this=ref(place), expression=last))
    window = Window(rows, partition, (Output(place, numbered),))
    kept = conjunction(conditions)
    return window if kept is None else Filter(window, kept)
