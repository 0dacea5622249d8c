"""What several views of a run read of a table, because the same changes meet it.

    S ⋉ K  =  P ⋉ K         P = S ⋉ {values of d in ΔD, for all (D, d) that K comes from}

The keys K of each view are its own: filtered by other conditions, found in other ways. But they all
come from columns of changes, which the views of a run have in common. So P is read once, with the
columns of all of them, and each looks up its own keys in it.

A place is where to look: a table in one of its states, and the column that the keys restrict.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from duckstream.algebra import Bound, Relation, Restrict, Scan, Source, Version, rewrite, walk
from duckstream.simplify.origins import Origins
from duckstream.simplify.scan_once import depends_on_order


@dataclass(frozen=True)
class Place:
    """A state of a table, and the column that it is restricted by."""

    source: Source
    version: Version
    column: str


@dataclass(frozen=True)
class Part:
    """What is read at a place: these columns, where the values are among those of the changes."""

    place: Place
    columns: tuple[str, ...]
    bounds: frozenset[Bound]

    def __or__(self, other: Part) -> Part:
        """Enough for both."""
        columns = tuple(dict.fromkeys((*self.columns, *other.columns)))
        return Part(self.place, columns, self.bounds | other.bounds)

    def __le__(self, other: Part) -> bool:
        """Is the other one enough for this?"""
        return self.bounds <= other.bounds and {*self.columns} <= {*other.columns}


def find_parts(root: Relation) -> dict[Place, Part]:
    """The parts that a tree could take from others."""
    found: dict[Place, Part] = {}
    for part in _reads(root).values():
        found[part.place] = found[part.place] | part if part.place in found else part
    return found


def read_parts(
    root: Relation, places: Collection[Place], stored: Callable[[Place], Source]
) -> Relation:
    """The tree that reads tables of parts at these places."""
    reads = _reads(root)

    def step(node: Relation) -> Relation:
        if not isinstance(node, Restrict):
            return node
        part = reads.get((id(node.input), node.on))
        if part is None or part.place not in places:
            return node
        return replace(node, input=Scan(stored(part.place), node.input.columns))

    return rewrite(root, step)


def _reads(root: Relation) -> dict[tuple[int, object], Part]:
    """By scan and keys, those whose keys come from changes alone."""
    if depends_on_order(root):
        return {}
    origins = Origins(discrete=False)
    found: dict[tuple[int, object], Part] = {}
    for node in walk(root):
        if not isinstance(node, Restrict) or not isinstance(node.input, Scan) or len(node.on) != 1:
            continue
        scan, [(own, key)] = node.input, node.on
        bounds = origins.find(node.keys, key)
        if scan.version in (Version.OLD, Version.NEW) and bounds:
            place = Place(scan.source, scan.version, own.name)
            names = tuple(column.name for column in scan.columns)
            found[id(scan), node.on] = Part(place, names, bounds)
    return found
