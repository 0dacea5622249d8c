"""Tables of which a query needs only the rows that can meet a filtered one.

    γ[k](T) ⋈ σ(F)  =  γ[k](T ⋉ σ(F)) ⋈ σ(F)        T ⋈ σ(F)  =  (T ⋉ σ(F)) ⋈ σ(F)

where k has to equal a column of σ(F). The same holds below filters and projections, on the left of
outer joins, and on both sides of semi and anti joins: a row whose k is not in σ(F) meets nothing
that is left in the end.

By itself this would be no gain. But where T is grouped by k, each of its changes makes the query
look up the other rows of the same groups. If these lie all over T, that takes a scan of it. As a
stage, T ⋉ σ(F) is kept by what changed, and is as small as σ(F) is selective.

A table is reduced only if all that the query reads of it is: else the scan would not be spared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Filter,
    Ids,
    Join,
    OuterJoin,
    Output,
    Project,
    Relation,
    Scan,
    SemiJoin,
    Source,
    conjunction,
    is_ref,
    parent_counts,
    ref,
    ref_id,
    refs,
    reidentify,
    rewrite,
    substitute,
    walk,
)
from duckstream.simplify.equal_columns import equal_columns, own_conditions
from duckstream.stage.look_up import LookUp


@dataclass(frozen=True)
class Reducer:
    """A filtered relation, and the column of it that others have to equal."""

    relation: Relation
    column: Column


# By the id of a column: rows whose value is not in one of these are not needed.
_Within = Mapping[int, tuple[Reducer, ...]]


@dataclass(frozen=True)
class _Use:
    """One reading of a table: with the filter above it, and what its columns have to meet.

    `grouped` are the columns by which an inner aggregate groups its rows.
    """

    scan: Scan
    filter: Filter | None
    within: _Within
    grouped: frozenset[int]

    def reducers(self, name: str) -> tuple[Reducer, ...]:
        column = next((column for column in self.scan.columns if column.name == name), None)
        return () if column is None else self.within.get(column.id, ())


def reduce_tables(
    root: Relation,
    own: Relation | None,
    ids: Ids,
    store: Callable[[SemiJoin], Relation | None],
) -> Relation:
    """The tree that reads what is left of such tables where that is stored.

    `own` is the aggregate that the view itself stores.
    """
    for uses in _find_uses(root, own).values():
        reduced = _reduce(uses, ids)
        stored = None if reduced is None else store(reduced)
        if reduced is not None and stored is not None:
            root = _read_instead(root, uses, reduced, stored)
    return root


def look_up_of_rows(reduced: Relation) -> LookUp:
    """By what the rows are found where they are not stored."""
    assert isinstance(reduced, SemiJoin)
    (scan,) = (each for each in walk(reduced.left) if isinstance(each, Scan))
    compared = refs(reduced.condition)
    names = tuple(column.name for column in scan.columns if column.id in compared)
    return LookUp(scan.source, names)


def _reduce(uses: Sequence[_Use], ids: Ids) -> SemiJoin | None:
    source = uses[0].scan.source
    for name, reducer in _candidates(uses):
        others = {each.source for each in walk(reducer.relation) if isinstance(each, Scan)}
        # (Of a view with copies a stage would have to count them.)
        if source.weight is None and source not in others:
            return _semi_join(uses, name, reducer, ids)
    return None


def _candidates(uses: Sequence[_Use]) -> Iterable[tuple[str, Reducer]]:
    """Columns that rows are looked up by, with what all readings of the table have to meet."""
    for use in uses:
        for column in use.scan.columns:
            if column.id not in use.grouped:
                continue
            for reducer in use.reducers(column.name):
                if all(reducer in other.reducers(column.name) for other in uses):
                    yield column.name, reducer


def _semi_join(uses: Sequence[_Use], name: str, reducer: Reducer, ids: Ids) -> SemiJoin:
    read = {column.name: column for use in uses for column in use.scan.columns}
    columns = {name: ids.copy_of(column) for name, column in read.items()}
    rows: Relation = Scan(uses[0].scan.source, tuple(columns.values()))
    if len(uses) == 1 and uses[0].filter is not None:
        own = {column.id: ref(columns[column.name]) for column in uses[0].scan.columns}
        rows = Filter(rows, substitute(uses[0].filter.predicate, own))
    partners, fresh = reidentify(reducer.relation, ids)
    key = fresh[reducer.column.id]
    return SemiJoin(rows, partners, exp.EQ(this=ref(columns[name]), expression=ref(key)))


def _read_instead(
    root: Relation, uses: Sequence[_Use], reduced: SemiJoin, stored: Relation
) -> Relation:
    columns = {column.name: column for column in reduced.columns}
    replaced = {
        id(use.scan): Project(
            stored, tuple(Output(own, ref(columns[own.name])) for own in use.scan.columns)
        )
        for use in uses
    }
    return rewrite(root, lambda node: replaced.get(id(node), node))


def _find_uses(root: Relation, own: Relation | None) -> dict[Source, list[_Use]]:
    finder = _Finder(parent_counts(root), own)
    finder.visit(root, {}, frozenset(), None)
    return finder.uses


class _Finder:
    """Goes down from the result, with what the columns of each relation have to meet."""

    def __init__(self, parents: Mapping[int, int], own: Relation | None) -> None:
        self._parents = parents
        self._own = own
        self._held = _Held()
        self._seen: set[int] = set()
        self.uses: dict[Source, list[_Use]] = {}

    def visit(
        self, node: Relation, within: _Within, grouped: frozenset[int], above: Relation | None
    ) -> None:
        if self._parents[id(node)] > 1:
            # What one of its readers does not need another one may.
            within, above = {}, None
            if id(node) in self._seen:
                return
            self._seen.add(id(node))
        match node:
            case Scan():
                filter = above if isinstance(above, Filter) else None
                use = _Use(node, filter, within, grouped)
                self.uses.setdefault(node.source, []).append(use)
            case Filter():
                self.visit(node.input, within, grouped, node)
            case Project():
                through = {
                    output.column.id: ref_id(output.expression)
                    for output in node.outputs
                    if is_ref(output.expression)
                }
                below = [(through[id], found) for id, found in within.items() if id in through]
                keys = frozenset(through[id] for id in grouped if id in through)
                self.visit(node.input, _merged(below), keys, node)
            case Aggregate():
                keys = {key.id for key in node.keys}
                below = [(id, found) for id, found in within.items() if id in keys]
                inner = frozenset() if node is self._own else frozenset(keys)
                self.visit(node.input, _merged(below), inner, node)
            case Join():
                self._visit_join(node, within, grouped)
            case SemiJoin():
                self._visit_sides(node, within, grouped)
            case OuterJoin() if not node.full:
                self._visit_sides(node, within, grouped)
            case _:
                for child in node.inputs:
                    self.visit(child, {}, frozenset(), node)

    def _visit_sides(
        self, join: SemiJoin | OuterJoin, within: _Within, grouped: frozenset[int]
    ) -> None:
        """A row of the right side only meets rows of the left side."""
        equal = equal_columns(join)
        left, right = ({column.id for column in side.columns} for side in join.inputs)
        above = _merged((id, found) for id, found in within.items() if id in left)
        needed = _merged([*above.items(), *self._held.by(join.left).items()])
        met = [(id, needed.get(other, ())) for id in right for other in equal.get(id, ())]
        if isinstance(join, SemiJoin) and not join.anti:
            partners = self._held.by_input(join, join.right)
            above = _merged([*above.items(), *_carried_over(partners, equal, left)])
        self.visit(join.left, above, grouped & left, join)
        self.visit(join.right, _merged(met), grouped & right, join)

    def _visit_join(self, join: Join, within: _Within, grouped: frozenset[int]) -> None:
        """Columns that have to equal each other have to meet the same."""
        equal = equal_columns(join)
        held = {id(child): self._held.by_input(join, child) for child in join.inputs}
        for child in join.inputs:
            own = {column.id for column in child.columns}
            known = [(id, within.get(other, ())) for id in own for other in equal.get(id, {id})]
            for other in join.inputs:
                if other is not child:
                    known += _carried_over(held[id(other)], equal, own)
            self.visit(child, _merged(known), grouped & own, join)


class _Held:
    """What the columns of a relation are within by themselves."""

    def __init__(self) -> None:
        self._known: dict[int, _Within] = {}
        self._filtered: dict[tuple[int, int], Relation] = {}

    def by(self, node: Relation) -> _Within:
        if id(node) not in self._known:
            self._known[id(node)] = self._find(node)
        return self._known[id(node)]

    def by_input(self, join: Join | SemiJoin, child: Relation) -> _Within:
        """An input as far as the condition takes it by itself."""
        condition = conjunction(own_conditions(join.condition, child))
        if condition is None:
            return self.by(child)
        filtered = self._filtered.setdefault((id(join), id(child)), Filter(child, condition))
        return self.by(filtered)

    def _find(self, node: Relation) -> _Within:
        if _is_filtered_table(node):
            return {column.id: (Reducer(node, column),) for column in node.columns}
        match node:
            case Filter():
                return self.by(node.input)
            case Project():
                held = self.by(node.input)
                return {
                    output.column.id: held[ref_id(output.expression)]
                    for output in node.outputs
                    if is_ref(output.expression) and ref_id(output.expression) in held
                }
            case Aggregate():
                held = self.by(node.input)
                return {key.id: held[key.id] for key in node.keys if key.id in held}
            case OuterJoin() if not node.full:
                return self.by(node.left)
            case SemiJoin() if node.anti:
                return self.by(node.left)
            case SemiJoin():
                own = {column.id for column in node.columns}
                held = self.by_input(node, node.right)
                met = _carried_over(held, equal_columns(node), own)
                return _merged([*self.by_input(node, node.left).items(), *met])
            case Join():
                equal = equal_columns(node)
                held = _merged(
                    pair for child in node.inputs for pair in self.by_input(node, child).items()
                )
                ids = {column.id for column in node.columns}
                return _merged([*held.items(), *_carried_over(held, equal, ids)])
            case _:
                return {}


def _is_filtered_table(node: Relation) -> bool:
    nodes = list(walk(node))
    is_table = all(isinstance(each, (Scan, Filter, Project)) for each in nodes)
    return is_table and any(isinstance(each, Filter) for each in nodes)


def _carried_over(
    held: _Within, equal: Mapping[int, set[int]], own: set[int]
) -> list[tuple[int, tuple[Reducer, ...]]]:
    """What holds for columns, for those of a relation that have to equal them."""
    return [(id, held.get(other, ())) for id in own for other in equal.get(id, ())]


def _merged(found: Iterable[tuple[int, tuple[Reducer, ...]]]) -> dict[int, tuple[Reducer, ...]]:
    merged: dict[int, tuple[Reducer, ...]] = {}
    for id, reducers in found:
        if reducers:
            merged[id] = tuple(dict.fromkeys((*merged.get(id, ()), *reducers)))
    return merged
