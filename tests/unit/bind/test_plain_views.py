"""Plain views in a catalogue without an engine: what their texts see, and where errors point."""

from collections.abc import Mapping, Sequence

import pytest

import duckstream as ds
from duckstream.algebra import Source, scans
from duckstream.bind import BaseTable, BoundView, PlainView, TableColumn, bind_view


class Views:
    """Every name is a table with the column k, except for the views."""

    def __init__(self, views: Mapping[str, str]) -> None:
        self._views = views

    def find(self, parts: Sequence[str]) -> BaseTable | PlainView:
        *around, name = parts
        schema = around[-1] if around else "main"
        if name in self._views:
            return PlainView(schema, name, self._views[name], home=("home",))
        return BaseTable(Source("dl", schema, name), (TableColumn("k"),))

    def table_names(self) -> list[str]:
        return []


def bind(sql: str, **views: str) -> BoundView:
    return bind_view(sql, dialect="duckdb", catalog=Views(views))


def places(view: BoundView) -> set[str]:
    """The tables that are read in the end."""
    return {f"{scan.source.schema}.{scan.source.table}" for scan in scans(view.relation)}


def test_unqualified_names_are_those_of_the_views_home() -> None:
    bound = bind(
        "SELECT p.k FROM p, t", p="SELECT t.k FROM t, other.t AS o, q", q="SELECT * FROM u"
    )
    assert places(bound) == {"main.t", "home.t", "other.t", "home.u"}
    assert [view.name for view in bound.plain_views] == ["q", "p"]


def test_a_text_sees_nothing_of_its_reader() -> None:
    bound = bind("WITH t AS (SELECT 1 AS k) SELECT p.k FROM p, t", p="SELECT k FROM t")
    assert places(bound) == {"home.t"}
    with pytest.raises(ds.InvalidSQLError) as raised:
        bind("SELECT (SELECT MAX(k) FROM p) FROM t AS outside", p="SELECT outside.k FROM u")
    assert raised.value.code == "UNKNOWN_TABLE"
    assert raised.value.construct.startswith("plain view p: ")


@pytest.mark.parametrize(
    ("views", "code", "construct"),
    [
        ({"p": "SELECT k FROM p"}, "VIEW_CYCLE", "plain view p: plain view p"),
        (
            {"p": "SELECT k FROM q", "q": "SELECT k FROM p"},
            "VIEW_CYCLE",
            "plain view p: plain view q: plain view p",
        ),
        ({"p": "SELECT FROM WHERE ("}, "SYNTAX", "plain view p: near"),
        ({"p": "SELECT\n\n  nothing FROM t"}, "UNKNOWN_COLUMN", "plain view p: column nothing"),
    ],
)
def test_errors_name_the_view_and_point_at_its_mention(
    views: dict[str, str], code: str, construct: str
) -> None:
    with pytest.raises(ds.DuckstreamError) as raised:
        bind("SELECT k\nFROM t JOIN p USING (k)", **views)
    error = raised.value
    assert isinstance(error, (ds.InvalidSQLError, ds.UnsupportedSQLError))
    assert (error.code, error.line, error.column) == (code, 2, 13)
    assert error.construct.startswith(construct)
