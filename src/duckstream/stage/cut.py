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

An aggregate that is looked up by its keys is left where it is: only the groups that a change can
meet are computed, and that is cheaper than to keep them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Filter,
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
    reads_previous,
    refs,
    rewrite,
    walk,
)
from duckstream.differentiate.derivations import is_linear
from duckstream.lower import Dialect
from duckstream.storage import find_recursion, find_shape


@dataclass(frozen=True)
class Cut:
    """A relation to store by itself, and why."""

    relation: Aggregate | Recursive
    reason: str


def find_cuts(root: Relation, dialect: Dialect) -> list[Cut]:
    """The outermost relations that are worth storing; what is inside of them is theirs to cut."""
    stored = find_shape(root).input
    finder = _Finder(root, stored, dialect)
    return finder.below(root)


def replace_cuts(root: Relation, stages: Mapping[int, Relation]) -> Relation:
    """The tree that reads the stages, each in the place of the relation with this identity."""
    # Rewriting makes new nodes: what is to be replaced is told by its first column.
    by_column = {}
    for node in walk(root):
        if id(node) in stages:
            by_column[node.columns[0].id] = stages[id(node)]

    def step(node: Relation) -> Relation:
        if isinstance(node, (Aggregate, Recursive)) and node.columns:
            return by_column.get(node.columns[0].id, node)
        return node

    return rewrite(root, step)


class _Finder:
    def __init__(self, root: Relation, stored: Relation, dialect: Dialect) -> None:
        self._dialect = dialect
        self._parents: dict[int, list[Relation]] = {}
        for node in walk(root):
            for child in node.inputs:
                self._parents.setdefault(id(child), []).append(node)
        # The view's own aggregate or recursion, which is stored in any case.
        own = find_recursion(root)
        readers = self._parents.get(id(stored), [])
        aggregate = next((each for each in readers if isinstance(each, Aggregate)), None)
        self._own = own[0] if own is not None else aggregate
        self._seen: set[int] = set()

    def below(self, node: Relation) -> list[Cut]:
        if id(node) in self._seen:
            return []
        self._seen.add(id(node))
        if isinstance(node, (Aggregate, Recursive)) and node is not self._own:
            reason = self._reason(node)
            if reason is not None:
                return [Cut(node, reason)]
        return [cut for child in node.inputs for cut in self.below(child)]

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
        calls = aggregate.calls
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


def _has_equality(condition: exp.Expr | None, node: Relation) -> bool:
    """Is a column of the node set equal to something else?"""
    own = {column.id for column in node.columns}
    for part in conjuncts(condition):
        if isinstance(part, (exp.EQ, exp.NullSafeEQ)):
            sides = [refs(part.this), refs(part.expression)]
            if any(side and side <= own for side in sides) and not all(s <= own for s in sides):
                return True
    return False
