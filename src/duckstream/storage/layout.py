"""The stored table: its columns, their names and types, and how a view is read from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Ids,
    Output,
    Project,
    Relation,
    Scan,
    Source,
    enclose,
    ref,
)
from duckstream.bind.names import make_unique
from duckstream.bind.types import DType, build
from duckstream.lower import Dialect, aliased_table, qualified, same
from duckstream.plan import Naming
from duckstream.storage.shape import Shape
from duckstream.storage.states import State, choose_states, is_row_count


@dataclass(frozen=True)
class StoredColumn:
    """A column of the stored table, and the column of the algebra that it keeps."""

    name: str
    column: Column
    # The type in storage where it differs from the column's own.
    stand_in: exp.DataType | None = None

    # Guards a sum of unknown type on its way into storage.
    guard: Callable[[exp.Expr], exp.Expr] | None = None

    # What is compared in the place of values that the engine does not compare.
    stand_in_to_compare: Callable[[exp.Expr], exp.Expr] | None = None

    def same(self, left: exp.Expr, right: exp.Expr) -> exp.Expr:
        """Are two values of this column equal, NULL being equal to NULL?"""
        return same(self._compared(left), self._compared(right))

    def differs(self, left: exp.Expr, right: exp.Expr) -> exp.Expr:
        sides = [enclose(self._compared(side.copy())) for side in (left, right)]
        return exp.NullSafeNEQ(this=sides[0], expression=sides[1])

    def _compared(self, value: exp.Expr) -> exp.Expr:
        return value if self.stand_in_to_compare is None else self.stand_in_to_compare(value)

    def to_storage(self, value: exp.Expr) -> exp.Expr:
        if self.guard is not None:
            return self.guard(value)
        return value if self.stand_in is None else exp.cast(value, self.stand_in)

    def from_storage(self, value: exp.Expr) -> exp.Expr:
        if self.stand_in is None or self.column.type is None:
            return value
        return exp.cast(value, self.column.type)


@dataclass(frozen=True)
class Layout:
    """A view as a table: keys, the count, the states."""

    shape: Shape
    source: Source
    keys: tuple[StoredColumn, ...]
    count: StoredColumn
    states: tuple[tuple[StoredColumn, State], ...]

    @property
    def columns(self) -> tuple[StoredColumn, ...]:
        return (*self.keys, self.count, *(stored for stored, _ in self.states))

    @property
    def groups(self) -> Aggregate:
        """The aggregate whose result the table holds, count and helper states included."""
        count = Call(self.count.column, "COUNT")
        calls = (count, *(state.call for _, state in self.states))
        return Aggregate(self.shape.input, self.shape.keys, calls)

    def stored(self, column: Column) -> StoredColumn:
        return next(s for s in self.columns if s.column == column)

    def typed(self, types: dict[str, exp.DataType], dialect: Dialect) -> Layout:
        """The layout with the types that an engine gives to its columns, by their stored names."""

        def retype(stored: StoredColumn) -> StoredColumn:
            return stored_column(stored.name, stored.column, types[stored.name], dialect)

        keys = tuple(retype(key) for key in self.keys)
        states = tuple((retype(stored), state) for stored, state in self.states)
        return replace(self, keys=keys, states=states)

    def presentation(self, ids: Ids) -> Relation:
        """What the view shows, as a relation over the stored table."""
        names = {stored.name: ids.column(stored.name) for stored in self.columns}
        table = Scan(self.source, tuple(names.values()))
        outputs = []
        for column, call in [
            *((key, None) for key in self.shape.keys),
            *((call.column, call) for call in self.shape.calls),
        ]:
            counted = call is not None and is_row_count(call)
            stored = self.count if counted else self.stored(column)
            outputs.append(Output(column, stored.from_storage(ref(names[stored.name]))))
        return self.shape.present(Project(table, tuple(outputs)))


def stored_column(
    name: str, column: Column, type: exp.DataType | None, dialect: Dialect
) -> StoredColumn:
    return StoredColumn(
        name,
        Column(column.id, column.name, type),
        dialect.stored_type(type),
        stand_in_to_compare=dialect.compares_as.get(type.this) if type is not None else None,
    )


def lay_out(
    shape: Shape,
    shown: tuple[tuple[str, Column], ...],
    *,
    naming: Naming,
    catalog: str,
    schema: str,
    dialect: Dialect,
    ids: Ids,
) -> Layout:
    """The table for a shape. A stored column has the name under which the view shows it."""
    states = choose_states(shape, ids, dialect)
    visible = _visible_names(shape, shown)
    hidden = {s.column for s in states} - {call.column for call in shape.calls}
    wanted = [visible.get(key.id, key.name) for key in shape.keys]
    count_name = naming.aux_column("count")
    for state in states:
        own = visible.get(state.column.id, state.column.name)
        wanted.append(naming.aux_column(own) if state.column in hidden else own)
    wanted = [dialect.storable_name(name) for name in wanted]
    names = make_unique([count_name, *wanted])[1:]

    def stored(name: str, column: Column) -> StoredColumn:
        return stored_column(name, column, column.type, dialect)

    keys = tuple(stored(n, k) for n, k in zip(names, shape.keys, strict=False))
    rest = names[len(keys) :]
    weight = count_name if shape.copies else None
    return Layout(
        shape,
        Source(catalog, schema, naming.mv_table(), weight),
        keys,
        StoredColumn(count_name, ids.column("count", build(DType.BIGINT))),
        tuple(
            (_guarded(stored(n, s.column), s, dialect), s)
            for n, s in zip(rest, states, strict=True)
        ),
    )


def _guarded(stored: StoredColumn, state: State, dialect: Dialect) -> StoredColumn:
    """A sum whose type nobody knows may be of a type that storage does not hold exactly."""
    unknown = state.call.function == "SUM" and stored.column.type is None
    return replace(stored, guard=dialect.guard_sum) if unknown else stored


def _visible_names(shape: Shape, shown: tuple[tuple[str, Column], ...]) -> dict[int, str]:
    """The names under which columns of the groups reach the user unchanged."""
    names: dict[int, str] = {}
    for name, column in shown:
        names.setdefault(column.id, name)
    for operator in reversed(shape.above):
        if isinstance(operator, Project):
            for output in operator.outputs:
                if output.column.id in names and isinstance(output.expression, exp.Column):
                    below = int(output.expression.name[1:])
                    names.setdefault(below, names[output.column.id])
    return names


def insert_rows(layout: Layout, target: exp.Table, rows: exp.Table) -> exp.Insert:
    """INSERT INTO the stored table the rows of another, without groups that are empty."""
    names = [exp.to_identifier(stored.name, quoted=True) for stored in layout.columns]
    select = exp.Select(
        expressions=[
            stored.to_storage(qualified("next", stored.name)) for stored in layout.columns
        ],
        from_=exp.From(this=aliased_table(rows, "next")),
        where=filled_groups(layout),
    )
    return exp.Insert(this=exp.Schema(this=target.copy(), expressions=names), expression=select)


def filled_groups(layout: Layout) -> exp.Where | None:
    """Which rows of `next` are stored: without groups that are empty, unless there is only one."""
    if not layout.keys:
        return None
    count = qualified("next", layout.count.name)
    return exp.Where(this=exp.GT(this=count, expression=exp.Literal.number(0)))


def copy_rows(target: exp.Table, columns: Sequence[str], rows: exp.Table) -> exp.Insert:
    """INSERT INTO a table all rows of another that has columns of the same names."""
    names = [exp.to_identifier(name, quoted=True) for name in columns]
    select = exp.Select(
        expressions=[exp.Column(this=name.copy()) for name in names],
        from_=exp.From(this=rows.copy()),
    )
    return exp.Insert(this=exp.Schema(this=target.copy(), expressions=names), expression=select)
