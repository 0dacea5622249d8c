"""The gate for pull requests: how is every view of a project kept, and was it better before?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duckstream.pipeline.definitions import Kind
from duckstream.pipeline.graph import Node
from duckstream.pipeline.offline import OfflineCompiler
from duckstream.pipeline.places import Place, ProjectError
from duckstream.pipeline.project import Project
from duckstream.refresh.manner import find_manners

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
        return Checked(node.name, kind, strategy, reason, place, error, dataset.layout)

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
    return found(INCREMENTAL, f"by {', '.join(manner.value for manner in manners)}")


def write_baseline(file: Path, checked: Sequence[Checked]) -> None:
    views = {found.view: {"strategy": found.strategy, "reason": found.reason} for found in checked}
    text = json.dumps({"views": dict(sorted(views.items()))}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", "utf-8")


def read_baseline(file: Path) -> dict[str, str]:
    """The strategies of the views as they were."""
    try:
        content = json.loads(file.read_text("utf-8"))
        return {name: view["strategy"] for name, view in content["views"].items()}
    except FileNotFoundError as error:
        raise ProjectError(
            "NO_BASELINE", f"there is no file {file}", "write it with --write-baseline"
        ) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProjectError(
            "BAD_BASELINE", f"{file} is not a baseline: {error}", "write it with --write-baseline"
        ) from error


def find_lost(checked: Sequence[Checked], baseline: Mapping[str, str]) -> list[Checked]:
    """The views that were incremental and are not any more."""
    return [
        found
        for found in checked
        if baseline.get(found.view) == INCREMENTAL and found.strategy != INCREMENTAL
    ]
