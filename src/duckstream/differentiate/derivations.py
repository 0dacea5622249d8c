"""What a step derives from the rows before it: by what stays, by what went, by what came.

A step S is linear in the rows P of the round before: each row that it gives comes from one row of
P and from rows of other relations. Of these, and so of the step, three parts are told apart:

    S(P)  = stay(P) + went(P)        S'(P) = stay(P) + came(P)

    R beside P    went = (ΔR)⁻,  came = (ΔR)⁺,  stay = R − (ΔR)⁻
    X ⋈ R         went = went(X) ⋈ R + stay(X) ⋈ went(R),  came the same with R' and came
    X ⋉ R         stay = stay(X) ⋉ R ⋉ R',  went = went(X) ⋉ R + A ⋉ R ▷ R',  A = stay(X) ⋉ ΔR
    X ▷ R         stay = stay(X) ▷ R ▷ R',  went = went(X) ▷ R + A ▷ R ⋉ R'

No part has a weight below zero. So what is derived with them is derived before or after as well,
and a recursion over them ends where those before and after do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlglot import exp

from duckstream.algebra import (
    Consolidate,
    Empty,
    Filter,
    Ids,
    Join,
    Keys,
    Negate,
    Output,
    Previous,
    Project,
    Recursive,
    Relation,
    Restrict,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    conjunction,
    reads_previous,
    ref,
    union_all,
)
from duckstream.differentiate.states import States

Terms = tuple[Relation, ...]


@dataclass(frozen=True)
class Derivations:
    """A relation in three parts; `went` and `came` are sums, of no term if nothing changes."""

    stay: Relation
    went: Terms = ()
    came: Terms = ()

    def map(self, operator: Callable[[Relation], Relation]) -> Derivations:
        """The parts of a linear operator over the relation."""
        went, came = (tuple(map(operator, terms)) for terms in (self.went, self.came))
        return Derivations(operator(self.stay), went, came)


def is_linear(recursion: Recursive) -> bool:
    """Does every row that the step gives come from one row of the round before?"""
    return _is_linear(recursion.step.input)


def _is_linear(node: Relation) -> bool:
    match node:
        case Previous():
            return True
        case Filter() | Project() | Unnest():
            return _is_linear(node.input)
        case UnionAll():
            return all(_is_linear(branch.input) for branch in node.branches)
        case SemiJoin():
            return _is_linear(node.left) and not reads_previous(node.right)
        case Join():
            reading = [child for child in node.inputs if reads_previous(child)]
            return len(reading) == 1 and _is_linear(reading[0])
        case _:
            return False


def derivations(node: Relation, at: States) -> Derivations:
    """The parts of a relation, or of a linear step."""
    if not reads_previous(node):
        return _beside(node, at)
    match node:
        case Previous():
            return Derivations(node)
        case Filter() | Project() | Unnest():
            return derivations(node.input, at).map(lambda input: replace(node, input=input))
        case UnionAll():
            return _united(node, at)
        case SemiJoin():
            return _met(node, at)
        case Join():
            return _joined(node, at)
    raise TypeError(f"{type(node).__name__} is not linear")


def _beside(relation: Relation, at: States) -> Derivations:
    change = at.change(relation)
    if isinstance(change, Empty):
        return Derivations(at.new(relation))
    net = Consolidate(change, relation.columns)
    went = Side(net, gone=True)
    return Derivations(_without(at.old(relation), went, at.ids), (went,), (Side(net),))


def _without(old: Relation, went: Relation, ids: Ids) -> Relation:
    """R − went: rows of which no copy went are passed on, the others are counted."""
    keys = Keys(went, old.columns, tuple(ids.copy_of(column) for column in old.columns))
    touched = Restrict(old, keys, tuple(zip(old.columns, keys.columns, strict=True)))
    left = Consolidate(union_all(touched, Negate(went)), old.columns)
    return union_all(absent(old, keys), left)


def _united(union: UnionAll, at: States) -> Derivations:
    parts = [derivations(branch.input, at) for branch in union.branches]

    def renamed(place: int, terms: Terms) -> Terms:
        """A branch alone, under the columns of the union."""
        columns = union.branches[place].columns
        outputs = tuple(Output(c, ref(own)) for c, own in zip(union.columns, columns, strict=True))
        return tuple(Project(term, outputs) for term in terms)

    branches = zip(union.branches, parts, strict=True)
    return Derivations(
        replace(union, branches=tuple(replace(b, input=part.stay) for b, part in branches)),
        tuple(term for i, part in enumerate(parts) for term in renamed(i, part.went)),
        tuple(term for i, part in enumerate(parts) for term in renamed(i, part.came)),
    )


def _joined(join: Join, at: States) -> Derivations:
    """One input after the other takes its step, as in the rule of the join."""
    parts = [derivations(child, at) for child in join.inputs]

    def terms(which: Callable[[Derivations], Terms], rest: Callable[[Relation], Relation]) -> Terms:
        found = []
        for i, part in enumerate(parts):
            first = [before.stay for before in parts[:i]]
            last = [rest(child) for child in join.inputs[i + 1 :]]
            found += [replace(join, inputs=(*first, term, *last)) for term in which(part)]
        return tuple(found)

    return Derivations(
        replace(join, inputs=tuple(part.stay for part in parts)),
        terms(lambda part: part.went, at.old),
        terms(lambda part: part.came, at.new),
    )


def _met(join: SemiJoin, at: States) -> Derivations:
    left = derivations(join.left, at)
    old, new, change = at.old(join.right), at.new(join.right), at.change(join.right)
    if isinstance(change, Empty):
        return left.map(lambda rows: replace(join, left=rows, right=new))

    def within(rows: Relation, right: Relation, *, anti: bool = join.anti) -> Relation:
        return replace(join, left=rows, right=right, anti=anti)

    reached = within(left.stay, change, anti=False)
    return Derivations(
        within(within(left.stay, old), new),
        (
            *(within(t, old) for t in left.went),
            within(within(reached, old), new, anti=not join.anti),
        ),
        (
            *(within(t, new) for t in left.came),
            within(within(reached, new), old, anti=not join.anti),
        ),
    )


def absent(rows: Relation, others: Relation) -> Relation:
    """The rows that are not among the others, NULL being equal to NULL; columns by position."""
    pairs = zip(rows.columns, others.columns, strict=True)
    same = (exp.NullSafeEQ(this=ref(own), expression=ref(other)) for own, other in pairs)
    return SemiJoin(rows, others, conjunction(same), anti=True)
