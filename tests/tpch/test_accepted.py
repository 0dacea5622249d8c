"""Every query of TPC-H is a view that is maintained incrementally, in both dialects."""

from pathlib import Path

import pytest

from duckstream import compile_ivm
from duckstream.algebra import Version, print_tree, scans
from duckstream.bind import SchemaCatalog
from duckstream.compiler import CompiledView, compile_view
from duckstream.engines.protocol import ViewPlace
from duckstream.plan import Naming
from duckstream.refresh.manner import Manner, find_manners
from tests.tpch.tables import schema_in

STATES = (Version.OLD, Version.NEW)
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


@pytest.mark.parametrize(
    ("name", "table"), [("q17", "lineitem"), ("q18", "lineitem"), ("q21", "lineitem")]
)
def test_a_table_that_is_needed_several_times_is_scanned_once(name: str, table: str) -> None:
    """By the parts and orders of the change alone; its old state is the new one less the change."""
    view = compiled(name)
    changed = [source for source in view.sources if source.table in ("orders", "lineitem")]
    (tree,) = [step.tree for step in view.merge(changed).compute if step.tree is not None]
    states = [s for s in scans(tree) if s.source.table == table and s.version in STATES]
    assert len(states) == 1
    lines = print_tree(tree).splitlines()
    (scan,) = [i for i, line in enumerate(lines) if f"Scan {table}" in line and "new" in line]
    assert "Restrict [" in lines[scan - 1]
    if name != "q21":
        assert find_manners(view, changed) == [Manner.GROUPS]
