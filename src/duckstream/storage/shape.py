"""How a view is stored: keyed groups.

Every stored view is a table of groups: key columns, the number of rows in the group, and one column
per aggregate state. A view without aggregation is the group-by of all its columns, and shows every
row as often as it is counted. What stands above the last aggregation and is cheap per row (the
projection, HAVING) is not stored but computed when the view is read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Filter,
    Project,
    Recursive,
    Relation,
    is_ref,
    ref_id,
)


@dataclass(frozen=True)
class Shape:
    """What is grouped, by what, with which functions, and what is computed on top of it."""

    input: Relation
    keys: tuple[Column, ...]
    calls: tuple[Call, ...]
    # Is a stored row shown once, or as often as it is counted?
    copies: bool
    above: tuple[Filter | Project, ...] = ()

    def present(self, groups: Relation) -> Relation:
        """What the view shows, given a relation with the columns of the groups."""
        for operator in self.above:
            groups = replace(operator, input=groups)
        return groups


def find_shape(root: Relation, *, as_rows: bool = False) -> Shape:
    """The lowest-lying way to store a view: its last aggregation, or the bag of its rows.

    `as_rows` takes the bag in any case.
    """
    above: list[Filter | Project] = []
    node = root
    while isinstance(node, (Filter, Project)):
        above.insert(0, node)
        node = node.input
    if isinstance(node, Aggregate) and not as_rows:
        return Shape(node.input, node.keys, node.calls, copies=False, above=tuple(above))
    return Shape(root, root.columns, (), copies=True)


def find_recursion(root: Relation) -> tuple[Recursive, tuple[Column, ...]] | None:
    """The recursion whose rows a relation shows, each with all of its columns, and which these are.

    Then to store the one is to store the other.
    """
    shown = {column.id: column for column in root.columns}
    node = root
    while isinstance(node, Project):
        below: dict[int, Column] = {}
        for output in node.outputs:
            if output.column.id in shown and is_ref(output.expression):
                below.setdefault(ref_id(output.expression), shown[output.column.id])
        node, shown = node.input, below
    if isinstance(node, Recursive) and all(column.id in shown for column in node.columns):
        return node, tuple(shown[column.id] for column in node.columns)
    return None
