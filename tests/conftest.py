"""Hypothesis profiles: `default` is small and the same on every run, `fuzz` is long and random.

HYPOTHESIS_PROFILE=fuzz DUCKSTREAM_FUZZ=500 pytest -n auto tests/equivalence
"""

import os

from hypothesis import HealthCheck, settings

# Building a view is many small draws and a lake is slow to open: neither is a mistake here.
SLOW_BY_NATURE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

settings.register_profile(
    "default",
    max_examples=3,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=SLOW_BY_NATURE,
)
settings.register_profile(
    "fuzz",
    max_examples=int(os.environ.get("DUCKSTREAM_FUZZ", "2000")),
    deadline=None,
    print_blob=True,
    suppress_health_check=SLOW_BY_NATURE,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
