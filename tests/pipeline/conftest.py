"""A project in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Write: TypeAlias = Callable[..., Path]

SPEC = """\
name: shop
storage: storage
configuration:
  duckstream.engine: duckdb
libraries:
  - glob:
      include: transformations/**
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the files of a project, by name, and its spec; gives the spec's path."""

    def write_files(*, spec: str = SPEC, **files: str) -> Path:
        file = tmp_path / "spark-pipeline.yml"
        file.write_text(spec)
        for name, text in files.items():
            stem, _, suffix = name.rpartition("_")
            path = tmp_path / "transformations" / f"{stem}.{suffix}"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return file

    return write_files
