"""The query that shows a view from its stored table, with the user's names, order and limit."""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra import Column, Ids
from duckstream.bind import BoundView
from duckstream.lower import Block, Lowering, from_where, subquery
from duckstream.storage.layout import Layout


def present(view: BoundView, layout: Layout, lowering: Lowering, ids: Ids) -> exp.Select:
    """SELECT <the user's columns> FROM <the stored table> ..., in the user's order."""
    relation = layout.presentation(ids)
    block = lowering.block(relation)
    shown = [(name, column) for name, column in view.columns]
    ordering = [(term.column, term.ordered) for term in view.order]
    if block.weight is not None:
        block = _with_copies(block, lowering, relation.columns)
    select = exp.Select(
        expressions=[
            exp.alias_(block.outputs[column.id].copy(), name, quoted=True) for name, column in shown
        ]
    )
    from_where(select, block)
    if ordering:
        terms = []
        for column, ordered in ordering:
            term = ordered.copy()
            term.set("this", block.outputs[column.id].copy())
            terms.append(term)
        select.set("order", exp.Order(expressions=terms))
    if view.limit is not None:
        select.set("limit", exp.Limit(expression=view.limit.copy()))
    if view.offset is not None:
        select.set("offset", exp.Offset(expression=view.offset.copy()))
    return select


def _with_copies(block: Block, lowering: Lowering, columns: tuple[Column, ...]) -> Block:
    """Every row once, and again for each further copy: a branch that reads nothing without any."""
    weight = block.weight
    assert weight is not None
    first = Block(block.sources, block.conditions, block.outputs)
    more = exp.GT(this=weight.copy(), expression=exp.Literal.number(1))
    rest = Block(
        [
            *block.sources,
            (
                lowering.alias("copy"),
                lowering.dialect.copies(
                    exp.Sub(this=weight.copy(), expression=exp.Literal.number(1))
                ),
            ),
        ],
        [*block.conditions, more],
        block.outputs,
    )
    union = exp.Union(
        this=lowering.close(first, columns),
        expression=lowering.close(rest, columns),
        distinct=False,
    )
    return lowering.read(subquery(union), "row", columns, False)
