"""The rules and the rewrites mean what they say: the change is what is new minus what was old.

Every view of the examples of the rules, over small random tables with duplicates and NULLs, of
which some change and some do not. And a view that is normalized gives the rows of the view as it
is written, where a subquery is computed for each row of the query around it.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckstream.algebra import Column, Ids, Relation, Source, Version, scans
from duckstream.differentiate import RULES, States, at_version, differentiate
from duckstream.differentiate.derivations import is_linear
from duckstream.normalize import normalize
from duckstream.simplify import (
    drop_unchanged,
    prune_columns,
    push_restrictions,
    restrict_partners,
    scan_once,
    share,
    simplify,
)
from tests.unit.evaluate import Bag, Tables, evaluate
from tests.unit.examples import read, read_folder
from tests.unit.views import TABLES, bound_tree, known_recursion, sources, written_tree

HERE = Path(__file__).parent
SMALL = ("r", "s", "t", "u")
# Subqueries that read the query around them, and what else can be written in more than one way.
WRITTEN = [
    *(example.sql for example in read(HERE / "normalize/make_independent.txt")),
    *(example.sql for example in read(HERE / "normalize/push_filters.txt")),
    "SELECT x, k IN (SELECT k FROM s) AS i FROM r",
    "SELECT x, k NOT IN (SELECT k FROM s WHERE y = x) AS i FROM r",
    "SELECT x, x > ALL (SELECT y FROM s WHERE s.k = r.k) AS a FROM r",
    "SELECT x FROM r WHERE x = ANY (SELECT y FROM s WHERE s.k = r.k) OR k IN (SELECT z FROM t)",
    "SELECT x FROM r WHERE NOT x < ALL (SELECT y FROM s WHERE s.k = r.k)",
    "SELECT x FROM r WHERE (k, x) NOT IN (SELECT k, y FROM s)",
    "SELECT x, (SELECT MAX(y) + r.x FROM s WHERE s.k = r.k) AS m FROM r",
    "SELECT x, (SELECT MAX(y) FROM s WHERE s.k = r.k HAVING COUNT(*) > 1) AS m FROM r",
    "SELECT x, (SELECT MAX(y) FROM s WHERE s.k IS NOT DISTINCT FROM r.k) AS m FROM r",
    "SELECT k, MAX(x) AS m, (SELECT COUNT(*) FROM s WHERE s.k = r.k) AS n FROM r GROUP BY k",
    "SELECT k, SUM((SELECT COUNT(*) FROM s WHERE s.k = r.k)) AS n FROM r GROUP BY k",
    "SELECT k FROM r GROUP BY k HAVING MAX(x) > (SELECT MIN(y) FROM s WHERE s.k = r.k)",
    "SELECT x, q.y, p.z FROM r, LATERAL (SELECT y FROM s WHERE s.k = r.k) AS q, "
    "LATERAL (SELECT z FROM t WHERE t.k = q.y AND t.z > r.x) AS p",
    "SELECT x, n FROM r LEFT JOIN "
    "LATERAL (SELECT y, COUNT(*) AS n FROM s WHERE s.k = r.k GROUP BY y) AS q ON n > x",
    "SELECT x, q.y, q.z FROM r, "
    "LATERAL (SELECT y, z FROM s FULL JOIN t ON s.k = t.k AND y = r.x) AS q",
    "SELECT x, m FROM r, "
    "LATERAL (SELECT SUM(y) OVER (PARTITION BY k) AS m FROM s WHERE s.y >= r.x) AS q",
    "SELECT x, q.y FROM r, "
    "LATERAL (SELECT y FROM s WHERE s.k = r.k EXCEPT SELECT z FROM t WHERE t.k = r.x) AS q",
    "SELECT k, e FROM r, LATERAL (SELECT UNNEST(range(r.x)) AS e) AS q",
    "SELECT x, (SELECT MAX(v) FROM (VALUES (r.x), (r.k)) AS q(v)) AS larger FROM r",
]
# A WITH entry that reads the query around it, and is read twice itself.
TWICE = [
    f"SELECT x, k1 FROM r, LATERAL (WITH c AS (SELECT k FROM s WHERE y > x) {body}) AS q(k1)"
    for body in (
        "SELECT a.k FROM c AS a, c AS b",
        "SELECT a.k FROM c AS a JOIN c AS b ON a.k > b.k",
    )
]
VIEWS = [
    *(example.sql for example in read_folder(HERE / "differentiate")),
    *WRITTEN,
    *(example.sql for example in read(HERE / "normalize/settle_ties.txt")),
    "SELECT k, COUNT(*) AS n, SUM(y) AS t FROM r FULL JOIN s USING (k) GROUP BY k",
    "SELECT s.k, COUNT(x) AS n FROM r LEFT JOIN s ON r.k = s.k GROUP BY s.k",
    "SELECT x, y, z FROM r FULL JOIN s ON r.k = s.k LEFT JOIN t ON s.k = t.k",
    "SELECT x, y, z FROM r LEFT JOIN (s JOIN t ON s.k = t.k) ON r.k = s.k AND x < z",
    "SELECT x, y FROM r LEFT JOIN s ON r.k = s.k AND EXISTS (SELECT 1 FROM t WHERE t.k = s.k)",
    "SELECT a.t, MAX(b.m) AS m FROM (SELECT k, SUM(x) AS t FROM r GROUP BY k) AS a "
    "LEFT JOIN (SELECT k, MAX(y) AS m FROM s GROUP BY k) AS b ON a.k = b.k GROUP BY a.t",
    "SELECT k, SUM(x) AS t, RANK() OVER (ORDER BY SUM(x)) AS place FROM r GROUP BY k",
    "SELECT a.k, m FROM (SELECT k, MAX(x) OVER (PARTITION BY k) AS m FROM r) AS a "
    "JOIN s ON a.k = s.k",
    "SELECT k, COUNT(*) AS n FROM (SELECT k, UNNEST(range(x)) AS e FROM r) GROUP BY k",
    "SELECT k, x FROM r UNION SELECT k, y FROM s",
    "SELECT k FROM r INTERSECT ALL (SELECT k FROM s UNION SELECT k FROM t)",
    "SELECT k, x FROM r EXCEPT SELECT k, y FROM s",
    "SELECT k, x, COUNT(*) AS n, GROUPING(k, x) AS g FROM r GROUP BY CUBE (k, x)",
    "SELECT k, SUM(x) AS t FROM r GROUP BY ROLLUP (k) HAVING COUNT(*) > 1",
    "WITH RECURSIVE c AS (SELECT k, x FROM r UNION SELECT c.k, y FROM c JOIN s ON c.x = s.k) "
    "SELECT a.k, COUNT(*) AS n FROM c AS a JOIN c AS b ON a.x = b.k GROUP BY a.k",
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


def recursive(union: str, step: str, base: str = "SELECT k, x, 0 FROM r") -> str:
    return f"WITH RECURSIVE c(k, x, n) AS ({base} {union} {step}) SELECT k, x, n FROM c"


# Steps that derive each row from one row of the round before.
LINEAR = [
    "SELECT c.k, y, n + 1 AS n FROM c JOIN s ON c.x = s.k",
    "SELECT y, z, n + 1 AS n FROM c JOIN s ON c.x = s.k JOIN t ON s.y = t.k AND t.z >= c.k",
    "SELECT s.k, y, n + 1 AS n FROM c, s WHERE x = s.k AND EXISTS (FROM t WHERE t.k = y)",
    "SELECT k, y, n + 1 AS n FROM c JOIN s USING (k) WHERE x NOT IN (SELECT z FROM t WHERE z > 0)",
    "SELECT k, m, n + 1 AS n FROM c JOIN (SELECT k, MAX(y) AS m FROM s GROUP BY k) USING (k)",
    "SELECT k, x, n + 1 AS n FROM (SELECT k, z AS x, n FROM c JOIN t USING (k) "
    "UNION ALL SELECT y, x, n FROM c JOIN s USING (k))",
    "SELECT s.k, x, n + 1 AS n FROM c, s",
    "SELECT UNNEST([c.k, y]), x, n + 1 AS n FROM c JOIN s ON c.x = s.k",
    "SELECT c.k, s.y, n + 1 AS n FROM c JOIN s ON c.x = s.k JOIN r ON r.x = s.y",
]
BOUNDED = "FROM (SELECT * FROM c WHERE n < 2) AS c"
# Without a count of rounds those end in which equal rows are dropped.
FOLLOWED = [
    *(recursive("UNION", step.replace("n + 1", "n")) for step in LINEAR),
    *(recursive("UNION ALL", step.replace("FROM c", BOUNDED)) for step in LINEAR),
    recursive("UNION ALL", "SELECT c.k, y, n + 1 FROM c JOIN s ON c.x = s.k AND s.k < s.y"),
    recursive("UNION", LINEAR[0].replace("n + 1", "n"), "SELECT k, COUNT(*), 0 FROM r GROUP BY k"),
]

VALUES = (None, 0, 1, 2)


def random_change(seed: int) -> tuple[Tables, set[str]]:
    """Tables before and after, and which of them changed.

    Drawn evenly: hypothesis likes tables that are empty or all alike, in which little meets.
    """
    draw = Random(seed)

    def rows(most: int) -> list[tuple]:
        number = draw.randint(0, most)
        return [(draw.choice(VALUES), draw.choice(VALUES)) for _ in range(number)]

    tables, changed = {}, set()
    for name in SMALL:
        old = new = rows(4)
        if draw.random() < 0.7:
            changed.add(name)
            kept = [row for row in old if draw.random() < 0.6]
            new = [*kept, *rows(2)]
        tables[name] = (list(TABLES[name]), old, new)
    return tables, changed


CHANGES = st.integers(0, 10**9).map(random_change)


@dataclass
class View:
    """A view, before and after, and its change in all the ways to write it."""

    tree: Relation
    new: Relation
    old: Relation
    change: Relation
    ids: Ids
    _simple: dict[frozenset[Source], tuple[Relation, ...]] = field(default_factory=dict)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return self.new.columns

    @cached_property
    def rewritten(self) -> list[Relation]:
        change, ids = self.change, self.ids
        return [
            change,
            push_restrictions(change, ids),
            restrict_partners(change, ids),
            scan_once(prune_columns(push_restrictions(change, ids), self.columns), ids),
            prune_columns(change, self.columns),
            share(change),
        ]

    @cached_property
    def _read(self) -> set[Source]:
        return {scan.source for scan in scans(self.new)}

    def when_changed(self, names: set[str]) -> tuple[Relation, ...]:
        """What is left when only these tables changed: dropped, by rules that know it, simplified;
        and the last of them for one column.
        """
        changed = frozenset(sources(sorted(names)) & self._read)
        if changed not in self._simple:
            change, ids = self.change, self.ids
            known = States(RULES, ids, changed).change(self.tree)

            def simple(tree: Relation, needed: tuple[Column, ...], *, skips: bool) -> Relation:
                return simplify(tree, changed=changed, needed=needed, ids=ids, skips_files=skips)

            self._simple[changed] = (
                drop_unchanged(change, changed),
                known,
                simple(known, self.columns, skips=True),
                simple(known, self.columns, skips=False),
                simple(change, self.columns, skips=True),
                simple(change, self.columns[:1], skips=True),
            )
        return self._simple[changed]


@cache
def view_of(sql: str) -> View:
    tree, ids = bound_tree(sql)
    new, old = (at_version(tree, version) for version in (Version.NEW, Version.OLD))
    return View(tree, new, old, differentiate(tree, ids), ids)


@pytest.mark.parametrize("sql", VIEWS)
@settings(max_examples=25)
@given(CHANGES)
def test_the_change_is_new_minus_old(sql: str, change: tuple[Tables, set[str]]) -> None:
    tables, changed = change
    view = view_of(sql)
    columns, few = view.columns, view.columns[:1]
    expected = difference(view, columns, tables)
    *simple, narrow = view.when_changed(changed)
    for tree in (*view.rewritten, *simple):
        assert evaluate(tree, columns, tables) == expected
    assert evaluate(narrow, few, tables) == difference(view, few, tables)


@cache
def followed_view(sql: str) -> View:
    """Of a recursion whose old rows are known."""
    tree, ids = bound_tree(sql)
    new, old = (at_version(tree, version) for version in (Version.NEW, Version.OLD))
    stored = known_recursion(tree, ids)
    assert stored is not None
    assert is_linear(stored[0])
    states = States(RULES, ids, stored=stored)
    return View(tree, new, old, states.change(tree), ids)


@pytest.mark.parametrize("sql", FOLLOWED)
@settings(max_examples=10)
@given(CHANGES)
def test_a_recursion_is_followed(sql: str, change: tuple[Tables, set[str]]) -> None:
    tables, changed = change
    view = followed_view(sql)
    expected = difference(view, view.columns, tables)
    for tree in (*view.rewritten, *view.when_changed(changed)[:-1]):
        assert evaluate(tree, view.columns, tables) == expected


def test_a_followed_recursion_ends_where_the_states_do() -> None:
    """What was reached before meets a cycle that nothing reaches any more."""
    view = followed_view(
        "WITH RECURSIVE c AS (SELECT x FROM r UNION ALL SELECT y FROM c JOIN s ON x = k) "
        "SELECT x FROM c"
    )
    tables = {
        "r": (["k", "x"], [(0, 1), (0, 5)], [(0, 5)]),
        "s": (["k", "y"], [(5, 6)], [(1, 2), (2, 1), (5, 7)]),
    }
    assert evaluate(view.change, view.columns, tables) == {(1,): -1, (6,): -1, (7,): 1}


@cache
def both_ways(sql: str) -> tuple[Relation, Relation, tuple[Column, ...]]:
    written, shown, ids = written_tree(sql)
    return written, normalize(written, shown, ids, orders_inside=True), shown


@pytest.mark.parametrize("sql", [*WRITTEN, *TWICE])
@settings(max_examples=25)
@given(CHANGES)
def test_it_means_what_is_written(sql: str, change: tuple[Tables, set[str]]) -> None:
    tables, _ = change
    written, normal, shown = both_ways(sql)
    assert evaluate(normal, shown, tables) == evaluate(written, shown, tables)


def difference(view: View, columns: tuple[Column, ...], tables: Tables) -> Bag:
    new, old = (evaluate(state, columns, tables) for state in (view.new, view.old))
    new.subtract(old)
    return type(new)({row: weight for row, weight in new.items() if weight})
