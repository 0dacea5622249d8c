"""Operators that look at more than one row at a time, or make several out of one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra.columns import Column
from duckstream.algebra.operators import Branch, Output, Relation


@dataclass(frozen=True, eq=False)
class Window(Relation):
    """Every row with values computed over the other rows of its partition.

    The calls are written with OVER, their order and their frame, without PARTITION BY: all of them
    have the partition of the operator.
    """

    input: Relation
    partition: tuple[Column, ...]
    calls: tuple[Output, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.input.columns, *(call.column for call in self.calls))

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        """Copies of a row are told apart here, so that each of them is a row."""
        return False


@dataclass(frozen=True, eq=False)
class Unnest(Relation):
    """Each row as often as the generator, computed from it, gives a row, with what that holds.

    `generators` are calls such as UNNEST(list) or EXPLODE(array), each with the columns it makes;
    several of them are advanced together.
    """

    input: Relation
    generators: tuple[Generator, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.input.columns, *(c for g in self.generators for c in g.columns))

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)


@dataclass(frozen=True)
class Generator:
    """A call that turns one row into several."""

    call: exp.Expr
    columns: tuple[Column, ...]


@dataclass(frozen=True, eq=False)
class Recursive(Relation):
    """The base, and what the step makes of it, and of that again, until nothing new comes.

    `distinct` drops rows that were there before, which ends cycles.
    """

    columns: tuple[Column, ...]
    base: Branch
    step: Branch
    distinct: bool

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.base.input, self.step.input)

    @property
    def weighted(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Previous(Relation):
    """Inside the step of a recursion: the rows that the round before has made.

    `recursion` is the first column of the recursion that it stands in.
    """

    columns: tuple[Column, ...]
    recursion: Column

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return ()
