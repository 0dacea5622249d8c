"""Which datasets a run is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from duckstream.pipeline.project import Project


@dataclass(frozen=True)
class Wanted:
    """What a run is to do: which datasets, which of them anew, and by which policy."""

    names: Collection[str]
    full: Collection[str] = ()
    policy: str | None = None


def choose(
    project: Project,
    *,
    refresh: Iterable[str] = (),
    full: Iterable[str] = (),
    select: Iterable[str] = (),
    full_all: bool = False,
    policy: str | None = None,
) -> Wanted:
    """Which datasets, and which of them in full. With no choice at all: all of them.

    As `spark-pipelines` has it: who names some to refresh, or to refresh in full, gets these alone.
    """
    graph, every = project.graph, set(project.views())
    if full_all:
        return Wanted(every, every, policy)
    anew = {graph.find(name) for name in full}
    named = {graph.find(name) for name in refresh} | anew | graph.select(list(select))
    return Wanted(named & every if named else every, anew, policy)
