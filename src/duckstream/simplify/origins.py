"""Where the values of a column come from: the columns of changes that they are all among."""

from __future__ import annotations

from duckstream.algebra import (
    Aggregate,
    Bound,
    Column,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Negate,
    OuterJoin,
    Project,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    is_ref,
    ref_id,
)
from duckstream.bind.types import is_discrete
from duckstream.simplify.equal_columns import equal_columns

Bounds = frozenset[Bound]


class Origins:
    """Finds the columns of changes that the values of a column are among.

    With `discrete` only for columns of types that have a next value.
    """

    def __init__(self, *, discrete: bool) -> None:
        self._discrete = discrete
        self._known: dict[tuple[int, int], tuple[Relation, Bounds | None]] = {}

    def find(self, node: Relation, column: Column) -> Bounds | None:
        """None if they may come from anywhere."""
        key = (id(node), column.id)
        if key not in self._known:
            # The node is kept, so that no other takes its id.
            self._known[key] = (node, self._look_into(node, column))
        return self._known[key][1]

    def _look_into(self, node: Relation, column: Column) -> Bounds | None:
        match node:
            case Empty():
                return frozenset()
            case Scan():
                if node.version is Version.CHANGE and self._is_fit(column):
                    return frozenset({(node.source, column.name)})
                return None
            case Keys():
                return self.find(node.input, node.picked[node.columns.index(column)])
            case Project():
                return self._of_projection(node, column)
            case Restrict():
                keys = dict(node.on)
                found = self.find(node.keys, keys[column]) if column in keys else None
                return self.find(node.input, column) if found is None else found
            case UnionAll():
                return self._of_union(node, column)
            case Aggregate():
                return self.find(node.input, column) if column in node.keys else None
            case Filter() | Negate() | Consolidate() | Side() | Window() | Unnest():
                return self._below(node.input, column)
            case OuterJoin() if not node.full:
                return self._below(node.left, column)
            case Join() | SemiJoin():
                return self._of_join(node, column)
            case _:
                return None

    def _is_fit(self, column: Column) -> bool:
        return not self._discrete or is_discrete(column.type)

    def _below(self, node: Relation, column: Column) -> Bounds | None:
        return self.find(node, column) if column in node.columns else None

    def _of_projection(self, node: Project, column: Column) -> Bounds | None:
        through = next(o.expression for o in node.outputs if o.column == column)
        if not is_ref(through):
            return None
        below = next(c for c in node.input.columns if c.id == ref_id(through))
        return self.find(node.input, below)

    def _of_union(self, union: UnionAll, column: Column) -> Bounds | None:
        found: Bounds = frozenset()
        place = union.columns.index(column)
        for branch in union.branches:
            own = self.find(branch.input, branch.columns[place])
            if own is None:
                return None
            found |= own
        return found

    def _of_join(self, join: Join | SemiJoin, column: Column) -> Bounds | None:
        """Those of the column itself, or of one that it has to equal."""
        is_anti = isinstance(join, SemiJoin) and join.anti
        inputs = join.inputs[:1] if is_anti else join.inputs
        equal = set() if is_anti else equal_columns(join).get(column.id, set())
        for id in (column.id, *sorted(equal - {column.id})):
            for child in inputs:
                own = next((c for c in child.columns if c.id == id), None)
                found = None if own is None else self.find(child, own)
                if found is not None:
                    return found
        return None
