"""A relation before and after a refresh, and its change: what the rules are written with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from duckstream.algebra import Empty, Ids, Relation, Scan, Source, Version, rewrite, scans

Rule = Callable[[Relation, "States"], Relation]


class States:
    """Gives `old(X)`, `new(X)` and `change(X)` of any relation; each is made once, and shared."""

    def __init__(
        self,
        rules: Mapping[type[Relation], Rule],
        ids: Ids,
        changed: Collection[Source] | None = None,
        stored: tuple[Relation, Relation] | None = None,
    ) -> None:
        """`changed` are the sources that have a change; any may have one by default.

        `stored` is a relation whose old rows need not be computed, and these rows, their columns
        in the same order.
        """
        self.ids = ids
        self._rules = rules
        self._changed = changed
        self._stored = stored
        # Nodes are kept beside their results so that their identities stay taken.
        self._made: dict[tuple[str, int], tuple[Relation, Relation]] = {}

    def old(self, relation: Relation) -> Relation:
        """The relation over the sources as they were at the view's frontier."""
        return self._once("old", relation, lambda: at_version(relation, Version.OLD))

    def new(self, relation: Relation) -> Relation:
        """The relation over the sources as they are at the versions to go to."""
        return self._once("new", relation, lambda: at_version(relation, Version.NEW))

    def change(self, relation: Relation) -> Relation:
        """What has to be added to the old relation to get the new one, with signed weights."""
        return self._once("change", relation, lambda: self._change(relation))

    def may_change(self, relation: Relation) -> bool:
        if self._changed is None:
            return True
        return any(scan.source in self._changed for scan in scans(relation))

    def stored(self, relation: Relation) -> Relation | None:
        """The old rows of a relation, if they are stored."""
        if self._stored is None or self._stored[0] is not relation:
            return None
        return self._stored[1]

    def _change(self, relation: Relation) -> Relation:
        if isinstance(relation, Empty):
            return relation
        if not self.may_change(relation):
            return Empty(relation.columns, self.new(relation))
        return self._rules[type(relation)](relation, self)

    def _once(self, state: str, relation: Relation, make: Callable[[], Relation]) -> Relation:
        key = (state, id(relation))
        if key not in self._made:
            self._made[key] = (relation, make())
        return self._made[key][1]


def at_version(relation: Relation, version: Version) -> Relation:
    """The relation with every scan reading the given state of its table."""

    def move(node: Relation) -> Relation:
        return replace(node, version=version) if isinstance(node, Scan) else node

    return rewrite(relation, move)
