"""Creating, finding, explaining and dropping views; opening lakes."""

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import duckstream as ds
from duckstream.engines.ducklake.connect import connect_lake, load_extension
from duckstream.lake import Lake

TOTALS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"


def code_of(call: Callable[..., object], *arguments: object, **options: object) -> str:
    with pytest.raises(ds.DuckstreamError) as raised:
        call(*arguments, **options)
    return raised.value.code


def test_the_view_shows_the_columns_and_types_of_its_query(lake: Lake) -> None:
    sql = "SELECT k, k AS k, SUM(x), COUNT(*), AVG(x), x / 3 FROM r GROUP BY k, x / 3"
    lake.create_view("v", sql)
    shown, expected = (
        [(name, type) for name, type, *_ in lake.sql(f"DESCRIBE {query}").fetchall()]
        for query in ("SELECT * FROM v", f"FROM ({sql})")
    )
    assert shown == expected


def test_views_are_there_when_the_lake_is_opened_again(file: str, lake: Lake) -> None:
    lake.create_view("totals", TOTALS, policy="strict")
    lake.close()
    with ds.open(file) as again:
        again.sql("INSERT INTO r VALUES (9, 9)")
        assert again.refresh()["totals"].strategy == "incremental"
        assert again.view("totals").verify().equal


def test_a_connection_of_the_users_own(file: str, lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.close()
    connection = duckdb.connect()
    ds.open(connect_and_attach(connection, file), catalog="shop").refresh()
    # The lake has another name here, and the user's own catalogue is still the current one.
    assert connection.execute("SELECT COUNT(*) FROM shop.main.totals").fetchall() == [(2,)]
    assert connection.execute("SELECT current_catalog()").fetchall() == [("memory",)]


def connect_and_attach(
    connection: duckdb.DuckDBPyConnection, file: str
) -> duckdb.DuckDBPyConnection:
    load_extension(connection)
    connection.execute(f"ATTACH '{file}' AS shop")
    return connection


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    assert code_of(ds.open, "nothing") == "UNKNOWN_LAKE"
    assert code_of(ds.open, f"ducklake:{tmp_path}/no/such/folder.ducklake") == "NO_FOLDER"
    assert code_of(ds.open, duckdb.connect(), catalog="dl") == "NO_CATALOG"
    assert code_of(ds.open, duckdb.connect(), catalog="memory") == "NOT_A_LAKE"
    (tmp_path / "text.ducklake").write_text("not a lake")
    assert code_of(connect_lake, str(tmp_path / "text.ducklake")) == "CANNOT_OPEN"


def test_what_cannot_be_created(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.create_view("top", "SELECT x FROM r ORDER BY x LIMIT 1")
    lake.sql("CREATE VIEW plain AS SELECT random() AS one")
    create = lake.create_view
    assert code_of(create, "r", TOTALS) == "NAME_TAKEN"
    assert code_of(create, "totals", "SELECT k FROM r", policy="strict") == "VIEW_EXISTS"
    assert code_of(create, "", TOTALS) == "BAD_NAME"
    assert code_of(create, "v", TOTALS, policy="sometimes") == "UNKNOWN_POLICY"
    assert code_of(create, "v", "SELECT nothing FROM r") == "UNKNOWN_COLUMN"
    assert code_of(create, "v", "SELECT y + 1 FROM s") == "TYPE"
    assert code_of(create, "v", "SELECT upper(k, 2, 3) FROM r") == "SYNTAX"
    assert code_of(create, "v", "SELECT no_such_function(k) FROM r") == "UNKNOWN_NAME"
    assert code_of(create, "v", "SELECT * FROM plain") == "VOLATILE"
    assert code_of(create, "v", "SELECT * FROM memory.main.t") == "OTHER_CATALOG"
    assert [view.name for view in lake.views()] == ["top", "totals"]


def test_the_same_definition_again_is_the_same_view(lake: Lake) -> None:
    assert lake.create_view("totals", TOTALS) == lake.create_view("totals", TOTALS)


def test_a_view_that_others_read_is_not_dropped(lake: Lake) -> None:
    lake.create_view("totals", TOTALS)
    lake.create_view("sum", "SELECT SUM(total) AS s FROM totals")
    assert code_of(lake.drop_view, "totals") == "VIEW_IN_USE"
    assert code_of(lake.drop_view, "no such view") == "UNKNOWN_VIEW"
    lake.drop_view("sum")
    lake.drop_view("totals")
    left = lake.sql("SELECT table_name FROM duckdb_tables() WHERE database_name = 'dl'").fetchall()
    kept = [("_ivm_cursors",), ("_ivm_records",), ("_ivm_views",), ("r",), ("s",)]
    assert sorted(left) == kept
    assert lake.sql("SELECT COUNT(*) FROM _ivm_cursors").fetchall() == [(0,)]


def test_strange_names_everywhere(lake: Lake) -> None:
    name = 'order item "x"'
    quoted = '"order item ""x"""'
    lake.sql(f"CREATE TABLE {quoted} ({quoted} INTEGER)")
    view = lake.create_view(
        'v "1"', f"SELECT {quoted}, COUNT(*) AS {quoted} FROM {quoted} GROUP BY 1"
    )
    lake.sql(f"INSERT INTO {quoted} VALUES (1), (1), (NULL)")
    assert lake.refresh()['v "1"'].strategy == "incremental"
    assert view.verify().equal
    assert list(view.df().columns) == [name, f"{name}_1"]


def test_explain_says_what_is_read(lake: Lake) -> None:
    sums = lake.create_view(
        "totals", "SELECT k, SUM(x) AS s, COUNT(*) AS n, AVG(x) AS a FROM r GROUP BY k"
    )
    assert "r: its change (no scan of the table)" in sums.explain()
    joined = lake.create_view("joined", "SELECT y, SUM(x) AS s FROM r JOIN s USING (k) GROUP BY y")
    text = joined.explain(changed=["r"])
    assert "r: its change (no scan of the table)" in text
    assert "s: its new state" in text
    assert "CREATE OR REPLACE" in joined.explain(sql=True)


def test_the_rows_as_a_data_frame(lake: Lake) -> None:
    frame = lake.create_view("totals", TOTALS).df()
    assert sorted(map(tuple, frame.values.tolist())) == [(1, 30), (2, 30)]
