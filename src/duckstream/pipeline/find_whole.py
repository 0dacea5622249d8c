"""What in the text of a view makes a refresh compute a part of it whole."""

from __future__ import annotations

from sqlglot import exp

from duckstream.bind.context import start_offset
from duckstream.bind.parse import parse_view
from duckstream.pipeline.places import Place
from duckstream.pipeline.queries import Query


def find_whole(query: Query, dialect: str) -> tuple[str, Place] | None:
    """The first operator without keys to restrict it by: what it is, and where it stands.

    `dialect` is the one that the files are written in.
    """
    for _, passage in query.parts:
        found = [
            (start_offset(node) or 0, words)
            for node in parse_view(passage.text, dialect).walk()
            if (words := _name(node)) is not None
        ]
        if found:
            offset, words = min(found)
            return words, passage.locate(offset)
    return None


def _name(node: exp.Expr) -> str | None:
    match node:
        case exp.Window() if not node.args.get("partition_by"):
            return "a window without PARTITION BY"
        case exp.With() if node.args.get("recursive"):
            return "WITH RECURSIVE"
        case exp.Select() if not node.args.get("group") and _aggregates(node):
            return "an aggregate without GROUP BY"
    return None


def _aggregates(select: exp.Select) -> bool:
    """Has the select list an aggregate of its own, which is not a window?"""
    for item in select.expressions:
        for call in item.find_all(exp.AggFunc):
            own = call.find_ancestor(exp.Select) is select
            if own and not isinstance(call.parent, exp.Window):
                return True
    return False
