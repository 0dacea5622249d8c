"""How a view is kept: what a refresh computes from the change, and what it computes again.

It is found in the very trees that the refresh runs. A tree that holds no aggregate and no window
only follows the change; one that holds them computes groups or partitions again, those that the
change has touched if it is restricted to their keys, and otherwise all of them. A recursion that
begins with the change derives what follows from it; any other derives everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum

from duckstream.algebra import (
    Aggregate,
    Empty,
    Recursive,
    Relation,
    Source,
    Version,
    Window,
    scans,
)
from duckstream.compiler import CompiledView
from duckstream.simplify.restrict_partners import is_small
from duckstream.storage import Kind


class Manner(Enum):
    """From the cheapest to the dearest."""

    CHANGE = "the change alone"
    PARTNERS = "the change and its partners"
    EXTREMES = "groups that lose their extreme"
    GROUPS = "affected groups"
    PARTITIONS = "affected partitions"
    DERIVATIONS = "affected derivations"
    RECOMPUTE = "recompute"


MEANING = {
    Manner.CHANGE: "nothing but the change of the tables is read",
    Manner.PARTNERS: "the change is joined with the rows of the tables that it meets",
    Manner.EXTREMES: "a group is computed again when its MIN or MAX goes",
    Manner.GROUPS: "the groups that the change touches are computed again",
    Manner.PARTITIONS: "the partitions that the change touches are computed again",
    Manner.DERIVATIONS: "rows that a recursion derives by what changed are derived again",
    Manner.RECOMPUTE: "a part that has no keys to restrict it by is computed whole, "
    "before and after, and the difference goes on",
}


def find_manners(view: CompiledView, changed: Collection[Source] | None = None) -> list[Manner]:
    """All that a refresh does, cheapest first; what follows the change goes without saying."""
    found: set[Manner] = set()
    reads_states = False
    fresh = view.place.naming.temp_table("fresh")
    for step in view.merge(changed).compute:
        if step.tree is None:
            continue
        reads_states = reads_states or _reads_states(step.tree)
        if step.table == fresh:
            found.add(_manner_of_stored(view))
            if Manner.EXTREMES in found:
                # Nothing of this tree is computed as long as every group keeps its extreme.
                continue
        for node in _computed(step.tree):
            if node is not step.tree or step.table != fresh:
                found |= _manner_of(node)
    least = Manner.PARTNERS if reads_states else Manner.CHANGE
    return sorted(found or {least}, key=list(Manner).index)


def _manner_of_stored(view: CompiledView) -> Manner:
    """Of the groups that the view stores, where the merge computes some of them again."""
    layout = view.layout
    if all(state.kind is not Kind.RECOMPUTED for _, state in layout.states):
        return Manner.EXTREMES
    return Manner.GROUPS if layout.keys else Manner.RECOMPUTE


def _manner_of(node: Relation) -> set[Manner]:
    if not _reads_states(node):
        return set()
    match node:
        case Aggregate():
            return {Manner.GROUPS if node.keys and is_small(node.input) else Manner.RECOMPUTE}
        case Window():
            within = node.partition and is_small(node.input)
            return {Manner.PARTITIONS if within else Manner.RECOMPUTE}
        case Recursive():
            return {Manner.DERIVATIONS if is_small(node) else Manner.RECOMPUTE}
        case _:
            return set()


def _reads_states(node: Relation) -> bool:
    return any(scan.version in (Version.OLD, Version.NEW) for scan in scans(node))


def _computed(root: Relation) -> Iterator[Relation]:
    """Every node that gives rows, once; what stands below an Empty only lends its types."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen and not isinstance(node, Empty):
            seen.add(id(node))
            waiting.extend(node.inputs)
            yield node
