"""What is read from `.py` files without running them."""

from __future__ import annotations

import pytest

from duckstream.pipeline.definitions import Dataset, Definitions, Kind
from duckstream.pipeline.places import ProjectError, SourceFile
from duckstream.pipeline.python_files import read_python_file

HEAD = """\
from pyspark import pipelines as dp
from pyspark.sql import DataFrame, SparkSession

spark = SparkSession.active()
TABLE = "orders"

"""


def read(text: str, head: str = HEAD) -> Definitions:
    return read_python_file(SourceFile("a.py", head + text), "spark")


def view(text: str, head: str = HEAD) -> Dataset:
    (found,) = read(text, head).datasets
    return found


@pytest.mark.parametrize(
    ("body", "sql"),
    [
        ('return spark.sql("SELECT 1 AS a")', "SELECT 1 AS a"),
        ('return spark.sql(f"SELECT * FROM {TABLE}")', "SELECT * FROM orders"),
        ('return spark.sql("SELECT * " + "FROM " + TABLE)', "SELECT * FROM orders"),
        ('"""Why."""\n    query = "SELECT 2 AS b"\n    return spark.sql(query)', "SELECT 2 AS b"),
        ('frame = spark.sql("SELECT 3 AS c")\n    return frame', "SELECT 3 AS c"),
        ('return spark.table("orders")', "SELECT * FROM orders"),
        ('return spark.read.table("raw.orders")', "SELECT * FROM raw.orders"),
        ('return SparkSession.active().sql("SELECT 4 AS d")', "SELECT 4 AS d"),
    ],
)
def test_a_function_that_returns_sql_is_a_view_in_sql(body: str, sql: str) -> None:
    found = view(f"@dp.materialized_view\ndef v() -> DataFrame:\n    {body}\n")
    assert (found.name, found.function) == (("v",), None)
    assert found.query is not None
    assert found.query.text == sql


@pytest.mark.parametrize(
    "body",
    [
        "return spark.range(10)",
        'return spark.sql("SELECT 1 AS a").filter("a > 1")',
        'return spark.sql(unknown + "a")',
        'return spark.sql("SELECT :x AS a", args={"x": 1})',
        'if TABLE:\n        return spark.table("a")\n    return spark.table("b")',
        'for t in "ab":\n        query = t\n    return spark.sql(query)',
    ],
)
def test_any_other_frame_is_a_function(body: str) -> None:
    found = view(f"@dp.materialized_view\ndef v():\n    {body}\n")
    assert found.query is None
    assert found.function is not None
    assert found.function.name == "v"
    assert "DataFrame" in found.function.reason


def test_what_a_function_visibly_reads() -> None:
    found = view(
        "@dp.materialized_view\ndef v():\n"
        '    return spark.table("a").join(spark.sql(f"SELECT * FROM b, {TABLE}"), "k")\n'
    )
    assert found.function is not None
    assert set(found.function.reads) == {"a", "b", "orders"}


def test_the_arguments_of_the_decorator() -> None:
    found = view(
        '@dp.materialized_view(name="gold.v", comment="its comment", partition_cols=["a"],\n'
        '    table_properties={"duckstream.policy": "strict"})\n'
        'def other():\n    return spark.sql("SELECT 1 AS a")\n'
    )
    assert (found.name, found.comment) == (("gold", "v"), "its comment")
    assert found.properties == {"duckstream.policy": "strict"}
    assert found.layout == ("partition_cols=['a']",)


@pytest.mark.parametrize(
    ("imported", "decorator"),
    [
        ("from pyspark.pipelines import temporary_view as tv", "tv"),
        ("import pyspark.pipelines as p", "p.temporary_view()"),
        ("import pyspark.pipelines", "pyspark.pipelines.temporary_view"),
    ],
)
def test_other_ways_to_import(imported: str, decorator: str) -> None:
    found = view(f'@{decorator}\ndef v():\n    return spark.table("t")\n', imported + "\n")
    assert found.kind is Kind.TEMPORARY_VIEW


def test_streaming_tables_and_flows() -> None:
    found = read(
        'dp.create_streaming_table("log")\n'
        '@dp.append_flow(target="log")\ndef more():\n    return spark.readStream.table("a")\n'
        '@dp.table\ndef own():\n    return spark.readStream.table("b")\n'
    )
    assert {d.name[0] for d in found.datasets} == {"log", "own"}
    assert {(f.name, f.target[0], f.streams) for f in found.flows} == {
        ("more", "log", ("a",)),
        ("own", "own", ("b",)),
    }


def test_other_functions_are_left_alone() -> None:
    assert read("@property\ndef f(): ...\ndef g(): ...\nother.table()\n") == Definitions()


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("def (", "7:5", "not valid Python"),
        ('@dp.materialized_view\ndef v():\n    return spark.sql("SELECT )")', "9:30", "SYNTAX"),
        (
            "@dp.materialized_view\ndef v():\n    return spark.sql('''\n      SELECT a\n"
            "      FROM t WHERE\n    ''')",
            "11:",
            "SYNTAX",
        ),
        ("for i in []:\n    @dp.materialized_view\n    def v(): ...", "9:5", "DYNAMIC_DEFINITION"),
        ("@dp.materialized_view(name=unknown)\ndef v(): ...", "7:28", "NOT_CONSTANT"),
        ("dp.create_sink('a', 'kafka')", "7:1", "NO_SINKS"),
        ("@dp.table\ndef v():\n    return spark.range(3)", "8:1", "NO_STREAM"),
    ],
)
def test_a_mistake_is_told_at_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(ProjectError) as found:
        read(text)
    assert f"a.py:{place}" in str(found.value)
    assert words in str(found.value)
