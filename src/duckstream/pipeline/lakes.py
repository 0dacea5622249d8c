"""Where the lake of a project is, and opening it.

The embedded lake and the local Spark live in the folder `storage` of the project. A Spark server
comes before the local one: its address is in the setting `duckstream.lake` (`sc://...`), or in the
variable SPARK_REMOTE, which Spark's own commands obey too.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from duckstream.errors import DuckstreamError, LakeError
from duckstream.lower.names import quoted
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project

if TYPE_CHECKING:
    from duckstream.lake import Lake

_FILE = "lake.ducklake"
_FOLDER = "spark"
_REMOTE = "SPARK_REMOTE"
_KINDS = {"ducklake": "duckdb", "spark": "spark", "sc": "spark"}


@dataclass(frozen=True)
class LakeAddress:
    """A lake: what `open_lake` takes, or the address of a Spark server."""

    engine: str
    target: str

    @property
    def path(self) -> Path | None:
        """Of a lake on this machine."""
        _, path = _split(self.target)
        return None if path is None else Path(path)

    def exists(self) -> bool:
        """As far as that can be told without opening it."""
        return self.path is None or self.path.exists()

    def __str__(self) -> str:
        return self.target


def find_lake(project: Project, engine: str) -> LakeAddress:
    """Where the lake of a project is, whether it is there or not."""
    named = project.settings.get("lake")
    if named is not None and _KINDS.get(named.partition(":")[0]) is None:
        raise ProjectError(
            "BAD_SETTING",
            f"{project.spec.file.name}: duckstream.lake is {named!r}",
            "write ducklake:<file>, spark:<folder> or sc://<server>",
        )
    if named is not None and _KINDS[named.partition(":")[0]] == engine:
        return LakeAddress(engine, _from_project(named, project))
    remote = os.environ.get(_REMOTE)
    if engine == "spark" and remote and remote.startswith("sc://"):
        return LakeAddress(engine, remote)
    storage = project.spec.storage_folder
    if storage is None:
        raise ProjectError(
            "NO_STORAGE",
            f"{project.spec.file.name}: storage is {project.spec.storage}, "
            "which is not a folder of this machine",
            "say where the lake is with the setting duckstream.lake: ducklake:<file>, "
            "spark:<folder> or sc://<server>",
        )
    if engine == "duckdb":
        return LakeAddress(engine, f"ducklake:{storage / _FILE}")
    return LakeAddress(engine, f"spark:{storage / _FOLDER}")


def _from_project(named: str, project: Project) -> str:
    """A path is one from the folder of the project on."""
    kind, path = _split(named)
    return named if path is None else f"{kind}{project.spec.folder / path}"


def _split(target: str) -> tuple[str, str | None]:
    """What stands before the path, and the path if it is one of this machine."""
    found = re.fullmatch(r"(spark:|ducklake:(?:sqlite:)?)([^:]+)", target)
    return (target, None) if found is None else (found[1], found[2])


def require_lake(address: LakeAddress) -> None:
    if not address.exists():
        raise ProjectError(
            "NO_LAKE", f"there is no lake at {address.path}", "duckstream run makes it"
        )


def open_project_lake(project: Project, address: LakeAddress, *, make: bool = True) -> Lake:
    """The lake with the settings of the project; `make` it, and its schema, if not there."""
    if make and address.path is not None:
        try:
            address.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProjectError(
                "NO_STORAGE",
                f"the folder {address.path.parent} cannot be made: {error.strerror}",
                "correct storage in the spec",
            ) from error
    lake = _open(project, address)
    if make:
        try:
            _make_schema(lake)
        except DuckstreamError:
            lake.close()
            raise
    return lake


def _open(project: Project, address: LakeAddress) -> Lake:
    # An engine is imported when it is asked for: nobody needs both installed.
    try:
        from duckstream.lake import Lake
        from duckstream.opening import open_lake

        catalog, schema = project.spec.catalog, project.spec.database
        if address.engine == "duckdb":
            return open_lake(address.target, catalog=catalog, schema=schema)
        from duckstream.engines.delta.connect import open_folder, open_server

        if address.path is None:
            lake = Lake(open_server(address.target, catalog, schema, project.session))
        else:
            # A command ends with what it does.
            path = str(address.path)
            lake = Lake(open_folder(path, catalog, schema, project.session, brief=True))
        # A run tells the errors of its views itself.
        from duckstream.engines.delta.errors import silence_errors

        silence_errors()
        return lake
    except ModuleNotFoundError as error:
        raise LakeError(
            "NOT_INSTALLED",
            f"the engine {address.engine} needs {error.name}, which is not installed",
            f"pip install 'duckstream[{address.engine}]'",
        ) from error


def _make_schema(lake: Lake) -> None:
    engine = lake.engine
    name = ".".join(quoted(part, engine.dialect) for part in (engine.catalog, engine.schema))
    try:
        engine.sql(f"CREATE SCHEMA IF NOT EXISTS {name}")
    except engine.errors as error:
        raise LakeError(
            "NO_SCHEMA",
            f"the schema {engine.schema} cannot be made: {engine.tell(error)}",
            "correct database in the spec, or make it yourself",
        ) from error
