"""The layout of graphs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from duckstream.report.layout import HEIGHT, WIDTH, Layout, lay_out


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Every node reads some of those before it."""
    names = [f"n{i}" for i in range(draw(st.integers(0, 12)))]
    return {
        name: tuple(
            draw(st.lists(st.sampled_from(names[:i]), unique=True, max_size=4)) if i else ()
        )
        for i, name in enumerate(names)
    }


def overlaps(layout: Layout) -> list[tuple[str, str]]:
    return [
        (a, b)
        for (a, (ax, ay)), (b, (bx, by)) in combinations(layout.nodes.items(), 2)
        if abs(ax - bx) < WIDTH and abs(ay - by) < HEIGHT
    ]


@given(graphs())
def test_no_two_nodes_overlap(reads: dict[str, tuple[str, ...]]) -> None:
    assert overlaps(lay_out(reads)) == []


@given(graphs())
def test_a_node_is_to_the_right_of_all_that_it_reads(reads: dict[str, tuple[str, ...]]) -> None:
    layout = lay_out(reads)
    for node, read in reads.items():
        for name in read:
            assert layout.nodes[name][0] + WIDTH < layout.nodes[node][0]


@given(graphs())
def test_every_edge_has_a_way_inside_the_picture(reads: dict[str, tuple[str, ...]]) -> None:
    layout = lay_out(reads)
    assert set(layout.edges) == {(name, node) for node, read in reads.items() for name in read}
    for way in layout.edges.values():
        assert all(0 <= x <= layout.width and 0 <= y <= layout.height for x, y in way)


@given(graphs())
def test_no_edge_runs_through_a_node(reads: dict[str, tuple[str, ...]]) -> None:
    layout = lay_out(reads)
    for edge, way in layout.edges.items():
        for x, y in way[1:-1]:
            for name, (left, top) in layout.nodes.items():
                inside = left < x < left + WIDTH and top < y < top + HEIGHT
                assert not inside, (edge, name)


def test_the_same_graph_looks_the_same() -> None:
    reads = {"a": (), "b": (), "c": ("a", "b"), "d": ("a",), "e": ("c", "a")}
    assert lay_out(reads) == lay_out(reads)


def test_crossings_that_need_not_be_are_not() -> None:
    layout = lay_out({"a": (), "b": (), "reads_b": ("b",), "reads_a": ("a",)})
    above = layout.nodes["a"][1] < layout.nodes["b"][1]
    assert (layout.nodes["reads_a"][1] < layout.nodes["reads_b"][1]) == above


def test_a_chain_is_straight() -> None:
    layout = lay_out({"a": (), "b": ("a",), "c": ("b",)})
    assert len({y for _, y in layout.nodes.values()}) == 1
