"""Where to cut a view: inner aggregates that the outer query needs as a whole, and recursions.

`x > (SELECT AVG(x) FROM t)` needs the one average for every row; MAX over a grouped SUM looks at
all groups when the largest goes. Without stored state, either would be computed from `t` again by
every refresh. As a stage it is a stored view of its own: a refresh adds the change to it, and the
outer query reads the result.

An aggregate is cut out if

- all its functions are kept from the change alone (additive, or an extreme), and
- it is needed whole: it has no keys, or what reads it looks at all of its groups (an aggregate
  without keys, a window without partitions, a join without an equality on its columns).

A recursion is cut out if its change can be followed from the rows it had: these are then stored.

An aggregate that is looked up by its keys may be left where it is: only the groups that a change
can meet are computed. That is cheap where the rows of a group lie close together, and takes a scan
of everything where they do not. Which of the two it is only the lake can tell, when the view is
created; the stages that are stored then tell it ever after. Such an aggregate is one

- whose functions add up, wherever it stands in the query, or
- that can be taken early of one side of a join (see `early.py`).

But not where the query itself reads the same rows: a line whose quantity is compared with the
average of its part's lines is read again whenever this average changes. The rows themselves are
stored then, if only few of them can matter (see `reduce.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Filter,
    Ids,
    Join,
    OuterJoin,
    Project,
    Recursive,
    Relation,
    Scan,
    SemiJoin,
    UnionAll,
    Unnest,
    Window,
    conjuncts,
    is_ref,
    reads_previous,
    ref_id,
    refs,
    walk,
    with_inputs,
)
from duckstream.differentiate.derivations import is_linear
from duckstream.lower import Dialect
from duckstream.simplify.equal_columns import equal_columns
from duckstream.stage.early import take_early
from duckstream.stage.look_up import LookUp, find_look_ups
from duckstream.stage.reduce import reduce_tables
from duckstream.storage import find_recursion, find_shape

LOOKED_UP = "its groups lie all over the tables, and add up"
REDUCED = "the few rows of a table that can meet a filtered one; they lie all over it"


@dataclass(frozen=True)
class Cut:
    """A relation to store by itself, and why; `looked_up` by keys it may as well stay."""

    relation: Aggregate | Recursive | SemiJoin
    reason: str
    looked_up: bool = False


# Stores a relation and gives the one, of the same columns, that reads it; None if it is not stored.
Store = Callable[[Cut], Relation | None]


def cut_out(root: Relation, dialect: Dialect, store: Store) -> Relation:
    """The tree that reads stages in the place of the outermost relations that are worth it.

    What is inside of a stage is its own to cut.
    """
    # Of no view's own: what is asked for in vain leaves no trace in the names of others.
    ids = Ids(10**7)

    def store_reduced(reduced: SemiJoin) -> Relation | None:
        return store(Cut(reduced, REDUCED, looked_up=True))

    reduced = reduce_tables(root, _find_own(root), ids, store_reduced)
    return _Cutter(reduced, dialect, store, ids).visit(reduced)


def _find_own(root: Relation) -> Relation | None:
    """The view's own aggregate or recursion, which is stored in any case."""
    recursion = find_recursion(root)
    if recursion is not None:
        return recursion[0]
    stored = find_shape(root).input
    nodes = (node for node in walk(root) if isinstance(node, Aggregate))
    return next((node for node in nodes if node.input is stored), None)


