"""Columns that nobody reads are not computed, and not read from the sources.

A pass from the top collects what each node has to give; a shared node gives what any of its readers
needs. Then the tree is rebuilt. Keys of groups, of unions of keys and of restrictions always stay:
they decide which rows there are, not only what is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from duckstream.algebra import (
    Aggregate,
    Branch,
    Call,
    Column,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    OuterJoin,
    Output,
    Project,
    Recursive,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Window,
    refs,
    walk,
    with_inputs,
)


def prune_columns(root: Relation, needed: tuple[Column, ...]) -> Relation:
    """The tree that gives `needed`, and no column below that they do not depend on."""
    wanted: dict[int, set[int]] = {id(node): set() for node in walk(root)}
    wanted[id(root)] = {column.id for column in needed}
    nodes = list(walk(root))
    for node in reversed(nodes):
        for child, ids in _demands(node, wanted[id(node)]):
            wanted[id(child)] |= ids
    return _rebuild(root, wanted)


def _demands(node: Relation, own: set[int]) -> list[tuple[Relation, set[int]]]:
    """What a node that has to give `own` asks of each input."""
    match node:
        case Filter():
            return [(node.input, own | refs(node.predicate))]
        case Project():
            read = [refs(o.expression) for o in node.outputs if o.column.id in own]
            return [(node.input, set().union(*read))]
        case Join() | OuterJoin() | SemiJoin():
            both = own | refs(node.condition)
            return [(child, both & {c.id for c in child.columns}) for child in node.inputs]
        case Window():
            kept = own | {column.id for column in node.partition}
            for call in _kept_windows(node, own):
                kept |= refs(call.expression)
            return [(node.input, kept & {column.id for column in node.input.columns})]
        case Unnest():
            kept = own.union(*(refs(each.call) for each in node.generators))
            return [(node.input, kept & {column.id for column in node.input.columns})]
        case Recursive():
            branches = (node.base, node.step)
            return [(each.input, {column.id for column in each.columns}) for each in branches]
        case UnionAll():
            places = [i for i, column in enumerate(node.columns) if column.id in own]
            return [(b.input, {b.columns[i].id for i in places}) for b in node.branches]
        case Aggregate():
            read = {column.id for call in _kept_calls(node, own) for column in call.reads}
            return [(node.input, read | {column.id for column in node.keys})]
        case Keys():
            # Pruning a watched column could make changes cancel that have to be seen.
            return [(node.input, {column.id for column in (*node.picked, *node.watched)})]
        case Restrict():
            on = {column.id for column, _ in node.on}
            return [(node.input, own | on), (node.keys, {c.id for c in node.keys.columns})]
        case Side():
            # With a column less, a row that came and one that went could be the same.
            return [(node.input, {column.id for column in node.columns})]
        case Consolidate():
            return [(node.input, own)]
        case _:
            return [(child, own) for child in node.inputs]


def _kept_calls(aggregate: Aggregate, own: set[int]) -> tuple[Call, ...]:
    """The calls that are read. Without keys one stays in any case: the group gives its row."""
    calls = tuple(call for call in aggregate.calls if call.column.id in own)
    return calls if calls or aggregate.keys else aggregate.calls[:1]


def _kept_windows(window: Window, own: set[int]) -> tuple[Output, ...]:
    return tuple(call for call in window.calls if call.column.id in own)


def _rebuild(root: Relation, kept: dict[int, set[int]]) -> Relation:
    done: dict[int, Relation] = {}

    def visit(node: Relation) -> Relation:
        if id(node) not in done:
            done[id(node)] = _prune(node, kept[id(node)], visit)
        return done[id(node)]

    return visit(root)


def _prune(node: Relation, own: set[int], visit: Callable[[Relation], Relation]) -> Relation:
    def few(columns: tuple[Column, ...]) -> tuple[Column, ...]:
        return tuple(column for column in columns if column.id in own)

    match node:
        case Scan():
            return replace(node, columns=few(node.columns))
        case Empty():
            like = None if node.like is None else visit(node.like)
            return Empty(few(node.columns), like)
        case Project():
            outputs = tuple(o for o in node.outputs if o.column.id in own)
            return Project(visit(node.input), outputs)
        case Aggregate():
            return replace(node, input=visit(node.input), calls=_kept_calls(node, own))
        case Window():
            calls = _kept_windows(node, own)
            return (
                replace(node, input=visit(node.input), calls=calls) if calls else visit(node.input)
            )
        case UnionAll():
            places = [i for i, column in enumerate(node.columns) if column.id in own]
            branches = tuple(
                Branch(visit(b.input), tuple(b.columns[i] for i in places)) for b in node.branches
            )
            return replace(node, columns=few(node.columns), branches=branches)
        case Consolidate():
            return Consolidate(visit(node.input), few(node.columns))
        case _:
            return with_inputs(node, tuple(visit(child) for child in node.inputs))
