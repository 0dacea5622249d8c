"""Bring what Spark needs beside its packages, once: `python -m duckstream.engines.delta.setup`."""

from __future__ import annotations

import sys

from duckstream.engines.delta.jars import delta_package, fetch_jars, known_jars
from duckstream.engines.delta.java import find_java
from duckstream.errors import LakeError


def main() -> int:
    try:
        package = delta_package()
        java = find_java()
        _say(f"Java {java.version} from {java.place}")
        jars = known_jars()
        if jars is None:
            _say(f"fetching {package}, about 90 MB unless it was fetched before")
            jars = fetch_jars(java)
        _say(f"{len(jars)} jars in {jars[0].parent}")
    except LakeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _say(what: str) -> None:
    print(f"setting up Spark: {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
