"""Columns beside those of a relation, which may not be known before the whole text is read."""

from __future__ import annotations

from dataclasses import dataclass

from duckstream.algebra import Column, Output, Project, Relation, ref


@dataclass(frozen=True, eq=False)
class Extend(Relation):
    """One row for each row, with its own columns and some more. Only while a text is bound."""

    input: Relation
    outputs: tuple[Output, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.input.columns, *(output.column for output in self.outputs))

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    def projected(self) -> Project:
        """The same as a projection, once the columns of the input are known."""
        handed = (Output(column, ref(column)) for column in self.input.columns)
        return Project(self.input, (*handed, *self.outputs))
