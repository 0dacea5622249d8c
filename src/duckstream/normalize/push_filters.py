"""Filters go down to the joins whose rows they pick, so that no join is larger than it has to be.

    σ_p(R ⋈_q S) = R ⋈_{p ∧ q} S
    σ_p(R ⟕ S) = σ_p(R) ⟕ S,  the same for ⋉ and ▷       where p reads only R
    σ_p(π(R)) = π(σ_p'(R))                    p' is p with what π computes written out
    σ_p(R ⊎ S) = σ_p(R) ⊎ σ_p(S)

The engine does the same within a statement; here it counts because parts of a tree become
statements, or entries of WITH, of their own.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import (
    Branch,
    Filter,
    Join,
    OuterJoin,
    Project,
    Relation,
    SemiJoin,
    UnionAll,
    conjunction,
    conjuncts,
    ref,
    ref_counts,
    refs,
    rewrite,
    substitute,
)


def push_filters(root: Relation) -> Relation:
    """The tree with every filter as far down as it goes."""

    def step(node: Relation) -> Relation:
        return _push(node.input, conjuncts(node.predicate)) if isinstance(node, Filter) else node

    return rewrite(root, step)


def _push(node: Relation, parts: list[exp.Expr]) -> Relation:
    """The rows of a node for which all parts of a condition hold."""
    if not parts:
        return node
    match node:
        case Filter():
            return _push(node.input, [*conjuncts(node.predicate), *parts])
        case Join():
            return replace(node, condition=conjunction([*conjuncts(node.condition), *parts]))
        case SemiJoin():
            return replace(node, left=_push(node.left, parts))
        case OuterJoin() if not node.full:
            given = {column.id for column in node.left.columns}
            below = [part for part in parts if refs(part) <= given]
            rest = [part for part in parts if not refs(part) <= given]
            return _filter(replace(node, left=_push(node.left, below)), rest)
        case Project():
            return _into_project(node, parts)
        case UnionAll() if not node.unifies:
            return replace(
                node, branches=tuple(_into_branch(node, branch, parts) for branch in node.branches)
            )
        case _:
            return _filter(node, parts)


def _into_project(project: Project, parts: list[exp.Expr]) -> Relation:
    """What is computed stays where it is if it would be computed more than once."""
    made = {output.column.id: output.expression for output in project.outputs}
    dear = {id for id, expression in made.items() if not isinstance(expression, exp.Column)}
    often = {id for id, count in ref_counts(parts).items() if count > 1}
    below = [part for part in parts if not refs(part) & dear & often and refs(part) <= made.keys()]
    rest = [part for part in parts if not any(part is moved for moved in below)]
    moved = [substitute(part, made) for part in below]
    return _filter(replace(project, input=_push(project.input, moved)), rest)


def _into_branch(union: UnionAll, branch: Branch, parts: list[exp.Expr]) -> Branch:
    place = zip(union.columns, branch.columns, strict=True)
    own = {column.id: ref(inner) for column, inner in place}
    return replace(branch, input=_push(branch.input, [substitute(part, own) for part in parts]))


def _filter(node: Relation, parts: list[exp.Expr]) -> Relation:
    predicate = conjunction(parts)
    return node if predicate is None else Filter(node, predicate)
