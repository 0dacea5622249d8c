"""Without PySpark, which `make fast` does without, the modules that need it are not collected.
All tests on Spark go to one worker, and all in the browser: a second one would cost more than it
brings.
"""

from importlib.util import find_spec
from typing import Any

import pytest

collect_ignore_glob = [] if find_spec("pyspark") else ["src/duckstream/engines/delta/*"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first."""
    items.sort(key=lambda item: item.get_closest_marker("spark") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class OneWorkerEach(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith("tests/report/"):
                return "browser"
            # (Some have a Spark in a process of their own.)
            own = tuple(
                f"tests/spark/test_{name}"
                for name in ("elsewhere", "processes", "killed", "drivers")
            )
            shared = nodeid.startswith("tests/spark/") and not nodeid.startswith(own)
            return "spark" if shared or "[delta" in nodeid else nodeid

    return OneWorkerEach(config, log)
