"""What cannot have changed is dropped: sources without a change, and all that follows from them.

    Δs = ∅ and old(s) = new(s)  for a source s that did not change
    ∅ ⋈ R = ∅,  σ(∅) = ∅,  π(∅) = ∅,  R ⊎ ∅ = R,  R ⋉ ∅ = ∅,  R ▷ ∅ = R,  γ(∅) = ∅ with keys

The aggregate without keys is left alone: over nothing it still gives a row. A branch of the user's
own UNION ALL stays, empty, where its type may decide the type of the result.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from duckstream.algebra import (
    Aggregate,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Negate,
    OuterJoin,
    Output,
    Project,
    Recursive,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    Source,
    UnionAll,
    Unnest,
    Version,
    Window,
    ref,
    rewrite,
)


def drop_unchanged(root: Relation, changed: Collection[Source]) -> Relation:
    """The tree for a refresh in which only the sources in `changed` have new rows or lost some."""

    def drop(node: Relation) -> Relation:
        match node:
            case Scan() if node.source not in changed:
                if node.version is Version.CHANGE:
                    return Empty(node.columns, replace(node, version=Version.NEW))
                return replace(node, version=Version.NEW) if node.version is Version.OLD else node
            case Filter() | Negate() | Side() | Restrict() if isinstance(node.input, Empty):
                return node.input
            case Restrict() if isinstance(node.keys, Empty):
                return Empty(node.columns, node.input)
            case Project() if isinstance(node.input, Empty):
                like = node.input.like
                return Empty(node.columns, None if like is None else replace(node, input=like))
            case Join() if any(isinstance(child, Empty) for child in node.inputs):
                inputs = tuple(_shape(child) for child in node.inputs)
                return Empty(node.columns, replace(node, inputs=inputs))
            case OuterJoin() if isinstance(node.left, Empty) and not node.full:
                return Empty(node.columns, replace(node, left=_shape(node.left)))
            case SemiJoin() if isinstance(node.left, Empty):
                return node.left
            case SemiJoin() if isinstance(node.right, Empty):
                return node.left if node.anti else Empty(node.columns, node.left)
            case Keys() | Consolidate() | Window() | Unnest() if isinstance(node.input, Empty):
                return _empty_like(node)
            case Aggregate() if isinstance(node.input, Empty) and node.keys:
                return _empty_like(node)
            case Recursive() if isinstance(node.base.input, Empty):
                return _no_rounds(node)
            case UnionAll():
                return _drop_branches(node)
            case _:
                return node

    return rewrite(root, drop)


def _drop_branches(union: UnionAll) -> Relation:
    filled = tuple(b for b in union.branches if not isinstance(b.input, Empty))
    if not filled:
        branches = tuple(replace(b, input=_shape(b.input)) for b in union.branches)
        return Empty(union.columns, replace(union, branches=branches))
    if union.unifies or len(filled) == len(union.branches):
        return union
    if len(filled) == 1 and filled[0].columns == union.columns:
        return filled[0].input
    return replace(union, branches=filled)


def _no_rounds(recursion: Recursive) -> Empty:
    """Without a row to begin with; the base decides on the types."""
    pairs = zip(recursion.columns, recursion.base.columns, strict=True)
    like = Project(_shape(recursion.base.input), tuple(Output(c, ref(own)) for c, own in pairs))
    return Empty(recursion.columns, like)


def _empty_like(node: Keys | Consolidate | Aggregate | Window | Unnest) -> Empty:
    assert isinstance(node.input, Empty)
    like = node.input.like
    return Empty(node.columns, None if like is None else replace(node, input=like))


def _shape(node: Relation) -> Relation:
    """What an Empty would have been, for the types of what it stands in."""
    return node.like if isinstance(node, Empty) and node.like is not None else node
