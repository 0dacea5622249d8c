"""Walking and rebuilding trees, with shared nodes staying shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from duckstream.algebra.operators import Branch, Empty, Relation, Scan
from duckstream.algebra.ordered import Previous, Recursive


def with_inputs(node: Relation, inputs: tuple[Relation, ...]) -> Relation:
    """The same operator over other inputs; the very same node when they are its own.

    The inputs are in the order in which the fields of the operator hold them.
    """
    if all(new is old for new, old in zip(inputs, node.inputs, strict=True)):
        return node
    remaining = iter(inputs)

    def filled(value: Any) -> Any:
        match value:
            case Relation():
                return next(remaining)
            case Branch():
                return replace(value, input=next(remaining))
            case tuple():
                return tuple(filled(part) for part in value)
            case _:
                return value

    held = {each.name: getattr(node, each.name) for each in fields(node)}  # ty: ignore[invalid-argument-type]
    return replace(node, **{name: filled(value) for name, value in held.items()})  # ty: ignore[invalid-argument-type]


def rewrite(root: Relation, step: Callable[[Relation], Relation]) -> Relation:
    """The tree with `step` applied to every node, inputs first, each shared node once."""
    done: dict[int, tuple[Relation, Relation]] = {}

    def visit(node: Relation) -> Relation:
        if id(node) not in done:
            rebuilt = with_inputs(node, tuple(visit(child) for child in node.inputs))
            # The node is kept with its result so that its id stays taken.
            done[id(node)] = (node, step(rebuilt))
        return done[id(node)][1]

    return visit(root)


def walk(root: Relation) -> Iterator[Relation]:
    """Every node once, inputs before the nodes that read them."""
    seen: set[int] = set()

    def visit(node: Relation) -> Iterator[Relation]:
        if id(node) in seen:
            return
        seen.add(id(node))
        for child in node.inputs:
            yield from visit(child)
        yield node

    return visit(root)


def scans(root: Relation) -> Iterator[Scan]:
    """The scans that give rows; those below an Empty only lend their types."""
    seen: set[int] = set()

    def visit(node: Relation) -> Iterator[Scan]:
        if id(node) in seen or isinstance(node, Empty):
            return
        seen.add(id(node))
        if isinstance(node, Scan):
            yield node
        for child in node.inputs:
            yield from visit(child)

    return visit(root)


def parent_counts(root: Relation) -> dict[int, int]:
    """How many places read each node, by the node's identity."""
    counts: dict[int, int] = {id(root): 1}
    for node in walk(root):
        for child in node.inputs:
            counts[id(child)] = counts.get(id(child), 0) + 1
    return counts


def reads_previous(root: Relation) -> bool:
    """Does a tree read the round before of a recursion that it stands in?"""
    nodes = list(walk(root))
    read = {node.recursion for node in nodes if isinstance(node, Previous)}
    return bool(read - {node.columns[0] for node in nodes if isinstance(node, Recursive)})
