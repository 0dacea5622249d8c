"""The gate for pull requests: how is every view of a project kept, and was it better before?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.find_whole import find_whole
from duckstream.pipeline.graph import Node
from duckstream.pipeline.offline import OfflineCompiler
from duckstream.pipeline.places import Place, ProjectError
from duckstream.pipeline.project import Project
from duckstream.refresh.manner import Manner, find_manners

BASELINE = "duckstream-baseline.json"
INCREMENTAL = "incremental"


@dataclass(frozen=True)
class Checked:
    """How one dataset will be kept, and why that way.

    The strategy is `incremental`; `append` for a streaming table; `full` where every run computes
    it anew; `refused` if it cannot be kept at all; `unknown` if that needs the tables' columns.
    """

    view: str
    kind: str
    strategy: str
    reason: str
    place: Place
    error: ProjectError | None = None
    # Does a refresh compute a part of it whole, for want of keys?
    whole: bool = False
    # What the definition says about storage, which is not ours to follow.
    ignored: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "view": self.view,
            "kind": self.kind,
            "strategy": self.strategy,
            "reason": self.reason,
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "code": self.error.code if self.error else None,
            "whole": self.whole,
            "ignored": list(self.ignored),
        }


def check_project(
    project: Project, engine: str, schema: Mapping[str, Any] | None = None
) -> list[Checked]:
    """Every stored dataset, in the order in which they are refreshed."""
    compiler = OfflineCompiler(project, engine, schema)
    return [
        _check(project.graph.nodes[name], project, compiler, engine) for name in project.views()
    ]


def _check(node: Node, project: Project, compiler: OfflineCompiler, engine: str) -> Checked:
    dataset = node.dataset

    def found(strategy: str, reason: str, error: ProjectError | None = None) -> Checked:
        place = (error.place if error else None) or dataset.place
        kind = dataset.kind.value
        return Checked(node.name, kind, strategy, reason, place, error, ignored=dataset.layout)

    if dataset.function is not None:
        return found("full" if engine == "spark" else "refused", dataset.function.reason)
    try:
        compiled = compiler.compile(node.name)
    except ProjectError as error:
        strategy = "unknown" if error.code == "SCHEMA_NEEDED" else "refused"
        return found(strategy, error.reason, error)
    if dataset.kind is Kind.STREAMING_TABLE:
        return found("append", "what was inserted since the last run is appended")
    if project.policy(dataset) == "full":
        return found("full", 'its policy is "full"')
    manners = find_manners(compiled)
    kept = found(INCREMENTAL, f"by {', '.join(manner.value for manner in manners)}")
    if Manner.RECOMPUTE not in manners:
        return kept
    words, place = find_whole(compiler.query(node.name), project.dialect) or ("", dataset.place)
    reason = f"{kept.reason}: {words} has no keys to restrict it by" if words else kept.reason
    return replace(kept, reason=reason, place=place, whole=True)


def write_baseline(file: Path, checked: Sequence[Checked]) -> None:
    views = {
        found.view: {"strategy": found.strategy, "whole": found.whole, "reason": found.reason}
        for found in checked
    }
    text = json.dumps({"views": dict(sorted(views.items()))}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", "utf-8")


@dataclass(frozen=True)
class Before:
    """How a view was kept when the baseline was written."""

    strategy: str
    whole: bool


def read_baseline(file: Path) -> dict[str, Before]:
    try:
        views = json.loads(file.read_text("utf-8"))["views"]
        return {name: Before(view["strategy"], view["whole"]) for name, view in views.items()}
    except FileNotFoundError as error:
        raise ProjectError(
            "NO_BASELINE", f"there is no file {file}", "write it with --write-baseline"
        ) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProjectError(
            "BAD_BASELINE", f"{file} is not a baseline: {error}", "write it with --write-baseline"
        ) from error


def find_lost(checked: Sequence[Checked], baseline: Mapping[str, Before]) -> list[Checked]:
    """The views that were incremental and are not any more, or only in part."""
    return [
        found
        for found in checked
        if (before := baseline.get(found.view)) is not None
        and before.strategy == INCREMENTAL
        and (found.strategy != INCREMENTAL or (found.whole and not before.whole))
    ]
