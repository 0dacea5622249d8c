"""`spark-pipeline.yml` is read by the rules of `spark-pipelines`."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.spec import find_spec, read_spec

MINIMAL = "name: shop\nstorage: storage\n"


def spec(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "spark-pipeline.yml"
    file.write_text(text)
    return file


def test_all_fields(tmp_path: Path) -> None:
    found = read_spec(
        spec(
            tmp_path,
            MINIMAL + "catalog: c\ndatabase: d\n"
            "configuration:\n  spark.a: '1'\n  duckstream.policy: strict\n"
            "libraries:\n  - glob: {include: a.sql}\n  - glob: {include: more/**}\n",
        )
    )
    assert (found.name, found.storage, found.catalog, found.database) == (
        "shop",
        "storage",
        "c",
        "d",
    )
    assert found.libraries == ("a.sql", "more/**/*")
    assert found.setting("policy") == "strict"
    assert found.storage_folder == tmp_path / "storage"


def test_schema_is_another_word_for_database(tmp_path: Path) -> None:
    assert read_spec(spec(tmp_path, MINIMAL + "schema: gold\n")).database == "gold"


@pytest.mark.parametrize(
    ("storage", "folder"),
    [
        ("file:///data/my%20lake", "/data/my lake"),
        ("/data/lake", "/data/lake"),
        ("s3a://bucket/lake", None),
    ],
)
def test_the_storage_is_a_folder_or_somewhere_else(
    tmp_path: Path, storage: str, folder: str | None
) -> None:
    found = read_spec(spec(tmp_path, f"name: shop\nstorage: {storage}\n")).storage_folder
    assert found == (None if folder is None else Path(folder))


@pytest.mark.parametrize("name", ["spark-pipeline.yml", "spark-pipeline.yaml"])
def test_the_spec_is_found_from_a_folder_below(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(MINIMAL)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert find_spec(below) == tmp_path / name


def test_two_specs_in_one_folder_are_refused(tmp_path: Path) -> None:
    for name in ("spark-pipeline.yml", "spark-pipeline.yaml"):
        (tmp_path / name).write_text(MINIMAL)
    with pytest.raises(ProjectError, match="MULTIPLE_PIPELINE_SPEC_FILES_FOUND"):
        find_spec(tmp_path)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("name: [", "BAD_YAML", "spark-pipeline.yml:1:8"),
        ("", "BAD_SPEC", "no fields"),
        ("- name", "BAD_SPEC", "no fields"),
        ("storage: s\n", "PIPELINE_SPEC_MISSING_REQUIRED_FIELD", "'name'"),
        ("name: n\n", "PIPELINE_SPEC_MISSING_REQUIRED_FIELD", "'storage'"),
        (MINIMAL + "colour: red\n", "PIPELINE_SPEC_UNEXPECTED_FIELD", "'colour'"),
        (MINIMAL + "configuration: 5\n", "PIPELINE_SPEC_FIELD_NOT_DICT", "int"),
        (MINIMAL + "configuration: {1: a}\n", "PIPELINE_SPEC_DICT_KEY_NOT_STRING", "1"),
        (MINIMAL + "configuration: {a: true}\n", "PIPELINE_SPEC_DICT_VALUE_NOT_STRING", '"true"'),
        (MINIMAL + "libraries: a\n", "BAD_SPEC", "libraries"),
        (MINIMAL + "libraries: [{glob: a}]\n", "BAD_SPEC", "glob"),
        (
            MINIMAL + "libraries: [{glob: {include: 'a/**/*.sql'}}]\n",
            "PIPELINE_SPEC_INVALID_GLOB_PATTERN",
            "a/**/*.sql",
        ),
        (
            MINIMAL + "libraries: [{glob: {include: '/a/**'}}]\n",
            "PIPELINE_SPEC_INVALID_GLOB_PATTERN",
            "relative",
        ),
    ],
)
def test_a_spec_that_is_wrong(tmp_path: Path, text: str, code: str, words: str) -> None:
    with pytest.raises(ProjectError) as found:
        read_spec(spec(tmp_path, text))
    assert found.value.code == code
    assert words in str(found.value)
