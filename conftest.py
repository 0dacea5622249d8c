"""Without PySpark, which `make fast` does without, the modules that need it are not collected."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspark") else ["src/duckstream/engines/delta/*"]
