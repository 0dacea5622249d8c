"""A table that is needed several times, within keys of a change, is scanned once.

    (S' ⋉ K₁), (S' ⋉ K₂)  =  (T ⋉ K₁), (T ⋉ K₂)          T = S' ⋉ K,  K ⊇ K₁ ∪ K₂
    S ⋉ K  =  T − (ΔS ⋉ K)                                S the old state, S' the new one

Where K₁ is K₂, it is K. Otherwise K₂ may be found with the help of S ⋉ K₁, and the keys themselves
cannot be put together. But the values of a key come from somewhere: from a change, or from what
meets one. That is looked for, with all reads of S left out, and is what K is made of. Columns that
nobody reads have to be gone by then: the others are watched, so that no changed row goes unseen.

The old state is taken from the new one only where nothing above depends on the order of rows, as
sums of floating-point numbers do: these have to be what they were when the old state was new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from duckstream.algebra import (
    Aggregate,
    Branch,
    Column,
    Consolidate,
    Empty,
    Filter,
    Ids,
    Join,
    Keys,
    Negate,
    OuterJoin,
    Output,
    Project,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Source,
    UnionAll,
    Unnest,
    Version,
    Window,
    is_ref,
    ref,
    ref_id,
    rewrite,
    scans,
    union_all,
)
from duckstream.bind.types import is_exact
from duckstream.simplify.equal_columns import equal_columns, join_filtered
from duckstream.simplify.restrict_partners import is_small

# A relation and columns of it, whose values are among those of the keys that are wanted.
Origin = tuple[Relation, tuple[Column, ...]]
# A table, and the columns of it that keys restrict.
Place = tuple[Source, tuple[str, ...]]
_STATES = (Version.OLD, Version.NEW)


@dataclass(frozen=True)
class _Read:
    """A scan within keys, and where the keys come from."""

    node: Restrict
    scan: Scan
    origins: tuple[Origin, ...]


def scan_once(root: Relation, ids: Ids) -> Relation:
    """The tree with restricted scans of one table, by the same columns, put together."""
    done: set[Place] = set()
    while True:
        reads = _find_reads(root)
        place = next((p for p, found in reads.items() if p not in done and len(found) > 1), None)
        if place is None:
            return root
        done.add(place)
        root = _put_together(root, place, reads[place], ids)


def _find_reads(root: Relation) -> dict[Place, list[_Read]]:
    found: dict[Place, dict[tuple[int, object], _Read]] = {}
    for node in _computed(root):
        if not isinstance(node, Restrict) or not isinstance(node.input, Scan):
            continue
        scan = node.input
        names = tuple(column.name for column, _ in node.on)
        if scan.version not in _STATES or len(set(names)) < len(names) or not names:
            continue
        origins = _origins(*_own_keys(node), scan.source)
        if origins is not None:
            place = (scan.source, tuple(sorted(names)))
            read = _Read(node, scan, tuple(origins))
            found.setdefault(place, {}).setdefault((id(scan), node.on), read)
    return {place: list(reads.values()) for place, reads in found.items()}


def _put_together(root: Relation, place: Place, reads: Sequence[_Read], ids: Ids) -> Relation:
    source, names = place
    origins = _distinct([_own_keys(read.node) for read in reads])
    if len(origins) > 1:
        origins = _distinct([origin for read in reads for origin in read.origins])
    keys = _keys_from(origins, ids)
    columns = _columns_of([read.scan for read in reads], ids)
    on = tuple(zip((columns[name] for name in names), keys.columns, strict=True))
    own = tuple(columns.values())
    new: Relation = Restrict(Scan(source, own, Version.NEW), keys, on)
    if depends_on_order(root):
        old: Relation = Restrict(Scan(source, own, Version.OLD), keys, on)
    else:
        change = Restrict(Scan(source, own, Version.CHANGE), keys, on)
        old = Consolidate(union_all(new, Negate(change)), own)
    # Reads within exactly these keys need not be restricted once more.
    planned = {
        (id(read.scan), read.node.on): [_mark(_own_keys(read.node))] == [*map(_mark, origins)]
        for read in reads
    }

    def step(node: Relation) -> Relation:
        if not isinstance(node, Restrict) or (id(node.input), node.on) not in planned:
            return node
        scan = node.input
        assert isinstance(scan, Scan)
        state = new if scan.version is Version.NEW else old
        outputs = tuple(Output(column, ref(columns[column.name])) for column in scan.columns)
        rows = Project(state, outputs)
        return rows if planned[id(scan), node.on] else replace(node, input=rows)

    return rewrite(root, step)


def _columns_of(all_scans: Sequence[Scan], ids: Ids) -> dict[str, Column]:
    columns: dict[str, Column] = {}
    for scan in all_scans:
        for column in scan.columns:
            if column.name not in columns:
                columns[column.name] = ids.copy_of(column)
    return columns


def _distinct(origins: Sequence[Origin]) -> list[Origin]:
    found: dict[object, Origin] = {}
    for origin in origins:
        found.setdefault(_mark(origin), origin)
    return list(found.values())


def _mark(origin: Origin) -> object:
    """Scans of one change with the same columns differ in the ids of these only."""
    node, columns = origin
    if isinstance(node, Scan):
        read = frozenset(column.name for column in node.columns)
        return node.source, read, tuple(column.name for column in columns)
    return id(node), columns


def _own_keys(node: Restrict) -> Origin:
    """The keys of a restriction, in the order of the names of the columns they restrict."""
    pairs = sorted(node.on, key=lambda pair: pair[0].name)
    return _stripped(node.keys, tuple(key for _, key in pairs))


def _keys_from(origins: Sequence[Origin], ids: Ids) -> Keys:
    """The distinct values of all of them."""
    each = [
        Keys(node, picked, tuple(map(ids.copy_of, picked)), node.columns)
        for node, picked in origins
    ]
    if len(each) == 1:
        return each[0]
    columns = tuple(map(ids.copy_of, each[0].columns))
    union = UnionAll(columns, tuple(Branch(keys, keys.columns) for keys in each))
    return Keys(union, columns, tuple(map(ids.copy_of, columns)))


def _origins(node: Relation, columns: tuple[Column, ...], source: Source) -> list[Origin] | None:
    """What the values of the columns are among, found without reading states of the source.

    It is a change as far as possible, and what the change meets where that is filtered: to look
    for what else the values have to be takes time, too.
    """
    if isinstance(node, Empty):
        return []
    node, columns = _stripped(node, columns)
    filters = isinstance(node, Filter) or (isinstance(node, Restrict) and not _reads(node.input))
    if is_small(node) and ((filters and not _reads_changed(node)) or not _reads(node)):
        return [(node, columns)]
    found = _further_down(node, columns, source)
    if found is None and is_small(node) and not _reads(node, source):
        return [(node, columns)]
    return found


def _stripped(node: Relation, columns: tuple[Column, ...]) -> Origin:
    """The same values without what only renames them."""
    while True:
        if isinstance(node, Keys):
            below = dict(zip(node.columns, node.picked, strict=True))
            node, columns = node.input, tuple(below[column] for column in columns)
            continue
        if isinstance(node, Project):
            through = {o.column.id: o.expression for o in node.outputs}
            if all(is_ref(through[column.id]) for column in columns):
                own = {column.id: column for column in node.input.columns}
                columns = tuple(own[ref_id(through[column.id])] for column in columns)
                node = node.input
                continue
        return node, columns


def _further_down(
    node: Relation, columns: tuple[Column, ...], source: Source
) -> list[Origin] | None:
    match node:
        case Filter() | Negate() | Consolidate() | Window() | Unnest():
            return _below(node.input, columns, source)
        case Aggregate():
            known = all(column in node.keys for column in columns)
            return _origins(node.input, columns, source) if known else None
        case Restrict():
            keys = dict(node.on)
            if all(column in keys for column in columns):
                found = _origins(node.keys, tuple(keys[c] for c in columns), source)
                if found is not None:
                    return found
            return _origins(node.input, columns, source)
        case UnionAll():
            return _of_union(node, columns, source)
        case OuterJoin() if not node.full:
            return _below(node.left, columns, source)
        case Join() | SemiJoin():
            return _of_join(node, columns, source)
        case _:
            return None


def _below(node: Relation, columns: tuple[Column, ...], source: Source) -> list[Origin] | None:
    known = all(column in node.columns for column in columns)
    return _origins(node, columns, source) if known else None


def _of_union(union: UnionAll, columns: tuple[Column, ...], source: Source) -> list[Origin] | None:
    found: list[Origin] = []
    for branch in union.branches:
        place = dict(zip(union.columns, branch.columns, strict=True))
        own = _origins(branch.input, tuple(place[column] for column in columns), source)
        if own is None:
            return None
        found += own
    return found


def _of_join(
    join: Join | SemiJoin, columns: tuple[Column, ...], source: Source
) -> list[Origin] | None:
    """Those of one input that has all of the columns, or columns equal to them."""
    inputs = join.inputs
    if isinstance(join, SemiJoin) and join.anti:
        inputs = inputs[:1]
    equal = equal_columns(join)
    # What reads the source is looked into last.
    for child in sorted(inputs, key=lambda child: (_reads(child, source), _reads(child))):
        own = {column.id: column for column in child.columns}
        twins = [
            next((own[i] for i in (c.id, *sorted(equal.get(c.id, ()))) if i in own), None)
            for c in columns
        ]
        found = None
        known = tuple(twin for twin in twins if twin is not None)
        if len(known) == len(columns):
            found = _origins(child, known, source)
        if found is not None:
            if isinstance(join, Join) and not _reads(child, source):
                usable = [
                    each for each in inputs if not is_small(each) and not _reads(each, source)
                ]
                filtered = join_filtered(join, child, usable)
                return found if filtered is child else [(filtered, known)]
            return found
    return None


def _reads(node: Relation, source: Source | None = None) -> bool:
    """Does it read a state of the source, or of any?"""
    states = (scan for scan in scans(node) if scan.version in _STATES)
    return any(source is None or scan.source == source for scan in states)


def _reads_changed(node: Relation) -> bool:
    """Does it read a state of a table that it also reads the change of, or that has an old one?"""
    found = list(scans(node))
    changed = {scan.source for scan in found if scan.version in (Version.OLD, Version.CHANGE)}
    return any(scan.source in changed and scan.version in _STATES for scan in found)


def depends_on_order(root: Relation) -> bool:
    """Does anything depend on more than which rows there are?"""
    for node in _computed(root):
        if isinstance(node, Window):
            return True
        if isinstance(node, Aggregate):
            for call in node.calls:
                exact = call.function in ("COUNT", "MIN", "MAX") or is_exact(
                    call.argument.type if call.argument else None
                )
                if call.written is not None or not exact:
                    return True
    return False


def _computed(root: Relation) -> Iterator[Relation]:
    """Every node that gives rows, once, inputs first."""
    seen: set[int] = set()

    def visit(node: Relation) -> Iterator[Relation]:
        if id(node) in seen or isinstance(node, Empty):
            return
        seen.add(id(node))
        for child in node.inputs:
            yield from visit(child)
        yield node

    return visit(root)