class _Cutter:
    def __init__(self, root: Relation, dialect: Dialect, store: Store, ids: Ids) -> None:
        self._root = root
        self._dialect = dialect
        self._store = store
        self._ids = ids
        self._parents: dict[int, list[Relation]] = {}
        for node in walk(root):
            for child in node.inputs:
                self._parents.setdefault(id(child), []).append(node)
        self._own = _find_own(root)
        self._done: dict[int, Relation] = {}

    def visit(self, node: Relation) -> Relation:
        if id(node) not in self._done:
            self._done[id(node)] = self._cut(node) or self._below(node)
        return self._done[id(node)]

    def _below(self, node: Relation) -> Relation:
        return with_inputs(node, tuple(self.visit(child) for child in node.inputs))

    def _cut(self, node: Relation) -> Relation | None:
        if isinstance(node, (Aggregate, Recursive)) and node is not self._own:
            reason = self._reason(node)
            if reason is not None:
                return self._store(Cut(node, reason)) or node
        early = self._cut_early(node)
        if early is not None or not isinstance(node, Aggregate) or node is self._own:
            return early
        if not self._adds_up(node) or self._is_read_anyway(node):
            return None
        return self._store(Cut(node, LOOKED_UP, looked_up=True))

    def _cut_early(self, node: Relation) -> Relation | None:
        """One side of a join, aggregated; the rest of the tree goes on to be looked at."""
        early = take_early(node, self._ids)
        if early is None or not self._adds_up(early.part):
            return None
        stage = self._store(Cut(early.part, LOOKED_UP, looked_up=True))
        return None if stage is None else early.rest(self.visit(early.left), stage)

    def _is_read_anyway(self, node: Aggregate) -> bool:
        """Does the query find rows of a table by the very columns that a few groups of the
        aggregate are computed by?
        """
        equal = _equal_columns(self._root)
        keys = {member for key in node.keys for member in equal.get(key.id, {key.id})}
        inside = {id(each) for each in walk(node)}
        outside = [s for s in walk(self._root) if isinstance(s, Scan) and id(s) not in inside]
        found = [
            LookUp(s.source, tuple(column.name for column in s.columns if column.id in keys))
            for s in outside
        ]
        return any(
            look_up.columns and look_up.is_part_of(other)
            for look_up in find_look_ups(node)
            for other in found
        )

    def _reason(self, node: Aggregate | Recursive) -> str | None:
        if not any(isinstance(each, Scan) for each in walk(node)) or reads_previous(node):
            return None
        if isinstance(node, Recursive):
            return self._reason_of_recursion(node)
        return self._reason_of_aggregate(node)

    def _reason_of_recursion(self, recursion: Recursive) -> str | None:
        if self._dialect.follows_recursions and is_linear(recursion):
            return "a recursion, whose change is followed from the rows it had"
        return None

    def _reason_of_aggregate(self, aggregate: Aggregate) -> str | None:
        if not aggregate.calls or not all(self._is_kept(call) for call in aggregate.calls):
            return None
        if not aggregate.keys:
            return "one row that every row of the outer query is compared with"
        if self._is_needed_whole(aggregate):
            return "the outer query looks at all of its groups"
        return None

    def _is_kept(self, call: Call) -> bool:
        """Can the call be kept from the change alone?"""
        if call.distinct or call.written is not None:
            return False
        if call.function in ("COUNT", "MIN", "MAX"):
            return True
        return self._dialect.adds(call.function, call.argument.type if call.argument else None)

    def _adds_up(self, aggregate: Aggregate) -> bool:
        """Is it kept by adding up what changed?"""
        calls = aggregate.calls
        reads = any(isinstance(each, Scan) for each in walk(aggregate))
        if not calls or not aggregate.keys or not reads or reads_previous(aggregate):
            return False
        return all(self._is_kept(call) and call.function not in ("MIN", "MAX") for call in calls)

    def _is_needed_whole(self, node: Relation) -> bool:
        return any(self._reads_whole(parent, node) for parent in self._parents.get(id(node), []))

    def _reads_whole(self, parent: Relation, node: Relation) -> bool:
        match parent:
            case Filter() | Project() | Unnest() | UnionAll():
                return self._is_needed_whole(parent)
            case Aggregate():
                kept = all(
                    self._is_kept(c) and c.function not in ("MIN", "MAX") for c in parent.calls
                )
                return not parent.keys and not (parent is self._own and kept)
            case Window():
                return not parent.partition
            case Join() | OuterJoin() | SemiJoin():
                return not _has_equality(parent.condition, node)
            case _:
                return False


def _equal_columns(root: Relation) -> dict[int, set[int]]:
    """For columns the others that have their values, under other names or as conditions say."""
    classes: dict[int, set[int]] = {}

    def put_together(ids: Iterable[int]) -> None:
        merged = {member for each in ids for member in classes.get(each, {each})}
        classes.update(dict.fromkeys(merged, merged))

    for node in walk(root):
        match node:
            case Project():
                for output in node.outputs:
                    if is_ref(output.expression):
                        put_together([output.column.id, ref_id(output.expression)])
            case Join() | SemiJoin():
                for members in equal_columns(node).values():
                    put_together(members)
    return classes


def _has_equality(condition: exp.Expr | None, node: Relation) -> bool:
    """Is a column of the node set equal to something else?"""
    own = {column.id for column in node.columns}
    for part in conjuncts(condition):
        if isinstance(part, (exp.EQ, exp.NullSafeEQ)):
            sides = [refs(part.this), refs(part.expression)]
            if any(side and side <= own for side in sides) and not all(s <= own for s in sides):
                return True
    return False
