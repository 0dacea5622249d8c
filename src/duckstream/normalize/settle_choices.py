"""Aggregates that may give any of several values give the same one each time.

ANY_VALUE, FIRST and LAST without an order take some value of the group, LIST and STRING_AGG put the
values together in some order. The view's own groups are stored, and stay what they are until they
change. But groups below other operators are computed again, before and after a change, and the two
have to agree: there the smallest value is taken, and lists are in the order of their values.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import Aggregate, Call, Filter, Project, Relation, is_ref, rewrite

_SOME_VALUE = (exp.AnyValue, exp.First, exp.Last)
_LISTS = (exp.ArrayAgg, exp.GroupConcat)
_MODIFIERS = (exp.IgnoreNulls, exp.RespectNulls)


def settle_choices(root: Relation, *, orders_inside: bool) -> Relation:
    """`orders_inside` says whether an aggregate may have an ORDER BY in it."""
    stored = root
    while isinstance(stored, (Filter, Project)):
        stored = stored.input

    def settled(call: Call) -> Call:
        written = call.written
        while isinstance(written, _MODIFIERS):
            written = written.this
        if not isinstance(written, (*_SOME_VALUE, *_LISTS)) or not is_ref(written.this):
            return call
        if isinstance(written, _SOME_VALUE):
            return replace(call, written=exp.Min(this=written.this.copy()))
        if not orders_inside:
            return call
        listed = written.copy()
        value = listed.this.copy()
        term = exp.Ordered(this=value.copy(), nulls_first=False)
        listed.set("this", exp.Order(this=value, expressions=[term]))
        return replace(call, written=listed)

    def step(node: Relation) -> Relation:
        # The root keeps its first column, by which it is told from the nodes below it.
        is_own = isinstance(stored, Aggregate) and node.columns == stored.columns
        if not isinstance(node, Aggregate) or is_own:
            return node
        return replace(node, calls=tuple(settled(call) for call in node.calls))

    return rewrite(root, step)
