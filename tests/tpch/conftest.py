"""The generated tables, once per process."""

from pathlib import Path

import pytest

from tests.tpch.data import generate


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tpch")
    generate(folder, 0.01)
    return folder
