"""What the commands on a lake have in common: finding the project, opening its lake."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from duckstream.cli.options import choose_engine
from duckstream.pipeline.lakes import find_lake, open_project_lake, require_lake
from duckstream.pipeline.project import Project, read_project

if TYPE_CHECKING:
    from duckstream.lake import Lake, View


@contextmanager
def opened(spec: str | None, engine: str | None) -> Generator[tuple[Project, Lake]]:
    """The project and its lake, which has to be there."""
    project = read_project(spec)
    address = find_lake(project, choose_engine(project, engine))
    require_lake(address)
    with Console(stderr=True).status(f"opening {address}"):
        lake = open_project_lake(project, address, make=False)
    with lake:
        yield project, lake


def find_views(lake: Lake, project: Project, names: list[str] | None) -> list[View]:
    """The named views, or all of the project that the lake maintains."""
    if names:
        return [lake.view(project.graph.find(name)) for name in names]
    return [view for view in lake.views() if view.name in project.graph.nodes]
