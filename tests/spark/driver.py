"""A driver of its own: one of several that refresh a lake in the catalogue of a metastore.

    python -m tests.spark.driver <address of the metastore> <folder of the tables> <seconds>

It does what it is told on standard input, a line each, and answers each with a line of JSON.
"""

import json
import sys
import threading
import time
from collections import Counter
from typing import Any

import duckstream as ds
from duckstream.engines.delta.engine import DeltaEngine
from duckstream.lake import Lake
from tests.equivalence import spark
from tests.faults import contender, together


def start_session(metastore: str, folder: str) -> Any:
    spark.set_variables()
    from pyspark.sql import SparkSession

    settings = spark.settings("local[1]") | {
        "spark.sql.catalogImplementation": "hive",
        "spark.hadoop.hive.metastore.uris": metastore,
        "spark.sql.warehouse.dir": folder,
    }
    builder = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def contend(lake: Lake, seconds: float) -> Counter[str]:
    done: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        contender.refresh(lake, done)
    return done


def contend_and_write(lake: Lake, seconds: float) -> Counter[str]:
    """The writer has a session of its own: neither sees the settings of the other."""
    assert isinstance(lake.engine, DeltaEngine)
    other = ds.open(lake.engine.spark.newSession())
    written: Counter[str] = Counter()
    end = time.monotonic() + seconds

    def write() -> None:
        while time.monotonic() < end:
            contender.write(other, written)

    writer = threading.Thread(target=write)
    writer.start()
    done = contend(lake, seconds)
    writer.join()
    return done + written


def main() -> None:
    metastore, folder, seconds = sys.argv[1:]
    lake = ds.open(start_session(metastore, folder))
    print(json.dumps("started"), flush=True)
    for line in sys.stdin:
        told, *more = line.split(maxsplit=1)
        answer: object = told
        match told:
            case "make":
                together.make(lake)
            case "refresh":
                answer = contend(lake, float(seconds))
            case "refresh_and_write":
                answer = contend_and_write(lake, float(seconds))
            case "check":
                together.check(lake, Counter(json.loads(more[0])))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
