"""Without PySpark, which `make fast` does without, the modules that need it are not collected."""

from importlib.util import find_spec

import pytest

collect_ignore_glob = [] if find_spec("pyspark") else ["src/duckstream/engines/delta/*"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: all tests on Spark are one worker's."""
    items.sort(key=lambda item: item.get_closest_marker("spark") is None)
