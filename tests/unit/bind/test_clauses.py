"""A clause is bound or refused: none of those that the parser knows is passed over."""

from collections.abc import Iterator

import pytest
import sqlglot
from sqlglot import exp

from duckstream import UnsupportedSQLError
from duckstream.bind import view
from duckstream.bind.clauses import _BOUND
from tests.unit.bind.wrong import Wrong
from tests.unit.views import bind

# Every kind of node that holds clauses, and a view with such a node in each place it can stand.
NODES: dict[type[exp.Expr], list[str]] = {
    exp.Select: ["SELECT x FROM r", "SELECT x FROM (SELECT x FROM r)"],
    exp.Union: [
        "SELECT x FROM r UNION ALL SELECT y FROM s",
        "SELECT x FROM r UNION ALL SELECT y FROM s UNION ALL SELECT z FROM t",
        "SELECT x FROM (SELECT x FROM r UNION ALL SELECT y FROM s)",
    ],
    exp.Intersect: ["SELECT x FROM r INTERSECT SELECT y FROM s"],
    exp.Except: [
        "SELECT x FROM r EXCEPT SELECT y FROM s",
        "SELECT x FROM r EXCEPT ALL SELECT y FROM s EXCEPT ALL SELECT z FROM t",
    ],
    exp.Unnest: ["SELECT x FROM r, UNNEST([1, x]) AS q(e)", "SELECT * FROM UNNEST([1, 2])"],
    exp.Lateral: ["SELECT x FROM r, LATERAL (SELECT y FROM s WHERE s.k = r.k) AS q"],
    exp.Values: ["SELECT a FROM (VALUES (1), (2)) AS v(a)"],
    exp.Subquery: [
        "(SELECT x FROM r)",
        "SELECT x FROM (SELECT x FROM r)",
        "SELECT x FROM r JOIN (SELECT y FROM s) ON x = y",
        "SELECT x FROM (r JOIN s ON x = y)",
        "SELECT x FROM r UNION ALL (SELECT y FROM s)",
        "WITH c AS ((SELECT x FROM r)) SELECT x FROM c",
    ],
    exp.Table: [
        "SELECT x FROM r",
        "SELECT x FROM r, s",
        "SELECT x FROM r JOIN s ON x = y",
        "SELECT x FROM (r JOIN s ON x = y)",
        "WITH c AS (SELECT x FROM r) SELECT x FROM c",
    ],
    exp.TableAlias: ["SELECT x FROM r AS q", "SELECT x FROM (SELECT x FROM r) AS q"],
    exp.Join: [
        "SELECT x FROM r, s",
        "SELECT x FROM r JOIN s ON x = y",
        "SELECT x FROM (r JOIN s ON x = y)",
        "SELECT x FROM r JOIN (s JOIN t ON z = y) ON x = y",
        "SELECT x FROM r LEFT JOIN s ON x = y",
        "SELECT x FROM r FULL JOIN s USING (k)",
        "SELECT x FROM r ANTI JOIN s ON x = y",
    ],
    exp.Group: ["SELECT x FROM r GROUP BY x", "SELECT x FROM (SELECT x FROM r GROUP BY x)"],
    exp.Star: ["SELECT * FROM r", "SELECT r.* FROM r"],
    exp.With: ["WITH c AS (SELECT x FROM r) SELECT x FROM c", "(WITH c AS (SELECT 1) SELECT 2)"],
    exp.CTE: ["WITH c AS (SELECT x FROM r) SELECT x FROM c"],
    exp.Limit: ["SELECT x FROM r LIMIT 3", "(SELECT x FROM r) LIMIT 3"],
    exp.Offset: ["SELECT x FROM r OFFSET 3", "(SELECT x FROM r) OFFSET 3"],
    exp.Ordered: [
        "SELECT x FROM r ORDER BY x",
        "(SELECT x FROM r) ORDER BY x",
        "SELECT x FROM r UNION ALL SELECT y FROM s ORDER BY 1",
    ],
}


def unbound() -> Iterator[tuple[str, str, str, int]]:
    """Kind of node, clause, view, and which of its nodes of this kind gets the clause."""
    for kind, texts in NODES.items():
        for clause in sorted(kind.arg_types.keys() - _BOUND[kind]):
            for text in texts:
                number = len(list(parse(text).find_all(kind)))
                yield from ((kind.__name__, clause, text, place) for place in range(number))


def parse(text: str) -> exp.Expr:
    return sqlglot.parse_one(text, dialect="duckdb")


def test_every_kind_of_node_is_tried() -> None:
    assert set(NODES) == set(_BOUND)
    # The parser hangs joins on whatever stands first in FROM, also where the kind knows of none.
    assert all(_BOUND[kind] - {"joins"} <= kind.arg_types.keys() for kind in NODES)


@pytest.mark.parametrize(("kind", "clause", "text", "place"), list(unbound()))
def test_a_clause_that_is_not_bound_is_refused(
    kind: str, clause: str, text: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(text)
    tree = parse(text)
    node = list(tree.find_all(getattr(exp, kind)))[place]
    node.set(clause, exp.Var(this="SOMETHING"))
    monkeypatch.setattr(view, "parse_view", lambda *_: tree)
    with pytest.raises(UnsupportedSQLError) as raised:
        bind(text)
    assert raised.value.hint


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x FROM r LIMIT 3 BY k",
        "SELECT x FROM r LIMIT 3 OFFSET 1 BY k",
        "SELECT x FROM r FULL UNION ALL SELECT y FROM s",
        "SELECT x FROM r UNION ALL CORRESPONDING SELECT y FROM s",
        "SELECT x FROM r WITH (NOLOCK)",
        "SELECT x FROM r AS q WITH ORDINALITY",
        "SELECT x FROM r CHANGES (INFORMATION => DEFAULT) AT (VERSION => 3)",
        "WITH RECURSIVE c AS (SELECT x FROM r) CYCLE x SET y USING z SELECT x FROM c",
        "WITH c AS (SELECT x FROM r) SEARCH DEPTH FIRST BY x SET y SELECT x FROM c",
    ],
)
def test_clauses_of_other_dialects_are_refused(sql: str) -> None:
    error = Wrong("", "", sql).refused()
    assert (type(error), error.code) == (UnsupportedSQLError, "CLAUSE")
