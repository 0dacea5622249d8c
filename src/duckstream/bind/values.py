"""VALUES: rows written in the text."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from duckstream.algebra import Branch, Column, OneRow, Output, Project, UnionAll
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.types import infer_type


def bind_values(
    context: Context, node: exp.Values, bind: Callable[[exp.Expr], exp.Expr]
) -> NamedRelation:
    """A union of rows, which finds the types that all of them fit."""
    rows = [_cells(row) for row in node.expressions]
    if any(len(row) != len(rows[0]) for row in rows):
        raise context.invalid(
            "VALUES_WIDTH", node, "VALUES", "its rows differ in length", "give each as many values"
        )
    branches: list[Branch] = []
    for row in rows:
        bound = [bind(cell) for cell in row]
        outputs = tuple(
            Output(context.ids.column("value", infer_type(cell, {})), cell) for cell in bound
        )
        branches.append(Branch(Project(OneRow(), outputs), tuple(o.column for o in outputs)))
    word, first = context.reading.values_column
    named: list[tuple[str, Column]] = []
    for place, column in enumerate(branches[0].columns):
        types = [branch.columns[place].type for branch in branches]
        same = column.type if all(type == column.type for type in types) else None
        name = f"{word}{place + first}"
        named.append((name, context.ids.column(name, same)))
    columns = tuple(column for _, column in named)
    relation = UnionAll(columns, tuple(branches), unifies=True)
    return NamedRelation(relation, tuple(named))


def _cells(row: exp.Expr) -> list[exp.Expr]:
    return row.expressions if isinstance(row, exp.Tuple) else [row.unnest()]
