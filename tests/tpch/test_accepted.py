"""Every query of TPC-H is a view that is maintained incrementally, in both dialects."""

from pathlib import Path

import pytest

from duckstream import compile_ivm
from duckstream.algebra import print_tree
from duckstream.bind import SchemaCatalog
from duckstream.compiler import CompiledView, compile_view
from duckstream.engines.protocol import ViewPlace
from duckstream.plan import Naming
from duckstream.refresh.manner import Manner, find_manners
from tests.tpch.tables import schema_in

QUERIES = {path.stem: path for path in sorted((Path(__file__).parent / "queries").glob("*.sql"))}


def compiled(name: str) -> CompiledView:
    catalog = SchemaCatalog("dl", "main", schema=schema_in("duckdb"))
    place = ViewPlace("dl", "main", Naming())
    return compile_view(QUERIES[name].read_text(), catalog=catalog, place=place)


def test_there_are_all_of_them() -> None:
    assert list(QUERIES) == [f"q{number:02}" for number in range(1, 23)]


@pytest.mark.parametrize("dialect", ["duckdb", "spark"])
@pytest.mark.parametrize("name", QUERIES)
def test_the_query_is_maintained_incrementally(name: str, dialect: str) -> None:
    sql = QUERIES[name].read_text()
    assert compile_ivm(sql, dialect=dialect, schema=schema_in(dialect)).strategy == "incremental"


def change_of(name: str) -> list[str]:
    """The tree that computes the change of the view, line by line."""
    (tree,) = [step.tree for step in compiled(name).merge().compute if step.tree is not None]
    return print_tree(tree).splitlines()


def below(line: int, lines: list[str]) -> list[str]:
    """What stands below a line of a tree."""
    found = []
    for text in lines[line + 1 :]:
        if _depth(text) <= _depth(lines[line]):
            break
        found.append(text.strip())
    return found


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


@pytest.mark.parametrize(("name", "key"), [("q17", "l_partkey"), ("q18", "l_orderkey")])
def test_inner_groups_are_restricted_where_lineitem_is_scanned(name: str, key: str) -> None:
    """AVG per part and SUM per order are computed for parts and orders of the change alone."""
    lines = change_of(name)
    # What stands below an Empty only lends its types.
    unread = {
        i + 1 + j
        for i, text in enumerate(lines)
        if text.lstrip().startswith("Empty")
        for j in range(len(below(i, lines)))
    }
    aggregates = [
        i
        for i, text in enumerate(lines)
        if text.lstrip().startswith("Aggregate BY") and i not in unread
    ]
    assert aggregates
    for aggregate in aggregates:
        _, restrict, scan, keys, *_ = below(aggregate, lines)
        assert restrict.startswith(f"Restrict [{key}#")
        assert scan.startswith("Scan lineitem")
        assert scan.endswith((" old", " new"))
        assert keys.startswith("= ") or "Keys [" in keys
    assert find_manners(compiled(name)) == [Manner.GROUPS]
