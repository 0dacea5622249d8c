"""Places for the nodes of a graph: layers from left to right, few crossings, short edges.

A node is one layer to the right of the last that it reads. An edge that passes layers has a bend in
each of them, which takes room like a small node, so that no edge runs through a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 210.0, 54.0
BETWEEN_LAYERS, BETWEEN_NODES = 90.0, 20.0
_BEND_HEIGHT = 8.0
_SWEEPS = 8

Point = tuple[float, float]
# A node, or the place where the edge between two nodes passes a layer.
Slot = str | tuple[str, str, int]


@dataclass(frozen=True)
class Layout:
    """The upper left corners of nodes, and the way of each edge from what is read to who reads."""

    width: float
    height: float
    nodes: Mapping[str, Point]
    edges: Mapping[tuple[str, str], tuple[Point, ...]]


def lay_out(reads: Mapping[str, Sequence[str]]) -> Layout:
    """`reads` names, for every node, the nodes that it reads; it has no circles.

    >>> lay_out({"orders": (), "sales": ("orders",)}).nodes
    {'orders': (0.0, 0.0), 'sales': (300.0, 0.0)}
    """
    layer = find_layers(reads)
    slots, links = _cut_edges(reads, layer)
    neighbours = _Neighbours(links)
    ordered = _order(slots, neighbours)
    middle = _place(ordered, neighbours)
    column = {slot: i for i, layer_slots in enumerate(ordered) for slot in layer_slots}
    left = {slot: i * (WIDTH + BETWEEN_LAYERS) for slot, i in column.items()}
    edges = {}
    for node, read in reads.items():
        for name in read:
            bends = [(name, node, i) for i in range(layer[name] + 1, layer[node])]
            # A bend is as wide as a node: the edge is straight while it passes the others.
            straight = [(left[b] + dx, middle[b]) for b in bends for dx in (0, WIDTH)]
            edges[name, node] = (
                (left[name] + WIDTH, middle[name]),
                *straight,
                (left[node], middle[node]),
            )
    return Layout(
        width=max((x + WIDTH for x in left.values()), default=0),
        height=max((middle[s] + _height(s) / 2 for s in middle), default=0),
        nodes={name: (left[name], middle[name] - HEIGHT / 2) for name in reads},
        edges=edges,
    )


def find_layers(reads: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The length of the longest way to a node.

    >>> find_layers({"a": (), "b": ("a",), "c": ("a", "b")})
    {'a': 0, 'b': 1, 'c': 2}
    """
    layer: dict[str, int] = {}
    waiting = list(reads)
    while waiting:
        name = waiting[-1]
        unknown = [read for read in reads[name] if read not in layer]
        if unknown:
            waiting += unknown
            continue
        waiting.pop()
        layer[name] = max((layer[read] + 1 for read in reads[name]), default=0)
    return {name: layer[name] for name in reads}


def _cut_edges(
    reads: Mapping[str, Sequence[str]], layer: Mapping[str, int]
) -> tuple[list[list[Slot]], list[tuple[Slot, Slot]]]:
    """The slots of every layer, and links between slots of neighbouring layers."""
    slots: list[list[Slot]] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    links: list[tuple[Slot, Slot]] = []
    for node in reads:
        slots[layer[node]].append(node)
    for node, read in reads.items():
        for name in read:
            bends: list[Slot] = [(name, node, i) for i in range(layer[name] + 1, layer[node])]
            for i, bend in enumerate(bends, start=layer[name] + 1):
                slots[i].append(bend)
            links += pairwise([name, *bends, node])
    return slots, links


class _Neighbours:
    def __init__(self, links: Sequence[tuple[Slot, Slot]]) -> None:
        self.left: dict[Slot, list[Slot]] = {}
        self.right: dict[Slot, list[Slot]] = {}
        for begin, end in links:
            self.right.setdefault(begin, []).append(end)
            self.left.setdefault(end, []).append(begin)


