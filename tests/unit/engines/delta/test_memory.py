"""How much memory a local Spark takes."""

from pathlib import Path

import pytest

from duckstream.engines.delta import memory


def test_a_quarter_of_what_the_container_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(memory, "_LIMITS", (limit, tmp_path / "none"))
    monkeypatch.setattr(memory.os, "sysconf", lambda name: {"SC_PAGE_SIZE": 2**12}.get(name, 2**25))
    limit.write_text("max\n")
    assert memory.megabytes_for_java() == 32 * 1024
    limit.write_text(f"{8 * 2**30}\n")
    assert memory.megabytes_for_java() == 2 * 1024
    limit.write_text(f"{2 * 2**30}\n")
    assert memory.megabytes_for_java() == 1024
