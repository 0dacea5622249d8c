"""Windows, generators of rows and recursions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from duckstream.algebra import Branch, Previous, Recursive, Unnest, Window, ref, substitute
from duckstream.lower.block import Block, column_name, identifier, subquery

if TYPE_CHECKING:
    from duckstream.lower.blocks import Lowering


def lower_window(lowering: Lowering, window: Window) -> Block:
    calls = {call.column.id: _with_partition(call.expression, window) for call in window.calls}
    block = lowering.readable(lowering.block(window.input), list(calls.values()))
    if block.weight is not None:
        lowering.expand(block)
    block.outputs |= {id: substitute(call, block.outputs) for id, call in calls.items()}
    select = lowering.close(block, window.columns)
    return lowering.read(subquery(select), "ranked", window.columns, False)


def _with_partition(call: exp.Expr, window: Window) -> exp.Expr:
    written = call.copy()
    over = written if isinstance(written, exp.Window) else written.find(exp.Window)
    assert over is not None
    over.set("partition_by", [ref(column) for column in window.partition])
    return written


def lower_unnest(lowering: Lowering, unnest: Unnest) -> Block:
    calls = [each.call for each in unnest.generators]
    block = lowering.readable(lowering.block(unnest.input), calls)
    select = lowering.close(block, unnest.input.columns)
    if not unnest.input.columns and block.weight is None:
        select.set("expressions", [])
    for each in unnest.generators:
        call = substitute(each.call, block.outputs)
        names = [identifier(column_name(column)) for column in each.columns]
        several = exp.Aliases(this=call, expressions=names)
        select.append("expressions", several if len(names) > 1 else exp.alias_(call, names[0]))
    return lowering.read(subquery(select), "each", unnest.columns, block.weight is not None)


def lower_recursive(lowering: Lowering, recursion: Recursive) -> Block:
    first = recursion.columns[0].id
    outer = lowering.recursions.get(first)
    name = lowering.alias("recursive")
    lowering.recursions[first] = (recursion, name)
    base, step = (
        _branch(lowering, branch, recursion) for branch in (recursion.base, recursion.step)
    )
    union = exp.Union(this=base, expression=step, distinct=recursion.distinct)
    lowering.add_common("recursive", union, name)
    if outer is not None:
        lowering.recursions[first] = outer
    return lowering.read(exp.Table(this=identifier(name)), name, recursion.columns, False)


def lower_previous(lowering: Lowering, previous: Previous) -> Block:
    """The recursion itself, read inside of its step."""
    recursion, name = lowering.recursions[previous.recursion.id]
    block = lowering.read(exp.Table(this=identifier(name)), name, recursion.columns, False)
    pairs = zip(previous.columns, recursion.columns, strict=True)
    block.outputs = {own.id: block.outputs[column.id] for own, column in pairs}
    return block


def _branch(lowering: Lowering, branch: Branch, recursion: Recursive) -> exp.Select:
    block = lowering.block(branch.input)
    if recursion.distinct:
        block.weight = None
    elif block.weight is not None:
        lowering.expand(block)
    pairs = zip(recursion.columns, branch.columns, strict=True)
    block.outputs = {column.id: block.outputs[own.id].copy() for column, own in pairs}
    return lowering.close(block, recursion.columns)