def _order(slots: list[list[Slot]], neighbours: _Neighbours) -> list[list[Slot]]:
    """Every layer ordered by where its neighbours are, to and fro; the best order is kept."""
    current = [list(layer) for layer in slots]
    best, fewest = current, count_crossings(current, neighbours.right)
    for _ in range(_SWEEPS):
        for direction, known in _directions(len(current), neighbours):
            for i, before in direction:
                rank = {slot: n for n, slot in enumerate(current[before])}
                current[i] = sorted(current[i], key=_mean_of(known, rank, current[i]))
        crossings = count_crossings(current, neighbours.right)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in current], crossings
    return best


def _directions(
    layers: int, neighbours: _Neighbours
) -> Iterator[tuple[list[tuple[int, int]], dict[Slot, list[Slot]]]]:
    yield [(i, i - 1) for i in range(1, layers)], neighbours.left
    yield [(i, i + 1) for i in range(layers - 2, -1, -1)], neighbours.right


def _mean_of(
    known: Mapping[Slot, list[Slot]], where: Mapping[Slot, float], layer: Sequence[Slot]
) -> Callable[[Slot], float]:
    """The mean of the neighbours; who has none stays where it is."""
    own = {slot: float(n) for n, slot in enumerate(layer)}

    def mean(slot: Slot) -> float:
        found = [where[other] for other in known.get(slot, ())]
        return sum(found) / len(found) if found else own[slot]

    return mean


def count_crossings(layers: Sequence[Sequence[Slot]], right: Mapping[Slot, Sequence[Slot]]) -> int:
    """How many pairs of links cross."""
    crossings = 0
    for here, there in pairwise(layers):
        rank = {slot: n for n, slot in enumerate(there)}
        ends = [sorted(rank[end] for end in right.get(slot, ())) for slot in here]
        flat = [end for group in ends for end in group]
        crossings += sum(a > b for i, a in enumerate(flat) for b in flat[i + 1 :])
    return crossings


def _place(ordered: list[list[Slot]], neighbours: _Neighbours) -> dict[Slot, float]:
    """Heights: as near to the neighbours as the order and the room allow."""
    middle: dict[Slot, float] = {}
    for layer in ordered:
        middle |= _spread(layer, dict.fromkeys(layer, 0.0))
    for _ in range(_SWEEPS):
        for direction, known in _directions(len(ordered), neighbours):
            for i, _ in direction:
                wanted = {
                    slot: _mean([middle[other] for other in known.get(slot, ())], middle[slot])
                    for slot in ordered[i]
                }
                middle |= _spread(ordered[i], wanted)
    top = min((middle[slot] - _height(slot) / 2 for slot in middle), default=0)
    return {slot: y - top for slot, y in middle.items()}


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _spread(layer: Sequence[Slot], wanted: Mapping[Slot, float]) -> dict[Slot, float]:
    """Nobody overlaps: who wants the same room shares it around the middle of their wishes."""
    groups: list[tuple[list[Slot], float]] = []
    for slot in layer:
        groups.append(([slot], wanted[slot]))
        while len(groups) > 1 and _overlap(groups[-2], groups[-1]):
            (above, high), (below, low) = groups.pop(-2), groups.pop()
            total = len(above) + len(below)
            shift = (_extent(above) + BETWEEN_NODES + _extent(below)) / 2
            # Both wish for their middle; the joint middle is that of all wishes.
            joint = (
                len(above) * (high + shift - _extent(above) / 2)
                + len(below) * (low - shift + _extent(below) / 2)
            ) / total
            groups.append(([*above, *below], joint))
    places: dict[Slot, float] = {}
    for slots, centre in groups:
        y = centre - _extent(slots) / 2
        for slot in slots:
            places[slot] = y + _height(slot) / 2
            y += _height(slot) + BETWEEN_NODES
    return places


def _overlap(above: tuple[list[Slot], float], below: tuple[list[Slot], float]) -> bool:
    bottom = above[1] + _extent(above[0]) / 2
    return bottom + BETWEEN_NODES > below[1] - _extent(below[0]) / 2


def _extent(slots: Sequence[Slot]) -> float:
    return sum(map(_height, slots)) + BETWEEN_NODES * (len(slots) - 1)


def _height(slot: Slot) -> float:
    return HEIGHT if isinstance(slot, str) else _BEND_HEIGHT
