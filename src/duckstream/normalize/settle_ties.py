"""What an order leaves open is settled by the other columns, the same way each time.

ROW_NUMBER, NTILE, LAG, LEAD and frames of ROWS tell rows apart that the order of the window does
not. Any choice among these is right; but a partition that is computed again has to make the same
one, or the change would take away rows that are not there. So all columns of the rows are added to
the order. Rows that are equal in all of them cannot be told apart in the result either.

Functions that give rows of equal order the same value, and frames that end with the last of them,
stay as they are: another order would change what they mean.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import Output, Relation, Window, ref, rewrite
from duckstream.bind.types import DType

_PEERS_ALIKE = (exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist)
_BY_POSITION = (exp.RowNumber, exp.Ntile, exp.Lag, exp.Lead)
_FIRST = (exp.FirstValue, exp.First)
_UNORDERED = (DType.MAP, DType.VARIANT, DType.OBJECT)


def settle_ties(root: Relation) -> Relation:
    """The tree in which every window gives one and the same result each time."""

    def step(node: Relation) -> Relation:
        if not isinstance(node, Window):
            return node
        return replace(node, calls=tuple(_settled(call, node) for call in node.calls))

    return rewrite(root, step)


def _settled(call: Output, window: Window) -> Output:
    over = call.expression if isinstance(call.expression, exp.Window) else None
    if over is None or not _tells_peers_apart(over):
        return call
    written = over.copy()
    order = written.args.get("order")
    terms = list(order.expressions) if order is not None else []
    known = {term.this.sql() for term in terms}
    for column in window.input.columns:
        sortable = column.type is None or column.type.this not in _UNORDERED
        if sortable and column not in window.partition and ref(column).sql() not in known:
            terms.append(exp.Ordered(this=ref(column), nulls_first=False))
    if terms:
        written.set("order", exp.Order(expressions=terms))
    return Output(call.column, written)


def _tells_peers_apart(over: exp.Window) -> bool:
    function = over.this
    while isinstance(function, (exp.IgnoreNulls, exp.RespectNulls, exp.Filter)):
        function = function.this
    spec = over.args.get("spec")
    if isinstance(function, _BY_POSITION):
        return True
    if isinstance(function, _PEERS_ALIKE):
        return False
    if spec is not None and str(spec.args.get("kind")).upper() == "ROWS":
        return True
    return isinstance(function, _FIRST) and (spec is None or spec.args.get("start") == "UNBOUNDED")
