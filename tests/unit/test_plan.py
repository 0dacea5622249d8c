"""What `compile_ivm` gives back, and the names it uses."""

import subprocess
import sys

import pytest
import sqlglot
from sqlglot import exp

import duckstream
from duckstream import IVMPlan, Naming, compile_ivm
from tests.unit.views import TABLES

SQL = "SELECT r.k, SUM(x) AS total, COUNT(y) AS n FROM r JOIN s ON r.k = s.k GROUP BY r.k"


def plan(sql: str = SQL, **options: object) -> IVMPlan:
    return compile_ivm(sql, schema=TABLES, **options)  # ty: ignore[invalid-argument-type]


def tables(*texts: str) -> set[str]:
    """The tables that statements name, with schema and catalogue."""
    return {
        ".".join(part.name for part in table.parts)
        for text in texts
        for statement in sqlglot.parse(text, dialect="duckdb")
        if statement is not None
        for table in statement.find_all(exp.Table)
        if isinstance(table.this, exp.Identifier)
    }


def test_the_text_is_kept() -> None:
    assert plan().view_sql == SQL


def test_the_tables_that_are_read_and_the_catalogues_they_are_in() -> None:
    assert plan().base_tables == {"r": "dl", "s": "dl"}


def test_there_is_one_cursor_for_each_table_however_often_it_is_read() -> None:
    text = "SELECT a.x FROM r AS a JOIN r AS b ON a.k = b.x JOIN s ON s.k = a.k"
    assert len(plan(text).initialize_cursors) == 2


@pytest.mark.parametrize(
    ("sql", "features"),
    [
        ("SELECT x FROM r", set()),
        ("SELECT x FROM r WHERE x > 3", set()),
        ("SELECT x FROM r, s", {"join"}),
        ("SELECT k, SUM(x) FROM r GROUP BY k", {"aggregate"}),
        ("SELECT k FROM r GROUP BY k HAVING COUNT(*) > 1", {"aggregate", "having"}),
        ("SELECT DISTINCT x FROM r", {"distinct"}),
        ("SELECT k FROM r UNION ALL SELECT k FROM s", {"union_all"}),
        ("WITH c AS (SELECT x FROM r) SELECT x FROM c", {"cte"}),
    ],
)
def test_the_features_of_a_view(sql: str, features: set[str]) -> None:
    assert plan(sql).features >= features
    assert plan(sql).strategy == "incremental"


def test_a_refresh_pins_reads_merges_moves_and_cleans_up_in_this_order() -> None:
    kinds = [statement.split(maxsplit=2)[:2] for statement in plan().maintain]
    first_words = [" ".join(words) for words in kinds]
    order = ["SET VARIABLE", "CREATE OR", "DELETE FROM", "INSERT INTO", "UPDATE", "DROP TABLE"]
    found = [next(word for word in order if words.startswith(word)) for words in first_words]
    assert found == sorted(found, key=order.index)
    assert set(found) == set(order)


def test_a_change_is_read_as_it_is_and_then_netted() -> None:
    made = [s for s in plan().maintain if s.startswith("CREATE OR REPLACE TEMPORARY TABLE")]
    events, net, *_ = ((s.split('"')[1], _one_line(s)) for s in made)
    assert (events[0], net[0]) == ("__ivm_mv_events_1", "__ivm_mv_feed_1")
    assert "DUCKLAKE_TABLE_INSERTIONS" in events[1]
    assert "DUCKLAKE_TABLE_DELETIONS" in events[1]
    assert "GROUP BY" not in events[1]
    assert tables(made[1]) == {"__ivm_mv_feed_1", "__ivm_mv_events_1"}
    assert 'GROUP BY 1, 2 HAVING SUM("_ivm_weight") <> 0' in net[1]


