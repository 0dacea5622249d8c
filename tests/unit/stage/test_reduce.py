"""Tables of which only the rows are needed that can meet a filtered one."""

import pytest

from duckstream.algebra import Aggregate, Ids, Relation, SemiJoin, print_tree, walk
from duckstream.stage.cut import cut_out
from duckstream.stage.reduce import look_up_of_rows, reduce_tables
from duckstream.storage import find_shape
from tests.unit.views import bound_tree


def reduced(sql: str) -> list[SemiJoin]:
    """What would be stored; none of it is, so that the tree stays as it was."""
    tree, _ = bound_tree(sql)
    found: list[SemiJoin] = []

    def store(rows: SemiJoin) -> Relation | None:
        found.append(rows)
        return None

    stored = find_shape(tree).input
    aggregates = (node for node in walk(tree) if isinstance(node, Aggregate))
    own = next((node for node in aggregates if node.input is stored), None)
    assert reduce_tables(tree, own, Ids(10**7), store) is tree
    return found


AVERAGE = "(SELECT AVG(x) FROM r AS o WHERE o.k = {k})"


@pytest.mark.parametrize(
    "sql",
    [
        # The rows themselves are compared with what their groups come to.
        f"SELECT x FROM r JOIN s ON s.k = r.k AND y = 1 WHERE x > {AVERAGE.format(k='s.k')}",
        f"SELECT x FROM r JOIN s ON s.k = r.k WHERE y = 1 AND x > {AVERAGE.format(k='r.k')}",
        # The groups are compared with rows of a table that has partners in a filtered one.
        "SELECT z FROM t WHERE k IN (SELECT k FROM s WHERE y = 1) "
        f"AND z > {AVERAGE.format(k='t.k')}",
        # By a chain of equalities.
        f"SELECT z FROM t JOIN s ON s.k = t.k WHERE y = 1 AND z > {AVERAGE.format(k='t.k')}",
        "SELECT z, n FROM t JOIN s ON s.k = t.k AND y = 1 "
        "LEFT JOIN (SELECT k, MAX(x) AS n FROM r GROUP BY k) AS g ON g.k = t.k",
    ],
)
def test_rows_are_stored_that_can_meet_a_filtered_table(sql: str) -> None:
    (rows,) = reduced(sql)
    look_up = look_up_of_rows(rows)
    assert (look_up.source.table, look_up.columns) == ("r", ("k",))
    assert "y#" in print_tree(rows.right)


@pytest.mark.parametrize(
    "sql",
    [
        # Nothing is filtered, or the filtered table is compared otherwise.
        f"SELECT x FROM r JOIN s ON s.k = r.k WHERE x > {AVERAGE.format(k='s.k')}",
        f"SELECT x FROM r JOIN s ON s.k < r.k AND y = 1 WHERE x > {AVERAGE.format(k='r.k')}",
        # Rows without a partner are needed, too.
        "SELECT z, n FROM t LEFT JOIN s ON s.k = t.k AND y = 1 "
        "LEFT JOIN (SELECT k, MAX(x) AS n FROM r GROUP BY k) AS g ON g.k = t.k",
        f"SELECT z FROM t WHERE k NOT IN (SELECT k FROM s WHERE y = 1) AND z > "
        f"{AVERAGE.format(k='t.k')}",
        # The view's own groups are kept from the change; nothing is grouped.
        "SELECT r.k, SUM(x) AS t FROM r JOIN s ON s.k = r.k AND y = 1 GROUP BY r.k",
        "SELECT x FROM r JOIN s ON s.k = r.k AND y = 1",
        # All of r is read in another place.
        f"SELECT x FROM r JOIN s ON s.k = r.k AND y = 1 WHERE x > {AVERAGE.format(k='r.k')} "
        "UNION ALL SELECT x FROM r",
        # NULL has to be equal to NULL.
        "SELECT z, n FROM t JOIN s ON s.k IS NOT DISTINCT FROM t.k AND y = 1 "
        "JOIN (SELECT k, MAX(x) AS n FROM r GROUP BY k) AS g ON g.k = t.k",
    ],
)
def test_others_stay_as_they_are(sql: str) -> None:
    assert reduced(sql) == []


def test_all_readings_of_a_table_take_what_is_stored() -> None:
    tree, _ = bound_tree(
        f"SELECT x FROM r JOIN s ON s.k = r.k AND y = 1 WHERE x > {AVERAGE.format(k='s.k')}"
    )
    stored: list[Relation] = []

    def store(rows: SemiJoin) -> Relation:
        stored.append(rows)
        return rows

    text = print_tree(reduce_tables(tree, None, Ids(10**7), store))
    assert len(stored) == 1
    # Once, and shared by both.
    assert text.count("Scan r") == 1


def test_what_is_cut_is_told() -> None:
    from duckstream.lower import find_dialect

    tree, _ = bound_tree(
        f"SELECT x FROM r JOIN s ON s.k = r.k AND y = 1 WHERE x > {AVERAGE.format(k='s.k')}"
    )
    reasons: list[str] = []
    cut_out(tree, find_dialect("duckdb"), lambda cut: reasons.append(cut.reason))
    assert any("filtered" in reason for reason in reasons)
