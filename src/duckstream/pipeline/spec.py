"""`spark-pipeline.yml`: found and read by the rules of `spark-pipelines`, which runs it as well."""

from __future__ import annotations

import glob
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import yaml

from duckstream.pipeline.places import Place, ProjectError

SPEC_NAMES = ("spark-pipeline.yaml", "spark-pipeline.yml")
_FIELDS = ("name", "storage", "catalog", "database", "schema", "configuration", "libraries")
_REQUIRED = ("name", "storage")
# Settings of ours among those of Spark.
OWN = "duckstream."


@dataclass(frozen=True)
class Spec:
    """What the file says. `libraries` are patterns for `Path.glob`, relative to its folder."""

    file: Path
    name: str
    storage: str
    catalog: str | None = None
    database: str | None = None
    configuration: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def storage_folder(self) -> Path | None:
        """The storage as a folder of this machine; None if it is somewhere else."""
        parsed = urlparse(self.storage)
        if parsed.scheme not in ("", "file"):
            return None
        path = unquote(parsed.path) if parsed.scheme else self.storage
        return self.folder / path

    def setting(self, name: str) -> str | None:
        """A setting of ours, by its name without the prefix."""
        return self.configuration.get(OWN + name)


def find_spec(start: Path) -> Path:
    """The spec in a folder or the nearest one above it."""
    for folder in (start, *start.parents):
        try:
            found = [folder / name for name in SPEC_NAMES if (folder / name).is_file()]
        except PermissionError:
            break
        if len(found) > 1:
            raise ProjectError(
                "MULTIPLE_PIPELINE_SPEC_FILES_FOUND",
                f"there are both {' and '.join(SPEC_NAMES)} in {folder}",
                "remove one, or name one with --spec",
            )
        if found:
            return found[0]
    raise ProjectError(
        "PIPELINE_SPEC_FILE_NOT_FOUND",
        f"there is no {' or '.join(SPEC_NAMES)} in {start} or a folder above it",
        "go to the folder of the project, or name the file with --spec; "
        "`duckstream init --name NAME` makes a new project",
    )


def read_spec(file: Path) -> Spec:
    """The content of a spec, checked."""
    if not file.is_file():
        raise ProjectError(
            "PIPELINE_SPEC_FILE_DOES_NOT_EXIST", f"there is no file {file}", "correct --spec"
        )
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectError(
            "CANNOT_READ", f"{file} cannot be read: {error}", "it has to be UTF-8 text"
        ) from error
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise _bad_yaml(file, error) from error
    return _unpack(file, content)


def _bad_yaml(file: Path, error: yaml.YAMLError) -> ProjectError:
    mark = getattr(error, "problem_mark", None)
    place = Place(file.name, mark.line + 1, mark.column + 1) if mark else None
    reason = getattr(error, "problem", None) or str(error).split("\n")[0]
    where = "" if place else f"{file.name}: "
    return ProjectError("BAD_YAML", f"{where}not valid YAML: {reason}", None, place=place)


def _unpack(file: Path, content: Any) -> Spec:
    if not isinstance(content, dict):
        raise ProjectError(
            "BAD_SPEC",
            f"{file.name} has no fields in it",
            f"write at least {' and '.join(f'{key}: ...' for key in _REQUIRED)}",
        )
    for key in content:
        if key not in _FIELDS:
            raise ProjectError(
                "PIPELINE_SPEC_UNEXPECTED_FIELD",
                f"{file.name}: there is no field {key!r}",
                f"the fields are {', '.join(_FIELDS)}",
            )
    for key in _REQUIRED:
        if content.get(key) is None:
            raise ProjectError(
                "PIPELINE_SPEC_MISSING_REQUIRED_FIELD",
                f"{file.name}: the field {key!r} is missing",
                f"add {key}: ...",
            )
    return Spec(
        # The folder of the project is the real one, whatever way led to it.
        file.resolve(),
        str(content["name"]),
        str(content["storage"]),
        _text(file, content, "catalog"),
        _text(file, content, "database") or _text(file, content, "schema"),
        _texts(file, content.get("configuration", {}), "configuration"),
        tuple(_pattern(file, entry) for entry in _list(file, content.get("libraries", []))),
    )


def _text(file: Path, content: Mapping[str, Any], key: str) -> str | None:
    value = content.get(key)
    if value is not None and not isinstance(value, str):
        raise ProjectError(
            "BAD_SPEC", f"{file.name}: {key} is {value!r}, not a text", "put it in quotes"
        )
    return value


def _texts(file: Path, value: Any, key: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ProjectError(
            "PIPELINE_SPEC_FIELD_NOT_DICT",
            f"{file.name}: {key} is not a list of `key: value` but {type(value).__name__}",
            f"write {key}: and below it, indented, one `key: value` per line",
        )
    for name, text in value.items():
        if not isinstance(name, str):
            raise ProjectError(
                "PIPELINE_SPEC_DICT_KEY_NOT_STRING",
                f"{file.name}: the key {name!r} of {key} is not a text",
                "put it in quotes",
            )
        if not isinstance(text, str):
            raise ProjectError(
                "PIPELINE_SPEC_DICT_VALUE_NOT_STRING",
                f"{file.name}: the value of {name} in {key} is {text!r}, not a text",
                f'put it in quotes: {name}: "{_as_written(text)}"',
            )
    return value


def _as_written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _list(file: Path, value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    raise _bad_library(file, value)


def _bad_library(file: Path, value: Any) -> ProjectError:
    return ProjectError(
        "BAD_SPEC",
        f"{file.name}: {value!r} does not say where the files of the project are",
        "write\n    libraries:\n      - glob:\n          include: transformations/**",
    )


def _pattern(file: Path, entry: Any) -> str:
    """A plain file, or a folder with everything below it."""
    try:
        pattern = entry["glob"]["include"]
    except (TypeError, KeyError) as error:
        raise _bad_library(file, entry) from error
    if not isinstance(pattern, str) or not pattern:
        raise _bad_library(file, entry)
    if Path(pattern).is_absolute():
        raise ProjectError(
            "PIPELINE_SPEC_INVALID_GLOB_PATTERN",
            f"{file.name}: {pattern!r} in libraries is not relative to the project",
            "name files and folders from the folder of the project on",
        )
    if not glob.has_magic(pattern):
        return pattern
    if pattern.endswith("/**") and not glob.has_magic(pattern.removesuffix("/**")):
        return f"{pattern}/*"
    raise ProjectError(
        "PIPELINE_SPEC_INVALID_GLOB_PATTERN",
        f"{file.name}: {pattern!r} in libraries is neither a file nor a folder with /** after it",
        "write a file, or a folder with everything below it: transformations/**",
    )
