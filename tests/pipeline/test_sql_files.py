"""The statements of `.sql` files, and where their mistakes are."""

from __future__ import annotations

import pytest

from duckstream.pipeline.definitions import DeclaredColumn, Definitions, Kind
from duckstream.pipeline.places import ProjectError, SourceFile
from duckstream.pipeline.sql_files import read_sql_file


def read(text: str, **variables: str) -> Definitions:
    return read_sql_file(SourceFile("a.sql", text), "spark", variables)


def test_every_clause_of_a_materialized_view() -> None:
    (view,) = read(
        """
        -- comments; with semicolons
        CREATE OR REFRESH MATERIALIZED VIEW IF NOT EXISTS `my db`.revenue
        (region STRING COMMENT 'where', total DECIMAL(10, 2) NOT NULL, parts MAP<INT, STRING>)
        USING DELTA PARTITIONED BY (region, total) CLUSTER BY (region)
        COMMENT 'it''s; revenue'
        TBLPROPERTIES ('duckstream.policy' = 'strict', a.b = 1)
        AS SELECT 'AS' AS region, 1.5 AS total, map(1, ';') AS parts
        """.replace("it''s", "its")
    ).datasets
    assert view.kind is Kind.MATERIALIZED_VIEW
    assert view.name == ("my db", "revenue")
    assert view.columns == (
        DeclaredColumn("region", "STRING", "where"),
        DeclaredColumn("total", "DECIMAL(10, 2)"),
        DeclaredColumn("parts", "MAP<INT, STRING>"),
    )
    assert view.comment == "its; revenue"
    assert view.layout == ("USING DELTA", "PARTITIONED BY (region, total)", "CLUSTER BY (region)")
    assert view.properties == {"duckstream.policy": "strict", "a.b": "1"}
    assert view.query is not None
    assert view.query.text.startswith("SELECT 'AS' AS region")


def test_several_statements_of_all_kinds() -> None:
    found = read(
        """
        CREATE TEMPORARY VIEW a AS SELECT 1 AS x;
        CREATE TEMP VIEW b (y) AS SELECT 1 AS x;
        CREATE OR REPLACE VIEW c AS SELECT 2 AS x;;
        CREATE STREAMING TABLE d AS SELECT * FROM STREAM(s.t) AS n JOIN u USING (k);
        CREATE STREAMING TABLE e (x INT);
        CREATE FLOW f COMMENT 'more' AS INSERT INTO e BY NAME SELECT x FROM STREAM t;
        """
    )
    kinds = [dataset.kind.value for dataset in found.datasets]
    assert kinds == ["temporary view", "temporary view", "view", *["streaming table"] * 2]
    assert found.datasets[1].columns == (DeclaredColumn("y"),)
    assert [(f.name, f.target, f.streams, f.by_name) for f in found.flows] == [
        ("d", ("d",), ("s.t",), True),
        ("f", ("e",), ("t",), True),
    ]
    assert "STREAM" not in found.flows[0].query.text


def test_set_is_in_force_until_the_end_of_the_file() -> None:
    found = read(
        "CREATE TEMP VIEW a AS SELECT 1 AS x;\n"
        "SET duckstream.policy = strict;\n"
        "SET day = 2026-01-01;\n"
        "CREATE MATERIALIZED VIEW b AS SELECT '${day}' AS d, '${lake}' AS l, '${other}' AS o",
        lake="gold",
    )
    before, after = found.datasets
    assert (before.settings, after.settings["duckstream.policy"]) == ({}, "strict")
    assert after.query is not None
    assert after.query.text == "SELECT '2026-01-01' AS d, 'gold' AS l, '${other}' AS o"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("SELECT 1", "1:1", "defines nothing"),
        ("CREATE TABLE t (a INT)", "1:8", "not for a project"),
        ("CREATE MATERIALIZED VIEW", "1:25", "ends too early"),
        ("CREATE MATERIALIZED VIEW v\nAS", "2:3", "ends too early"),
        ("CREATE MATERIALIZED VIEW v SCHEDULE daily AS SELECT 1", "1:28", "SCHEDULE"),
        ("CREATE MATERIALIZED VIEW v () AS SELECT 1", "1:29", "nothing between"),
        ("CREATE MATERIALIZED VIEW v (a,) AS SELECT 1", "1:29", "beside a comma"),
        ("CREATE MATERIALIZED VIEW v (CONSTRAINT c EXPECT (a > 1)) AS SELECT 1", "1:29", "NO_CON"),
        ("CREATE TEMP VIEW a AS SELECT 1 AS x;\n\nCREATE VIEW v AS\nSELECT )", "4:8", "SYNTAX"),
        ("CREATE MATERIALIZED VIEW v AS\nSELECT a,, b FROM t", "2:10", "two commas"),
        ("CREATE MATERIALIZED VIEW v AS DELETE FROM t", "1:31", "NOT_A_SELECT"),
        ("CREATE STREAMING TABLE t AS SELECT 1 AS a", "1:29", "NO_STREAM"),
        ("SET x", "1:5", "a name and a value"),
    ],
)
def test_a_mistake_is_told_at_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(ProjectError) as found:
        read(text)
    assert f"a.sql:{place}: " in str(found.value)
    assert words in str(found.value)


def test_a_text_that_is_not_closed() -> None:
    with pytest.raises(ProjectError, match=r"a\.sql: the text cannot be read"):
        read("CREATE MATERIALIZED VIEW v AS SELECT 'a")
