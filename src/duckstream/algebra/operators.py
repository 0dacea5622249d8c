"""The operators: a view is a tree of them, and so is the change of a view.

A relation is a bag of rows, each with an integer weight. Whether an operator carries a weight that
differs from 1 is derived (`weighted`); the weight is not a column, so that no rule has to mention
it. Operators compare by identity: a node with two parents is shared, and is computed once.

An operator whose meaning depends on the exact list of columns (a group-by, a union) names them;
the others hand through whatever their input has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from sqlglot import exp

from duckstream.algebra.columns import Column


class Version(Enum):
    """Which state of its table a scan reads."""

    CURRENT = "current"
    OLD = "old"
    NEW = "new"
    CHANGE = "change"


@dataclass(frozen=True)
class Source:
    """A table of the lake. `weight` names the column that holds the number of copies, if any."""

    catalog: str
    schema: str
    table: str
    weight: str | None = None

    def __str__(self) -> str:
        return self.table


class Relation:
    """Base of the operators. Each says which columns it puts out and which inputs it reads."""

    if TYPE_CHECKING:
        # Declared for readers only: a real property would become the default of a field.
        @property
        def columns(self) -> tuple[Column, ...]: ...

        @property
        def inputs(self) -> tuple[Relation, ...]: ...

    @property
    def weighted(self) -> bool:
        """May a row have a weight other than 1?"""
        return any(child.weighted for child in self.inputs)


# A column of the change of a table: its values lie between its least and its greatest one.
Bound = tuple[Source, str]


@dataclass(frozen=True, eq=False)
class Scan(Relation):
    """The rows of a table in one of its states; `Column.name` is the name in the table.

    Of columns in `within`, by name, only the values in the range of those changes are needed, and
    NULL: other rows may be left out.
    """

    source: Source
    columns: tuple[Column, ...]
    version: Version = Version.CURRENT
    within: tuple[tuple[str, tuple[Bound, ...]], ...] = ()

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return ()

    @property
    def weighted(self) -> bool:
        return self.version is Version.CHANGE or self.source.weight is not None


@dataclass(frozen=True, eq=False)
class OneRow(Relation):
    """A single row without columns: what SELECT without FROM selects from."""

    @property
    def columns(self) -> tuple[Column, ...]:
        return ()

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return ()


@dataclass(frozen=True, eq=False)
class Empty(Relation):
    """No rows. `like` is a relation that would have given them: it settles the types."""

    columns: tuple[Column, ...]
    like: Relation | None = None

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return () if self.like is None else (self.like,)

    @property
    def weighted(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Filter(Relation):
    """The rows for which the predicate is true."""

    input: Relation
    predicate: exp.Expr

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.input.columns

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)


@dataclass(frozen=True)
class Output:
    """A column that a projection computes."""

    column: Column
    expression: exp.Expr


@dataclass(frozen=True, eq=False)
class Project(Relation):
    """One row for each row, with columns computed from it."""

    input: Relation
    outputs: tuple[Output, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(output.column for output in self.outputs)

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)


@dataclass(frozen=True, eq=False)
class Join(Relation):
    """All combinations of one row from each input that satisfy the condition."""

    inputs: tuple[Relation, ...]
    condition: exp.Expr | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(column for child in self.inputs for column in child.columns)


@dataclass(frozen=True)
class Branch:
    """One input of a union, and which of its columns go where."""

    input: Relation
    columns: tuple[Column, ...]


@dataclass(frozen=True, eq=False)
class UnionAll(Relation):
    """The rows of all branches, columns by position.

    `unifies` says that the branches may differ in type, as in the user's UNION ALL: then each of
    them has a say in the types of the result, even one that gives no rows.
    """

    columns: tuple[Column, ...]
    branches: tuple[Branch, ...]
    unifies: bool = False

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return tuple(branch.input for branch in self.branches)


@dataclass(frozen=True)
class Call:
    """An aggregate function over columns of the input.

    A function without a rule of its own is kept as it was `written`, over the columns in
    `arguments`: it is always computed from the rows of its group, by the engine itself.
    """

    column: Column
    function: str
    argument: Column | None = None
    distinct: bool = False
    filter: Column | None = None
    written: exp.Expr | None = field(default=None, compare=False)
    arguments: tuple[Column, ...] = ()

    @property
    def reads(self) -> tuple[Column, ...]:
        named = (self.argument, *self.arguments, self.filter)
        return tuple(column for column in named if column is not None)

    def __str__(self) -> str:
        argument = "*" if self.argument is None else str(self.argument)
        if self.written is not None:
            argument = ", ".join(map(str, self.arguments))
        text = f"{self.function}({'DISTINCT ' if self.distinct else ''}{argument})"
        return text + (f" FILTER ({self.filter})" if self.filter else "")


@dataclass(frozen=True, eq=False)
class Aggregate(Relation):
    """One row per group. Without keys there is one group, and it always gives a row."""

    input: Relation
    keys: tuple[Column, ...]
    calls: tuple[Call, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.keys, *(call.column for call in self.calls))

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Keys(Relation):
    """The distinct values of some columns among the rows present, whatever their weights.

    Rows are told apart by the `watched` columns: a row that goes while one comes that differs in
    one of these is present twice, even if the picked columns of both are the same.
    """

    input: Relation
    picked: tuple[Column, ...]
    columns: tuple[Column, ...]
    watched: tuple[Column, ...] = ()

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        return False


@dataclass(frozen=True, eq=False)
class Restrict(Relation):
    """The rows whose columns are among the keys; NULL is among them when it is one of them."""

    input: Relation
    keys: Relation
    on: tuple[tuple[Column, Column], ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.input.columns

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input, self.keys)

    @property
    def weighted(self) -> bool:
        return self.input.weighted


@dataclass(frozen=True, eq=False)
class Negate(Relation):
    """The same rows with their weights negated."""

    input: Relation

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.input.columns

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        return True


@dataclass(frozen=True, eq=False)
class Side(Relation):
    """The rows of a consolidated change that came, or those that went, as rows that are there."""

    input: Relation
    gone: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.input.columns

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        return True


@dataclass(frozen=True, eq=False)
class Consolidate(Relation):
    """Equal rows become one, weights added up; a row that adds up to nothing goes."""

    input: Relation
    columns: tuple[Column, ...]

    @property
    def inputs(self) -> tuple[Relation, ...]:
        return (self.input,)

    @property
    def weighted(self) -> bool:
        return True


def union_all(*relations: Relation) -> Relation:
    """The sum of relations that put out the same columns."""
    first, *rest = relations
    if not rest:
        return first
    columns = first.columns
    return UnionAll(columns, tuple(Branch(relation, columns) for relation in relations))
