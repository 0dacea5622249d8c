"""A project: its spec and everything that its files define, read and checked as a whole.

No engine is needed for that, and nothing is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from duckstream.pipeline.definitions import Dataset, Definitions, Kind
from duckstream.pipeline.graph import Graph, build_graph
from duckstream.pipeline.places import Place, ProjectError, SourceFile
from duckstream.pipeline.python_files import read_python_file
from duckstream.pipeline.settings import PROJECT_SETTINGS, VIEW_SETTINGS, Complain, read_settings
from duckstream.pipeline.spec import OWN, Spec, find_spec, read_spec
from duckstream.pipeline.sql_files import read_sql_file


@dataclass(frozen=True)
class Project:
    """What a folder says."""

    spec: Spec
    graph: Graph
    # Settings of ours for the whole project, and those of Spark for the session.
    settings: Mapping[str, str]
    session: Mapping[str, str]

    @property
    def dialect(self) -> str:
        """The SQL that the files are written in."""
        return self.settings.get("dialect", "spark")

    @property
    def engine(self) -> str:
        """A project in Spark's own format is for Spark, unless it says something else."""
        return self.settings.get("engine", "spark")

    def policy(self, dataset: Dataset) -> str:
        """The nearest word counts: of the view, of a SET before it, of the project."""
        texts = {**dataset.settings, **dataset.properties}
        return texts.get(f"{OWN}policy") or self.settings.get("policy", "auto")

    def views(self) -> list[str]:
        """The datasets that are stored, in the order in which they are brought up to date."""
        stored = (Kind.MATERIALIZED_VIEW, Kind.STREAMING_TABLE)
        return [name for name in self.graph.order if self.graph.nodes[name].dataset.kind in stored]


def read_project(spec: str | None = None) -> Project:
    """The project of a spec file, or of the folder we are in."""
    return load_project(read_spec(Path(spec) if spec is not None else find_spec(Path.cwd())))


def load_project(spec: Spec) -> Project:
    def complain(code: str, reason: str, hint: str | None) -> ProjectError:
        return ProjectError(code, f"{spec.file.name}: {reason}", hint)

    settings = read_settings(spec.configuration, PROJECT_SETTINGS, complain)
    dialect = settings.get("dialect", "spark")
    found = Definitions()
    for file in _files(spec):
        source = SourceFile(file.relative_to(spec.folder).as_posix(), _read(file))
        if file.suffix == ".sql":
            found += read_sql_file(source, dialect, spec.configuration)
        else:
            found += read_python_file(source, dialect)
    _check_settings(found)
    if not any(d.kind is not Kind.TEMPORARY_VIEW for d in found.datasets):
        raise ProjectError(
            "RUN_EMPTY_PIPELINE",
            f"{spec.file.name}: the project defines no view and no table",
            "check the patterns in libraries, or write CREATE MATERIALIZED VIEW name AS SELECT ... "
            "into a .sql file there",
        )
    graph = build_graph(found, spec.catalog, spec.database, dialect)
    return Project(spec, graph, settings, _session(spec, found))


def _files(spec: Spec) -> Iterator[Path]:
    for pattern in spec.libraries:
        for file in sorted(spec.folder.glob(pattern)):
            if not file.is_file() or "__pycache__" in file.parts:
                continue
            if file.suffix not in (".sql", ".py"):
                raise ProjectError(
                    "PIPELINE_UNSUPPORTED_DEFINITIONS_FILE_EXTENSION",
                    f"{file.relative_to(spec.folder)} is neither a .sql nor a .py file",
                    "move it out of the folders that libraries names",
                )
            yield file


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectError(
            "CANNOT_READ", f"{file} cannot be read: {error}", "it has to be UTF-8 text"
        ) from error


def _check_settings(found: Definitions) -> None:
    for dataset in found.datasets:
        read_settings(dataset.properties, VIEW_SETTINGS, _complain_at(dataset.place))
    for name, value, place in found.settings:
        read_settings({name: value}, VIEW_SETTINGS, _complain_at(place))


def _complain_at(place: Place) -> Complain:
    def complain(code: str, reason: str, hint: str | None) -> ProjectError:
        return ProjectError(code, reason, hint, place=place)

    return complain


def _session(spec: Spec, found: Definitions) -> dict[str, str]:
    """One session runs the whole project, so no two files may want different things of it."""
    wanted = {k: v for k, v in spec.configuration.items() if not k.startswith(OWN)}
    places: dict[str, Place] = {}
    for name, value, place in found.settings:
        if not name.startswith("spark."):
            continue  # a variable of the file's own
        if name in places and wanted[name] != value:
            raise ProjectError(
                "CONFLICTING_SETTING",
                f"{name} is {value} here and {wanted[name]} at {places[name]}",
                "one session runs all files: set it once, in configuration",
                place=place,
            )
        wanted[name], places[name] = value, place
    return wanted
