"""How the tests call the command: in this process, or as a user would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import CliRunner, Result

from duckstream.cli import app

Invoke: TypeAlias = Callable[..., Result]
Run: TypeAlias = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """`duckstream <arguments>` in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: bytes | str | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=stdin)

    return call


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`python -m duckstream <arguments>` as a process of its own, in an empty folder."""

    def call(*arguments: str, stdin: bytes = b"", **environment: str):
        return subprocess.run(
            [sys.executable, "-m", "duckstream", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=os.environ | environment,
            timeout=120,
            check=False,
        )

    return call
