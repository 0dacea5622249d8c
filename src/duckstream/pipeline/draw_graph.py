"""The graph of a project as text, as a Mermaid diagram, and as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.graph import Graph

_SHAPES = {
    Kind.MATERIALIZED_VIEW: ('["', '"]'),
    Kind.TEMPORARY_VIEW: ('("', '")'),
    Kind.VIEW: ('("', '")'),
    Kind.STREAMING_TABLE: ('[["', '"]]'),
}


def draw_text(graph: Graph) -> str:
    """A line per dataset, each after those that it reads."""
    tables = list(dict.fromkeys(t for name in graph.order for t in graph.nodes[name].tables))
    lines = ["sources"] + [f"  {table}" for table in tables] if tables else []
    lines += ["views"] if graph.order else []
    for name in graph.order:
        node = graph.nodes[name]
        kind = node.dataset.kind
        note = "" if kind is Kind.MATERIALIZED_VIEW else f" ({kind.value})"
        read = ", ".join((*node.reads, *node.tables)) or "nothing"
        lines.append(f"  {name}{note} <- {read}")
    return "\n".join(lines) + "\n"


def draw_mermaid(graph: Graph) -> str:
    """For a README on GitHub and the like. Cylinders are tables that the project only reads."""
    ids: dict[tuple[str, str], str] = {}

    def find_id(kind: str, name: str) -> str:
        return ids.setdefault((kind, name), f"n{len(ids) + 1}")

    lines = ["graph LR"]
    for name in graph.order:
        for table in graph.nodes[name].tables:
            if ("table", table) not in ids:
                lines.append(f'  {find_id("table", table)}[("{_escaped(table)}")]')
    for name in graph.order:
        before, after = _SHAPES[graph.nodes[name].dataset.kind]
        lines.append(f"  {find_id('view', name)}{before}{_escaped(name)}{after}")
    for name in graph.order:
        node = graph.nodes[name]
        pairs = [("table", table) for table in node.tables] + [("view", r) for r in node.reads]
        lines += [f"  {find_id(*pair)} --> {find_id('view', name)}" for pair in pairs]
    return "\n".join(lines) + "\n"


def _escaped(name: str) -> str:
    return name.replace('"', "#quot;")


def graph_as_dict(graph: Graph) -> dict[str, Any]:
    nodes = (graph.nodes[name] for name in graph.order)
    return {
        "views": [
            {
                "name": node.name,
                "kind": node.dataset.kind.value,
                "comment": node.dataset.comment,
                "reads": list(node.reads),
                "tables": list(node.tables),
                "file": node.dataset.place.file,
                "line": node.dataset.place.line,
            }
            for node in nodes
        ]
    }


FORMATS: Mapping[str, Callable[[Graph], str]] = {"text": draw_text, "mermaid": draw_mermaid}
