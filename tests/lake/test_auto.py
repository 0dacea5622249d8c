"""The policy "auto": the cheaper way is taken, and the view is right either way."""

import pytest

import duckstream as ds
from duckstream.lake import Lake, View
from duckstream.refresh.record import RefreshRecord

ROWS = 300_000
TOTALS = """
    SELECT c.region, SUM(o.amount) AS total, COUNT(*) AS orders
    FROM orders AS o JOIN customers AS c ON c.id = o.customer
    GROUP BY c.region
"""


def past_of(lake: Lake) -> list[RefreshRecord]:
    stored = lake.compiled(lake.engine.definitions()["totals"]).layout.source
    return lake._past.of("totals", stored)


def create(lake: Lake, policy: str = "auto") -> View:
    lake.sql(
        f"CREATE TABLE orders AS SELECT i AS id, i % 100 AS customer, i % 7 AS amount "
        f"FROM range({ROWS}) AS numbers (i)"
    )
    lake.sql(
        "CREATE TABLE customers AS SELECT i AS id, 'region ' || (i % 5) AS region "
        "FROM range(100) AS numbers (i)"
    )
    return lake.create_view("totals", TOTALS, policy)


def test_a_large_change_is_computed_anew_and_a_small_one_applied(lake: Lake) -> None:
    view = create(lake)
    lake.sql("UPDATE orders SET amount = amount + 1 WHERE id % 10 > 0")
    report = lake.refresh()["totals"]
    assert report.strategy == "full"
    assert report.reason.startswith(
        "changed: orders; about 540,000 changes to 300,000 rows, predicted "
    )
    assert "s to compute anew against " in report.reason
    assert report.rows_out == 5
    assert view.verify().equal

    lake.sql("DELETE FROM orders WHERE id % 30000 = 7")
    report = lake.refresh()["totals"]
    assert report.strategy == "incremental"
    assert report.reason.endswith("to rebuild")
    assert view.verify().equal


COPIES = "SELECT id, customer, amount + 1 AS more FROM orders"


def test_where_everything_changes_everything_is_written_anew(lake: Lake) -> None:
    create(lake)
    view = lake.create_view("copies", COPIES)
    lake.sql("UPDATE orders SET amount = amount + 1")
    report = lake.refresh("copies")["copies"]
    assert report.strategy == "full"
    assert "s to rebuild against " in report.reason
    assert report.rows_out == ROWS
    assert view.verify().equal
    rebuilt = view.history()[0] if view.history()[0].kind == "refresh" else view.history()[1]
    assert (rebuilt.rows_out, rebuilt.measures["rebuilt"]) == (ROWS, ROWS)

    lake.sql("DELETE FROM orders WHERE id = 7")
    assert lake.refresh("copies")["copies"].strategy == "incremental"
    assert view.verify().equal


def test_what_other_views_read_is_not_rebuilt(lake: Lake) -> None:
    """To them all of it would be a change."""
    create(lake)
    lake.create_view("copies", COPIES)
    top = lake.create_view("few", "SELECT id FROM copies WHERE more > 7")
    lake.sql("UPDATE orders SET amount = amount + 1")
    report = lake.refresh()["copies"]
    assert report.strategy == "full"
    assert "rebuild" not in report.reason
    assert top.verify().equal


def test_what_is_deleted_counts_as_change(lake: Lake) -> None:
    view = create(lake)
    lake.sql("DELETE FROM orders WHERE id % 10 > 0")
    report = lake.refresh()["totals"]
    assert report.reason.startswith("changed: orders; about 270,000 changes to 30,000 rows")
    assert report.strategy == "full"
    assert view.verify().equal


def test_the_other_policies_do_not_choose(lake: Lake) -> None:
    view = create(lake, policy="incremental")
    lake.sql("UPDATE orders SET amount = amount + 1 WHERE id % 10 > 0")
    report = lake.refresh()["totals"]
    assert (report.strategy, report.reason) == ("incremental", "changed: orders")
    assert report.predicted_seconds is None
    assert view.verify().equal


def test_the_prediction_is_on_record_and_learned_from(lake: Lake, file: str) -> None:
    view = create(lake)
    lake.sql("INSERT INTO orders VALUES (-1, 1, 1)")
    report = lake.refresh()["totals"]
    refreshed, created = view.history()
    assert refreshed.predicted_seconds == pytest.approx(report.predicted_seconds)
    assert refreshed.measures["written"] == 1
    assert created.measures["scanned"] == created.measures["rows of main.orders"] + 100
    assert created.seconds > 0
    lake.close()
    # Another process finds what this one has learned.
    with ds.open(file) as again:
        again.sql("DELETE FROM orders WHERE id = -1")
        assert again.refresh()["totals"].strategy == "incremental"
        assert [record.kind for record in past_of(again)] == ["refresh", "refresh", "create"]


def test_a_view_defined_anew_begins_a_new_past(lake: Lake) -> None:
    create(lake)
    lake.sql("INSERT INTO orders VALUES (-1, 1, 1)")
    lake.refresh()
    lake.create_view("totals", "SELECT customer, COUNT(*) AS orders FROM orders GROUP BY customer")
    assert [record.kind for record in past_of(lake)] == ["create"]


def test_a_dry_run_says_which_way_it_would_be(lake: Lake) -> None:
    create(lake)
    lake.sql("UPDATE orders SET amount = amount + 1 WHERE id % 10 > 0")
    assert lake.refresh(dry_run=True)["totals"].strategy == "full"
    assert lake.refresh()["totals"].strategy == "full"


def test_a_view_on_a_view_is_chosen_for_by_what_changed_below(lake: Lake) -> None:
    create(lake)
    top = lake.create_view("large", "SELECT region FROM totals WHERE total > 100")
    lake.sql("INSERT INTO orders VALUES (-1, 1, 1)")
    report = lake.refresh()["large"]
    assert report.strategy in ("incremental", "no_op")
    assert top.verify().equal


def test_explain_says_what_is_predicted_and_where_it_turns(lake: Lake) -> None:
    text = create(lake).explain()
    assert "a refresh is predicted to take\n  orders: " in text
    assert "s for 300 changes to 300,000 rows, " in text
    assert "s to compute anew, which is done from about " in text
    strict = lake.create_view("strict", TOTALS, policy="strict")
    assert "predicted" not in strict.explain()


def test_rows_that_were_replaced_again_and_again_are_counted_once(lake: Lake) -> None:
    view = create(lake)
    for _ in range(3):
        lake.sql("UPDATE orders SET amount = amount + 1")
    assert "changes to 300,000 rows" in view.explain()
