"""Who reads whom, and what of it is refused."""

from __future__ import annotations

import pytest

from duckstream.pipeline.draw_graph import draw_mermaid, draw_text
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project, read_project
from tests.pipeline.conftest import SPEC, Write

SHOP = """
CREATE MATERIALIZED VIEW top AS SELECT region FROM revenue WHERE total > 10;
CREATE MATERIALIZED VIEW revenue AS
WITH big AS (SELECT * FROM large_orders)
SELECT r.name AS region, SUM(b.amount) AS total
FROM big AS b JOIN raw.regions AS r ON r.id = b.region WHERE EXISTS (SELECT 1 FROM orders)
GROUP BY r.name;
CREATE TEMPORARY VIEW large_orders AS SELECT region, amount FROM orders WHERE amount > 5;
"""


@pytest.fixture
def shop(write: Write) -> Project:
    return read_project(str(write(shop_sql=SHOP)))


def test_every_view_comes_after_what_it_reads(shop: Project) -> None:
    assert shop.graph.order == ("large_orders", "revenue", "top")
    assert shop.views() == ["revenue", "top"]
    revenue = shop.graph.nodes["revenue"]
    assert revenue.reads == ("large_orders",)
    assert set(revenue.tables) == {"raw.regions", "orders"}


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("revenue", {"revenue"}),
        ("+revenue", {"large_orders", "revenue"}),
        ("revenue+", {"revenue", "top"}),
        ("+REVENUE+", {"large_orders", "revenue", "top"}),
    ],
)
def test_a_plus_selects_neighbours(shop: Project, pattern: str, found: set[str]) -> None:
    assert shop.graph.select([pattern]) == found


def test_an_unknown_name_gets_a_suggestion(shop: Project) -> None:
    with pytest.raises(ProjectError, match="did you mean revenue"):
        shop.graph.select(["revenu"])


def test_the_graph_as_text_and_as_a_diagram(shop: Project) -> None:
    assert draw_text(shop.graph).splitlines() == [
        "sources",
        "  orders",
        "  raw.regions",
        "views",
        "  large_orders (temporary view) <- orders",
        "  revenue <- large_orders, raw.regions, orders",
        "  top <- revenue",
    ]
    diagram = draw_mermaid(shop.graph)
    assert diagram.startswith("graph LR\n")
    assert '[("raw.regions")]' in diagram
    assert diagram.count("-->") == 5


def test_names_may_have_the_schema_of_the_project(write: Write) -> None:
    text = (
        "CREATE MATERIALIZED VIEW gold.a AS SELECT 1 AS x;"
        "CREATE MATERIALIZED VIEW b AS SELECT x FROM GOLD.A;"
        "CREATE MATERIALIZED VIEW c AS SELECT x FROM silver.a"
    )
    found = read_project(str(write(spec=SPEC + "database: gold\n", v_sql=text))).graph
    assert (found.nodes["b"].reads, found.nodes["c"].reads) == (("a",), ())
    assert found.nodes["c"].tables == ("silver.a",)


def test_a_view_in_python_is_part_of_the_graph(write: Write) -> None:
    code = (
        "from pyspark import pipelines as dp\n"
        '@dp.materialized_view\ndef a():\n    return spark.sql("SELECT x FROM t")\n'
        '@dp.materialized_view\ndef b():\n    return spark.table("a").limit(3)\n'
    )
    text = "CREATE MATERIALIZED VIEW c AS SELECT x FROM b"
    found = read_project(str(write(v_py=code, v_sql=text))).graph
    assert [(n.name, n.reads) for n in found.nodes.values()] == [
        ("a", ()),
        ("b", ("a",)),
        ("c", ("b",)),
    ]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            "CREATE MATERIALIZED VIEW a AS SELECT * FROM b;\n"
            "CREATE MATERIALIZED VIEW b AS SELECT * FROM c;\n"
            "CREATE TEMPORARY VIEW c AS SELECT * FROM a;",
            "CYCLE",
            ["a reads b, b reads c, c reads a", "v.sql:1:26", "v.sql:2:26", "v.sql:3:23"],
        ),
        ("CREATE MATERIALIZED VIEW a AS SELECT * FROM a", "CYCLE", ["a reads a"]),
        (
            "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;\nCREATE TEMP VIEW A AS SELECT 1 AS x",
            "DUPLICATE_NAME",
            ["v.sql:2:18", "v.sql:1:26"],
        ),
        ("CREATE MATERIALIZED VIEW s.a AS SELECT 1 AS x", "OTHER_SCHEMA", ["v.sql:1:26"]),
        ("CREATE TEMP VIEW a AS SELECT 1 AS x", "RUN_EMPTY_PIPELINE", []),
        (
            "CREATE TEMP VIEW a AS SELECT 1 AS x; CREATE VIEW b AS SELECT x FROM a",
            "READS_TEMPORARY_VIEW",
            ["b", "a"],
        ),
        ("CREATE STREAMING TABLE a (x INT)", "NO_FLOW", ["v.sql:1:24"]),
        (
            "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;"
            "CREATE FLOW f AS INSERT INTO a SELECT x FROM STREAM t",
            "NO_TARGET",
            ["f appends to a"],
        ),
        (
            "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;"
            "CREATE STREAMING TABLE b AS SELECT x FROM STREAM(a)",
            "NOT_A_STREAM",
            ["materialized view a"],
        ),
        (
            "CREATE MATERIALIZED VIEW a TBLPROPERTIES ('duckstream.polizy' = 'x') AS SELECT 1 AS x",
            "UNKNOWN_SETTING",
            ["did you mean policy", "v.sql:1:26"],
        ),
        ("SET duckstream.policy = never;", "BAD_SETTING", ["auto, incremental", "v.sql:1:5"]),
    ],
)
def test_a_project_that_is_wrong(write: Write, text: str, code: str, words: list[str]) -> None:
    with pytest.raises(ProjectError) as found:
        read_project(str(write(v_sql=text)))
    assert found.value.code == code
    for word in words:
        assert word in str(found.value)


def test_other_files_are_refused(write: Write) -> None:
    with pytest.raises(ProjectError, match="UNSUPPORTED_DEFINITIONS_FILE_EXTENSION"):
        read_project(str(write(v_txt="CREATE MATERIALIZED VIEW a AS SELECT 1 AS x")))
