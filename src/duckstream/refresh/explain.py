"""A view in words: how it is stored, what a refresh reads, the trees and statements that run."""

from __future__ import annotations

from collections.abc import Sequence

from duckstream.algebra import Source, Version, print_tree
from duckstream.compiler import CompiledView
from duckstream.refresh.manner import MEANING, find_manners
from duckstream.storage import Kind, Merge

_HOW = {
    Kind.TALLY: "from the change alone",
    Kind.TOTAL: "from the change alone",
    Kind.MEAN: "from the change alone",
    Kind.EXTREME: "from the change; groups that lose it are computed again",
    Kind.RECOMPUTED: "touched groups are computed again",
}
_STATES = {
    Version.CHANGE: "its change",
    Version.OLD: "its old state",
    Version.NEW: "its new state",
}


def explain_view(
    name: str,
    view: CompiledView,
    policy: str,
    *,
    changed: Sequence[Source] | None = None,
    prediction: Sequence[str] = (),
    sql: bool = False,
) -> str:
    """`changed` limits the explanation to a refresh in which only these sources changed.

    `prediction` is what is said of its cost, per source.
    """
    merge = view.merge(changed)
    lines = [f"view {name} (policy {policy})", _manner(view, changed), ""]
    for stage, reason in view.stages:
        lines += [f"stage {stage.place.naming.mv_table()}: {reason}"]
        told = [_manner(stage), *_storage(stage), *_reads(stage, stage.merge())]
        lines += [*map(_indent, told), ""]
    lines += [*_storage(view), "", *_reads(view, merge), ""]
    if prediction:
        lines += ["a refresh is predicted to take", *map(_indent, prediction), ""]
    for statement in merge.statements:
        if statement.tree is not None:
            lines += [f"{statement.purpose}:", _indent(print_tree(statement.tree)), ""]
    if sql:
        feeds = [
            step for source in view.sources for step in (view.events(source), view.feed(source))
        ]
        statements = [*feeds, *merge.statements]
        for statement in statements:
            lines += [f"-- {statement.purpose}", f"{view.sql(statement.sql)};", ""]
    return "\n".join(lines).rstrip() + "\n"


def _manner(view: CompiledView, changed: Sequence[Source] | None = None) -> str:
    manners = find_manners(view, changed)
    return f"kept by {', '.join(manner.value for manner in manners)}: {MEANING[manners[-1]]}"


def _storage(view: CompiledView) -> list[str]:
    layout = view.layout
    keys = ", ".join(key.name for key in layout.keys)
    what = "rows, each with its number of copies" if layout.shape.copies else "groups"
    if not layout.keys:
        what = "one row"
    lines = [f"stored as {layout.source.table}: {what}" + (f" by {keys}" if keys else "")]
    width = max((len(stored.name) for stored, _ in layout.states), default=0)
    kinds = {state.kind for _, state in layout.states}
    for stored, state in layout.states:
        # One state that has to be computed again brings the others of its group along.
        kind = Kind.RECOMPUTED if Kind.RECOMPUTED in kinds else state.kind
        lines.append(f"  {stored.name.ljust(width)}  {state.call.function}: {_HOW[kind]}")
    return lines


def _reads(view: CompiledView, merge: Merge) -> list[str]:
    """Per source what a refresh reads of it: the change only, or a scan of the table too."""
    lines = ["a refresh reads"]
    for source in view.sources:
        versions = {scan.version for scan in merge.scans if scan.source == source}
        states = [text for version, text in _STATES.items() if version in versions]
        scanned = versions - {Version.CHANGE}
        note = "" if scanned else " (no scan of the table)"
        lines.append(f"  {source}: {', '.join(states) or 'nothing'}{note}")
    return lines


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