def test_every_temporary_table_that_is_made_is_dropped() -> None:
    maintain = plan("SELECT k, MAX(x) AS top, COUNT(*) AS n FROM r GROUP BY k").maintain
    made = tables(*(s.split(" AS\n")[0] for s in maintain if s.startswith("CREATE")))
    dropped = tables(*(s for s in maintain if s.startswith("DROP")))
    assert made == dropped
    assert all(name.startswith("__ivm_mv_") for name in made)


def test_the_script_holds_every_statement_once() -> None:
    given = plan()
    script = given.script()
    for statement in [given.create_cursors_table, given.create_mv, *given.maintain, given.query_mv]:
        assert f"{statement};" in script
    assert script.index("BEGIN;") < script.index(given.maintain[0])
    assert script.index(given.maintain[-1]) < script.index("COMMIT;")
    assert sqlglot.parse(script, dialect="duckdb")


def test_the_view_is_stored_where_it_is_said() -> None:
    given = plan(mv_catalog="lake", mv_schema="views")
    assert tables(given.query_mv) == {"lake.views.mv"}
    assert "lake.views._ivm_cursors" in tables(given.create_cursors_table)
    assert tables(given.create_mv) == {"lake.views.mv", "lake.views.r", "lake.views.s"}


def test_sources_may_be_in_another_catalogue() -> None:
    elsewhere = {"r": {"catalog": "raw", "schema": "landing"}}
    given = plan(sources=elsewhere)
    assert given.base_tables == {"r": "raw", "s": "dl"}
    assert tables(given.create_mv) == {"dl.main.mv", "raw.landing.r", "dl.main.s"}
    maintain, cursors = (_one_line(*given.maintain), _one_line(*given.initialize_cursors))
    assert "DUCKLAKE_CURRENT_SNAPSHOT('raw')" in maintain
    assert "DUCKLAKE_TABLE_INSERTIONS( 'raw', 'landing', 'r'," in maintain
    assert "DUCKLAKE_TABLE_DELETIONS( 'raw', 'landing', 'r'," in maintain
    assert "SELECT 'mv', 'raw', 'landing', 'r'," in cursors


def _one_line(*statements: str) -> str:
    return " ".join(" ".join(statements).split())


class Shouting(Naming):
    def mv_table(self) -> str:
        return "STORED"

    def cursors_table(self) -> str:
        return "CURSORS"

    def aux_column(self, purpose: str) -> str:
        return f"AUX_{purpose}"

    def temp_table(self, purpose: str) -> str:
        return f"TEMP_{purpose}"


def test_every_name_can_be_another() -> None:
    given = plan(naming=Shouting())
    assert tables(given.query_mv) == {"dl.main.STORED"}
    assert "dl.main.CURSORS" in tables(given.create_cursors_table)
    ours = tables(*given.maintain) - {"dl.main.r", "dl.main.s"}
    assert all(name.split(".")[-1].startswith(("STORED", "CURSORS", "TEMP_")) for name in ours)
    assert "AUX_count" in given.create_mv
    assert "_ivm_count" not in given.script()


def test_two_views_do_not_share_temporary_tables() -> None:
    class Other(Naming):
        def mv_table(self) -> str:
            return "other"

    ours, others = (
        tables(*(s for s in given.maintain if s.startswith("DROP")))
        for given in (plan(), plan(naming=Other()))
    )
    assert not ours & others


def test_compiling_twice_gives_the_same() -> None:
    assert plan() == plan()


def test_a_view_of_constants_reads_nothing() -> None:
    given = plan("SELECT 1 AS one")
    assert given.base_tables == {}
    assert given.initialize_cursors == []


def test_the_public_names() -> None:
    assert set(duckstream.__all__) >= {
        "DuckstreamError",
        "IVMPlan",
        "Naming",
        "UnsupportedSQLError",
        "compile_ivm",
        "open",
    }


def test_compiling_imports_no_engine() -> None:
    program = f"""
import sys
import duckstream
duckstream.compile_ivm({SQL!r}, schema={TABLES!r})
duckstream.compile_ivm({SQL!r}, schema={TABLES!r}, dialect="spark")
print(sorted(name for name in ("duckdb", "pyspark") if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
