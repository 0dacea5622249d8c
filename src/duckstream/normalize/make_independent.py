"""Dependent joins become independent: the general way to unnest subqueries (Neumann and Kemper).

A subquery that reads columns of the query around it is the right side of a join that reads columns
of the left one. In three steps, of which the first that applies is taken:

1. Conditions that read the left side go up into the condition of the join, if only filters,
   projections and inner joins stand in between.

       L ⋈ σ_p(R) = L ⋈_p R,  the same for ⟕, ⋉, ▷

2. An aggregate without keys, over rows that equalities pick, is computed for all values of what
   they are equal to, and looked up. Where there is none, it is the aggregate of no rows.

       L ⋈ γ(σ_{l = r}(R)) = L ⟕_{l = r} γ_r(R)

3. The distinct values D of the columns that the right side needs are joined into it, and carried
   along by every operator, until nothing in it reads the left side any more.

       L ⋈ R(l) = L ⋈_{l ≡ d} R(d),   d from D = δ(π_l(L))
"""

from __future__ import annotations

from dataclasses import replace

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
    SemiJoin,
    conjunction,
    conjuncts,
    free_ids,
    ref,
    refs,
    substitute,
    with_inputs,
)
from duckstream.normalize.carry import Carrier
from duckstream.normalize.look_up import look_up_aggregate


def make_independent(root: Relation, ids: Ids) -> Relation:
    """The tree without dependent joins, outermost first."""
    return _Independence(ids).visit(root)


class _Independence:
    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        # Nodes are kept beside their results so that their identities stay taken.
        self._done: dict[int, tuple[Relation, Relation]] = {}

    def visit(self, node: Relation) -> Relation:
        if id(node) not in self._done:
            self._done[id(node)] = (node, self._rewritten(node))
        return self._done[id(node)][1]

    def _rewritten(self, node: Relation) -> Relation:
        match node:
            case Join():
                return self._join(node)
            case OuterJoin() | SemiJoin() if _depends(node.right, node.left):
                return self._two_sided(node)
            case _:
                return with_inputs(node, tuple(self.visit(child) for child in node.inputs))

    def _join(self, join: Join) -> Relation:
        """Dependent inputs are joined one after the other to those that they depend on."""
        dependent = [
            child
            for child in join.inputs
            if any(_depends(child, other) for other in join.inputs if other is not child)
        ]
        if not dependent:
            return with_inputs(join, tuple(self.visit(child) for child in join.inputs))
        inputs = [child for child in join.inputs if not any(child is d for d in dependent)]
        conditions = conjuncts(join.condition)
        for child in dependent:
            left = self._joined(inputs, conditions)
            looked_up = look_up_aggregate(left, child, self._ids)
            if looked_up is not None:
                inputs = [looked_up]
                conditions = [c for c in conditions if not _is_within(c, left)]
                continue
            right, on = self._freed(left, child)
            inputs.append(right)
            conditions.extend(on)
        return self.visit(Join(tuple(inputs), conjunction(conditions)))

    def _joined(self, inputs: list[Relation], conditions: list[exp.Expr]) -> Relation:
        """The inputs so far, under the conditions that read nothing else."""
        given = {column.id for child in inputs for column in child.columns}
        known = conjunction(condition for condition in conditions if refs(condition) <= given)
        if len(inputs) == 1 and known is None:
            return inputs[0]
        return Join(tuple(inputs), known)

    def _two_sided(self, join: OuterJoin | SemiJoin) -> Relation:
        left = self.visit(join.left)
        if isinstance(join, OuterJoin) and join.condition is None:
            looked_up = look_up_aggregate(left, join.right, self._ids)
            if looked_up is not None:
                return self.visit(looked_up)
        right, on = self._freed(left, join.right)
        condition = conjunction([*conjuncts(join.condition), *on])
        return self.visit(replace(join, left=left, right=right, condition=condition))

    def _freed(self, left: Relation, right: Relation) -> tuple[Relation, list[exp.Expr]]:
        """The right side without a look at the left one, and the conditions that take its place."""
        wanted = {column.id for column in left.columns}
        pulled = pull_up(right, wanted, self._ids)
        if pulled is not None:
            return pulled
        needed = tuple(column for column in left.columns if column.id in free_ids(right))
        carrier = Carrier(_distinct(left, needed, self._ids), needed, self._ids)
        carried, copies = carrier.carry(right)
        return carried, [
            exp.NullSafeEQ(this=ref(column), expression=ref(copies[column.id])) for column in needed
        ]


def pull_up(node: Relation, outer: set[int], ids: Ids) -> tuple[Relation, list[exp.Expr]] | None:
    """The relation without the conditions that read `outer`, and these; None if more does."""
    if not free_ids(node) & outer:
        return node, []
    match node:
        case Filter():
            below = pull_up(node.input, outer, ids)
            if below is None:
                return None
            kept, pulled = below
            parts = conjuncts(node.predicate)
            own = conjunction(part for part in parts if not refs(part) & outer)
            pulled = [*pulled, *(part for part in parts if refs(part) & outer)]
            return (kept if own is None else Filter(kept, own)), pulled
        case Project():
            if any(refs(output.expression) & outer for output in node.outputs):
                return None
            below = pull_up(node.input, outer, ids)
            if below is None:
                return None
            kept, pulled = below
            return _with_columns(Project(kept, node.outputs), pulled, ids)
        case Join():
            inputs: list[Relation] = []
            pulled = []
            for child in node.inputs:
                below = pull_up(child, outer, ids)
                if below is None:
                    return None
                inputs.append(below[0])
                pulled.extend(below[1])
            parts = conjuncts(node.condition)
            own = conjunction(part for part in parts if not refs(part) & outer)
            pulled.extend(part for part in parts if refs(part) & outer)
            return Join(tuple(inputs), own), pulled
        case _:
            return None


def _with_columns(
    project: Project, readers: list[exp.Expr], ids: Ids
) -> tuple[Project, list[exp.Expr]]:
    """The projection with what the readers above need of its input, and these reading that.

    The columns are new: a shared relation that is read twice would hand its own through twice.
    """
    known = {column.id for column in project.columns}
    read = set().union(*(refs(reader) for reader in readers)) - known
    more = [column for column in project.input.columns if column.id in read]
    outputs = tuple(Output(ids.copy_of(column), ref(column)) for column in more)
    renamed = {column.id: ref(output.column) for column, output in zip(more, outputs, strict=True)}
    moved = [substitute(reader, renamed) for reader in readers]
    return Project(project.input, (*project.outputs, *outputs)), moved


def _distinct(left: Relation, columns: tuple[Column, ...], ids: Ids) -> Aggregate:
    outputs = tuple(Output(ids.copy_of(column), ref(column)) for column in columns)
    values = Project(left, outputs)
    return Aggregate(values, values.columns)


def _depends(right: Relation, left: Relation) -> bool:
    return bool(free_ids(right) & {column.id for column in left.columns})


def _is_within(condition: exp.Expr, relation: Relation) -> bool:
    return refs(condition) <= {column.id for column in relation.columns}
