"""What may be said about the tables, and what follows when nothing is."""

from collections.abc import Mapping
from typing import Any

import pytest

from duckstream import DuckstreamError, compile_ivm
from duckstream.algebra import Source, scans
from duckstream.bind import SchemaCatalog, bind_view
from tests.unit.views import bind

SAYING_THE_SAME: dict[str, Mapping[str, Any]] = {
    "tables": {"t": {"a": "INTEGER", "b": "VARCHAR"}},
    "schemas of tables": {"main": {"t": {"a": "INTEGER", "b": "VARCHAR"}}},
    "catalogues of schemas of tables": {"dl": {"main": {"t": {"a": "INTEGER", "b": "VARCHAR"}}}},
    "columns without types": {"t": ["a", "b"]},
    "columns of unknown types": {"t": {"a": None, "b": None}},
    "names in another case": {"T": {"A": "INTEGER", "B": "VARCHAR"}},
}


@pytest.mark.parametrize("form", SAYING_THE_SAME)
def test_the_schema_may_be(form: str) -> None:
    view = bind("SELECT * FROM t", SAYING_THE_SAME[form])
    assert [name.lower() for name, _ in view.columns] == ["a", "b"]


def test_a_column_and_a_table_are_written_as_the_schema_writes_them() -> None:
    view = bind("SELECT a FROM t", {"Orders": ["id"], "T": ["A"]})
    (scan,) = scans(view.relation)
    assert (scan.source.table, scan.columns[0].name) == ("T", "A")


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ("t", ("dl", "main", "t")),
        ("other.t", ("dl", "other", "t")),
        ("lake.other.t", ("lake", "other", "t")),
    ],
)
@pytest.mark.parametrize("schema", [None, {"t": ["a"]}])
def test_a_table_is_where_the_text_says(
    table: str, place: tuple[str, str, str], schema: Mapping[str, Any] | None
) -> None:
    (scan,) = scans(bind(f"SELECT a FROM {table}", schema).relation)
    assert scan.source == Source(*place)


@pytest.mark.parametrize(
    ("sources", "place"),
    [
        ({"t": {"catalog": "raw", "schema": "sales"}}, ("raw", "sales", "t")),
        ({"T": {"catalog": "raw"}}, ("raw", "main", "t")),
        ({"t": {"schema": "sales"}}, ("dl", "sales", "t")),
        ({"t": {"catalog": "raw", "table": "t_2024"}}, ("raw", "main", "t_2024")),
        ({"other": {"catalog": "raw"}}, ("dl", "main", "t")),
    ],
)
@pytest.mark.parametrize("schema", [None, {"t": ["a"]}])
def test_or_where_sources_says(
    sources: Mapping[str, Mapping[str, str]],
    place: tuple[str, str, str],
    schema: Mapping[str, Any] | None,
) -> None:
    catalog = SchemaCatalog("dl", "main", schema=schema, sources=sources)
    view = bind_view("SELECT t.a FROM t", dialect="duckdb", catalog=catalog)
    (scan,) = scans(view.relation)
    assert scan.source == Source(*place)


def test_a_schema_names_all_tables_there_are() -> None:
    with pytest.raises(DuckstreamError, match="UNKNOWN_TABLE"):
        compile_ivm("SELECT a FROM u", schema={"t": ["a"]})


def test_but_sources_may_name_more() -> None:
    plan = compile_ivm("SELECT a FROM u", schema={"t": ["a"]}, sources={"u": {"catalog": "raw"}})
    assert plan.base_tables == {"u": "raw"}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM t",
        "SELECT t.* FROM t JOIN u ON t.a = u.a",
        "SELECT a FROM t, u",
        "SELECT t.a FROM t JOIN u ON b = c",
        "SELECT t.a FROM t NATURAL JOIN u",
        "SELECT b FROM t AS q(b)",
        "WITH c AS (SELECT * FROM t) SELECT a FROM c",
    ],
)
def test_without_a_schema_some_texts_cannot_be_read(sql: str) -> None:
    with pytest.raises(DuckstreamError, match="SCHEMA_NEEDED") as raised:
        compile_ivm(sql)
    assert "schema=" in (raised.value.hint or "")
