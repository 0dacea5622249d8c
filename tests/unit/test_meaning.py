"""The rules and the rewrites mean what they say: the change is what is new minus what was old.

Every view of the examples of the rules, over small random tables with duplicates and NULLs, of
which some change and some do not.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckstream.algebra import Column, Relation, Version
from duckstream.differentiate import at_version, differentiate
from duckstream.simplify import (
    drop_unchanged,
    prune_columns,
    push_restrictions,
    share,
    simplify,
)
from tests.unit.evaluate import Bag, Tables, evaluate
from tests.unit.examples import read_folder
from tests.unit.views import TABLES, bound_tree, sources

SMALL = ("r", "s", "t", "u")
VIEWS = [
    *(example.sql for example in read_folder(Path(__file__).parent / "differentiate")),
    "SELECT k, MAX(m) AS t FROM (SELECT k, y, MAX(x) AS m FROM r NATURAL JOIN s GROUP BY k, y) "
    "GROUP BY k HAVING MAX(m) > 0",
    "SELECT x, SUM(n) AS m FROM (SELECT k, x, COUNT(*) AS n FROM r GROUP BY k, x) "
    "GROUP BY x HAVING COUNT(*) > 1",
    "SELECT MAX(c) AS top FROM (SELECT b, COUNT(*) AS c FROM "
    "(SELECT k, MIN(x) AS a, COUNT(*) AS b FROM r GROUP BY k) GROUP BY b)",
    "SELECT a.k, b.n FROM (SELECT DISTINCT k FROM r) AS a "
    "JOIN (SELECT k, COUNT(DISTINCT y) AS n FROM s GROUP BY k) AS b ON a.k = b.k",
    "SELECT q.k, COUNT(*) AS n FROM (SELECT k FROM r UNION ALL SELECT y FROM s) AS q "
    "JOIN t ON q.k = t.k GROUP BY q.k",
    "SELECT s.y FROM s, (SELECT COUNT(*) AS n, SUM(x) AS t FROM r) AS q",
    "SELECT COUNT(*) AS n FROM (SELECT MAX(x) AS m FROM r) AS q, (SELECT k FROM s) AS p",
    "WITH c AS (SELECT k, SUM(x) AS t FROM r GROUP BY k) "
    "SELECT a.k, b.t FROM c AS a JOIN c AS b ON a.k = b.t",
    "SELECT k, MAX(x) AS x FROM r GROUP BY k HAVING x > 0",
    "SELECT DISTINCT r.x FROM r JOIN s ON r.k = s.k AND r.x < s.y OR s.y IS NULL",
    "SELECT r.k, s.y, SUM(z) AS t FROM r, s, t WHERE r.k = s.k AND s.k = t.k AND r.x = s.y "
    "GROUP BY r.k, s.y",
]

VALUES = st.one_of(st.none(), st.integers(0, 2))
ROWS = st.lists(st.tuples(VALUES, VALUES), max_size=3)


@st.composite
def changes(draw: st.DrawFn) -> tuple[Tables, set[str]]:
    """Tables before and after, and which of them changed."""
    tables, changed = {}, set()
    for name in SMALL:
        old, new = draw(ROWS), draw(st.one_of(st.none(), ROWS))
        tables[name] = (list(TABLES[name]), old, old if new is None else new)
        if new is not None:
            changed.add(name)
    return tables, changed


@pytest.mark.parametrize("sql", VIEWS)
@settings(max_examples=25)
@given(changes())
def test_the_change_is_new_minus_old(sql: str, change: tuple[Tables, set[str]]) -> None:
    tables, names = change
    view, ids = bound_tree(sql)
    changed, columns = sources(sorted(names)), view.columns
    tree = differentiate(view, ids)
    expected = difference(view, columns, tables)
    assert evaluate(tree, columns, tables) == expected
    assert evaluate(drop_unchanged(tree, changed), columns, tables) == expected
    assert evaluate(push_restrictions(tree, ids), columns, tables) == expected
    assert evaluate(prune_columns(tree, columns), columns, tables) == expected
    assert evaluate(share(tree), columns, tables) == expected
    for needed in (columns, columns[:1]):
        simple = simplify(tree, changed=changed, needed=needed, ids=ids)
        assert evaluate(simple, needed, tables) == difference(view, needed, tables)


def difference(tree: Relation, columns: tuple[Column, ...], tables: Tables) -> Bag:
    new, old = (
        evaluate(at_version(tree, version), columns, tables)
        for version in (Version.NEW, Version.OLD)
    )
    new.subtract(old)
    return type(new)({row: weight for row, weight in new.items() if weight})
