"""Recursion: the rows that the change reaches are derived again.

A linear step (see `derivations`) gives S(P) = stay(P) + went(P) before, and S'(P) = stay(P) +
came(P) after. UNION ALL counts derivations. Those that are lost are the ones in which something
took part that went; the last such thing decides where each of them is counted. Those that are
gained begin with the first thing that came:

    lost   = ρ( (ΔB)⁻ + went(old),  stay )
    gained = ρ( (ΔB)⁺ + came(old − lost),  S' )
    Δρ     = gained − lost

UNION has each row once, however it is derived. What may be lost is deleted, and what has another
derivation by what is left comes back (delete and rederive); with insertions only, nothing is
deleted, and the new rows are followed as far as there is nothing that was known (semi-naive):

    D     = ρ( (ΔB)⁻ + went(old),  stay )
    kept  = old ▷ D
    A     = ρ( (B' + S'(kept)) ⋉ D + ((ΔB)⁺ + came(kept)) ▷ kept,  S' ▷ kept )
    Δρ    = A − D

`old` are the rows that are stored. Where they are not, or the step is not linear, the recursion is
computed at both versions, and subtracted:

    Δρ(B, S) = ρ(B', S') − ρ(B, S)
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import (
    Branch,
    Column,
    Consolidate,
    Keys,
    Negate,
    Output,
    Previous,
    Project,
    Recursive,
    Relation,
    Restrict,
    ref,
    rewrite,
    union_all,
)
from duckstream.differentiate.derivations import Terms, absent, derivations, is_linear
from duckstream.differentiate.states import States


def differentiate_recursive(recursion: Relation, at: States) -> Relation:
    assert isinstance(recursion, Recursive)
    old = at.stored(recursion)
    if old is None or not is_linear(recursion):
        change = union_all(at.new(recursion), Negate(at.old(recursion)))
    elif recursion.distinct:
        change = _Following(recursion, at, old).distinct()
    else:
        change = _Following(recursion, at, old).counted()
    return Consolidate(change, recursion.columns)


class _Following:
    """Follows the change of one recursion from the rows that it had."""

    def __init__(self, recursion: Recursive, at: States, stored: Relation) -> None:
        self._recursion = recursion
        self._ids = at.ids
        self._types = [column.type for column in stored.columns]
        self._old = self._renamed(stored, self._fresh_columns())
        self._base = derivations(recursion.base.input, at)
        self._step = derivations(recursion.step.input, at)
        self._new_base = at.new(recursion.base.input)
        self._new_step = at.new(recursion.step.input)

    def counted(self) -> Relation:
        lost = self._lost()
        came = union_all(
            *self._from_base(self._base.came),
            *self._from_step(self._step.came, self._old),
            *(Negate(term) for term in self._from_step(self._step.came, lost)),
        )
        gained = self._closure(Consolidate(came, self._recursion.columns), self._new_step)
        return self._difference(gained, lost)

    def distinct(self) -> Relation:
        lost = self._lost()
        kept = absent(self._old, lost)
        again = (*self._from_base((self._new_base,)), *self._from_step((self._new_step,), kept))
        came = (*self._from_base(self._base.came), *self._from_step(self._step.came, kept))
        seeds = union_all(
            *(self._among(rows, lost) for rows in again),
            *(absent(rows, kept) for rows in came),
        )
        return self._difference(self._closure(seeds, self._new_step, without=kept), lost)

    def _lost(self) -> Relation:
        """What was derived by something that went, and what was derived from that."""
        went = (*self._from_base(self._base.went), *self._from_step(self._step.went, self._old))
        return self._closure(union_all(*went), self._step.stay)

    def _closure(
        self, seeds: Relation, step: Relation, without: Relation | None = None
    ) -> Relation:
        """The seeds and what the step derives from them, as far as it is not among the others."""
        columns, own = self._fresh_columns(), self._recursion.columns
        rows = self._shown(step, self._recursion.step.columns)
        if without is not None:
            rows = absent(rows, without)

        def point(node: Relation) -> Relation:
            if isinstance(node, Previous) and node.recursion == own[0]:
                return replace(node, recursion=columns[0])
            return node

        branches = Branch(seeds, own), Branch(rewrite(rows, point), own)
        return Recursive(columns, *branches, self._recursion.distinct)

    def _difference(self, gained: Relation, lost: Relation) -> Relation:
        columns = self._recursion.columns
        return union_all(self._renamed(gained, columns), Negate(self._renamed(lost, columns)))

    def _from_base(self, terms: Terms) -> list[Relation]:
        return [self._shown(term, self._recursion.base.columns) for term in terms]

    def _from_step(self, terms: Terms, rows: Relation) -> list[Relation]:
        """What the terms of a step derive from these rows."""

        def put(node: Relation) -> Relation:
            if isinstance(node, Previous) and node.recursion == own[0]:
                return self._renamed(rows, node.columns)
            return node

        own, columns = self._recursion.columns, self._recursion.step.columns
        return [self._shown(rewrite(term, put), columns) for term in terms]

    def _shown(self, rows: Relation, columns: tuple[Column, ...]) -> Relation:
        """The rows as rows of the recursion, which are of the types of its base."""
        outputs = []
        triples = zip(self._recursion.columns, columns, self._types, strict=True)
        for column, own, type in triples:
            value: exp.Expr = ref(own)
            if type is not None and own.type != type:
                value = exp.cast(value, type)
            outputs.append(Output(column, value))
        return Project(rows, tuple(outputs))

    def _among(self, rows: Relation, others: Relation) -> Relation:
        keys = Keys(others, others.columns, self._fresh_columns())
        return Restrict(rows, keys, tuple(zip(rows.columns, keys.columns, strict=True)))

    def _renamed(self, rows: Relation, columns: tuple[Column, ...]) -> Relation:
        pairs = zip(columns, rows.columns, strict=True)
        return Project(rows, tuple(Output(column, ref(own)) for column, own in pairs))

    def _fresh_columns(self) -> tuple[Column, ...]:
        columns = zip(self._recursion.columns, self._types, strict=True)
        return tuple(self._ids.column(column.name, type) for column, type in columns)
