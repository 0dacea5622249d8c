"""Walking and rebuilding trees, with shared nodes staying shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from duckstream.algebra.operators import (
    Branch,
    Empty,
    Join,
    Relation,
    Restrict,
    Scan,
    UnionAll,
)


def with_inputs(node: Relation, inputs: tuple[Relation, ...]) -> Relation:
    """The same operator over other inputs; the very same node when they are its own."""
    if all(new is old for new, old in zip(inputs, node.inputs, strict=True)):
        return node
    match node:
        case Join():
            return replace(node, inputs=inputs)
        case UnionAll():
            pairs = zip(node.branches, inputs, strict=True)
            return replace(node, branches=tuple(Branch(new, b.columns) for b, new in pairs))
        case Restrict():
            return replace(node, input=inputs[0], keys=inputs[1])
        case Empty():
            return replace(node, like=inputs[0])
        case _:
            (only,) = inputs
            return replace(node, input=only)  # ty: ignore[invalid-argument-type]


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
