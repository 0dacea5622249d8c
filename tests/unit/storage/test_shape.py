"""A view is stored as its last aggregation, or as the bag of its rows."""

import pytest

from duckstream.storage import find_shape
from tests.unit.views import bind

# The text, what the stored rows are keyed by, the functions that are kept, are copies shown,
# and what is computed when the view is read.
SHAPES = [
    ("SELECT x + 1 AS a FROM r WHERE k > 3", ["a"], [], True, []),
    ("SELECT r.x, s.y FROM r, s", ["x", "y"], [], True, []),
    ("SELECT x FROM r ORDER BY k", ["x", "order"], [], True, []),
    ("SELECT k FROM r UNION ALL SELECT k FROM s", ["k"], [], True, []),
    ("SELECT 1 AS one", ["one"], [], True, []),
    ("SELECT DISTINCT k FROM r", ["k"], [], False, []),
    ("SELECT k, SUM(x) FROM r GROUP BY k", ["k"], ["SUM"], False, ["Project"]),
    ("SELECT SUM(x) + 1 AS a FROM r", [], ["SUM"], False, ["Project"]),
    (
        "SELECT k FROM r GROUP BY k HAVING MAX(x) > 3",
        ["k"],
        ["MAX"],
        False,
        ["Filter", "Project"],
    ),
    (
        "SELECT n + 1 AS m FROM (SELECT k, COUNT(*) AS n FROM r GROUP BY k) WHERE n > 1",
        ["k"],
        ["COUNT"],
        False,
        ["Filter", "Project", "Project"],
    ),
    ("SELECT DISTINCT n FROM (SELECT COUNT(*) AS n FROM r GROUP BY k)", ["n"], [], False, []),
    (
        "SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM r GROUP BY k)",
        [],
        ["SUM"],
        False,
        ["Project"],
    ),
    ("SELECT a.n FROM (SELECT COUNT(*) AS n FROM r) AS a, s", ["n"], [], True, []),
]


@pytest.mark.parametrize(("sql", "keys", "functions", "copies", "above"), SHAPES)
def test_the_shape_of(
    sql: str, keys: list[str], functions: list[str], copies: bool, above: list[str]
) -> None:
    shape = find_shape(bind(sql).relation)
    assert [key.name for key in shape.keys] == keys
    assert [call.function for call in shape.calls] == functions
    assert shape.copies == copies
    assert [type(operator).__name__ for operator in shape.above] == above
