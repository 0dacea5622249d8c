"""How much memory a local Spark may take."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

# Where a container says how much it may have.
_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
# What Spark takes if nobody says otherwise.
_SPARKS_DEFAULT = 1024


def megabytes_for_java() -> int:
    """A quarter of the memory, as Java itself would take; Spark lets it have one gigabyte."""
    return max(_SPARKS_DEFAULT, _memory() // 4 // 2**20)


def _memory() -> int:
    """Of the machine, or of the container; 0 where neither tells."""
    found = []
    with suppress(ValueError, OSError, AttributeError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for limit in _LIMITS:
        with suppress(ValueError, OSError):
            found.append(int(limit.read_text()))
    return min(found, default=0)
