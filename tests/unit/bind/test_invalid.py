"""SQL that would not run: the message says where, why, and what may have been meant."""

import pytest

from duckstream import InvalidSQLError, UnsupportedSQLError, compile_ivm
from tests.unit.bind.wrong import Wrong

UNKNOWN_NAMES = [
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT k,\n       ▸y\nFROM r"),
    Wrong("UNKNOWN_COLUMN", "column r.y", "SELECT k\nFROM r\nWHERE r.▸y > 3"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT x FROM r WHERE x > 3 AND\n  ▸y < 4"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT x FROM r GROUP BY ▸y"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT k FROM r GROUP BY k HAVING MAX(▸y) > 3"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT x FROM r ORDER BY x, ▸y"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT SUM(x) FILTER (WHERE ▸y > 3) FROM r"),
    Wrong("UNKNOWN_COLUMN", "column r.z", "SELECT x FROM r JOIN s ON r.▸z = s.k"),
    Wrong("UNKNOWN_COLUMN", "USING (z)", "SELECT x FROM r JOIN s USING (▸z)"),
    Wrong("UNKNOWN_COLUMN", "column z", "SELECT * EXCLUDE (▸z) FROM r"),
    Wrong("UNKNOWN_COLUMN", "column z", "SELECT * REPLACE (▸x + 1 AS z) FROM r"),
    Wrong("UNKNOWN_COLUMN", "column z", "SELECT * RENAME (▸z AS y) FROM r"),
    Wrong("UNKNOWN_COLUMN", "column double", "SELECT ▸double + 1 AS y, x * 2 AS double FROM r"),
    Wrong("UNKNOWN_COLUMN", "column x", "SELECT ▸x FROM (SELECT k FROM r)"),
    Wrong("UNKNOWN_COLUMN", "column q.x", "SELECT q.▸x FROM (SELECT x FROM r) AS q(renamed)"),
    Wrong(
        "UNKNOWN_COLUMN", "column x", "WITH c AS (SELECT k FROM r)\nSELECT k FROM c\nWHERE ▸x > 3"
    ),
    Wrong("UNKNOWN_TABLE", "table q", "SELECT x\nFROM r\nJOIN ▸q ON r.k = q.k"),
    Wrong("UNKNOWN_TABLE", "table main.q", "SELECT x FROM (\n  SELECT x FROM ▸main.q\n)"),
    Wrong("UNKNOWN_TABLE", "table main.c", "WITH c AS (SELECT x FROM r) SELECT x FROM ▸main.c"),
    Wrong("UNKNOWN_TABLE", "q", "SELECT ▸q.x FROM r"),
    Wrong("UNKNOWN_TABLE", "r", "SELECT ▸r.x FROM r AS renamed"),
    Wrong("UNKNOWN_TABLE", "s", "SELECT x FROM r JOIN (SELECT k FROM s) AS q ON r.k = ▸s.k"),
    Wrong("UNKNOWN_TABLE", "q.*", "SELECT ▸q.* FROM r"),
]

AMBIGUOUS_NAMES = [
    Wrong("AMBIGUOUS_COLUMN", "column k", "SELECT x, y,\n  ▸k\nFROM r JOIN s ON r.k = s.k"),
    Wrong("AMBIGUOUS_COLUMN", "column k", "SELECT x FROM r, s WHERE\n▸k = 1"),
    Wrong("AMBIGUOUS_COLUMN", "column K", "SELECT x FROM r JOIN s ON ▸K = 1"),
    Wrong("AMBIGUOUS_COLUMN", "USING (k)", "SELECT x FROM r CROSS JOIN s JOIN t USING (▸k)"),
    Wrong("DUPLICATE_ALIAS", "table r", "SELECT 1 FROM r,\n  ▸r"),
    Wrong("DUPLICATE_ALIAS", "table A", "SELECT 1 FROM r AS a JOIN ▸s AS A ON TRUE"),
    Wrong(
        "DUPLICATE_ALIAS",
        "WITH C",
        "WITH c AS (SELECT x FROM r),\n  ▸C AS (SELECT y FROM s)\nSELECT x FROM c",
    ),
    Wrong("NO_SHARED_COLUMN", "NATURAL JOIN", "SELECT 1 FROM (SELECT x FROM r) NATURAL JOIN ▸s"),
    Wrong("TOO_MANY_NAMES", "alias q", "SELECT 1 FROM r AS ▸q(a, b, c)"),
    Wrong("TOO_MANY_NAMES", "alias c", "WITH ▸c(a, b) AS (SELECT x FROM r) SELECT a FROM c"),
]

GROUPING = [
    Wrong("NOT_GROUPED", "column x", "SELECT k, ▸x FROM r GROUP BY k"),
    Wrong("NOT_GROUPED", "column r.x", "SELECT k,\n  COUNT(*) + ▸r.x\nFROM r\nGROUP BY k"),
    Wrong("NOT_GROUPED", "column x", "SELECT ▸x, COUNT(*) FROM r"),
    Wrong("NOT_GROUPED", "column k", "SELECT x FROM r GROUP BY x HAVING ▸k > 3"),
    Wrong("NOT_GROUPED", "column k", "SELECT x FROM r GROUP BY x ORDER BY ▸k"),
    Wrong("NOT_GROUPED", "column x", "SELECT ▸x + 2, COUNT(*) FROM r GROUP BY x + 1"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT k FROM r\nWHERE ▸SUM(x) > 3"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT k FROM r GROUP BY k, ▸SUM(x)"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT MAX(▸SUM(x)) FROM r"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT COUNT(*) FILTER (WHERE ▸SUM(x) > 3) FROM r"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT x FROM r JOIN s ON ▸SUM(x) = y"),
    Wrong("MISPLACED_AGGREGATE", "SUM(x)", "SELECT x FROM r LEFT JOIN s ON ▸SUM(x) = y"),
    Wrong("NOT_GROUPED", "GROUPING(x)", "SELECT ▸GROUPING(x) FROM r GROUP BY ROLLUP (k)"),
    Wrong("NOT_GROUPED", "GROUPING(k)", "SELECT k, ▸GROUPING(k) FROM r"),
    Wrong("NOT_GROUPED", "column x", "SELECT k, ▸x FROM r GROUP BY ROLLUP (k)"),
    Wrong("ORDINAL", "GROUP BY 3", "SELECT k, COUNT(*) FROM r GROUP BY ▸3"),
    Wrong("ORDINAL", "GROUP BY 0", "SELECT k, COUNT(*) FROM r GROUP BY ▸0"),
    Wrong("ORDINAL", "ORDER BY 'x'", "SELECT x FROM r ORDER BY ▸'x'"),
    Wrong("ORDINAL", "ORDER BY 2", "SELECT x FROM r ORDER BY ▸2"),
    Wrong("UNION_WIDTH", "UNION", "SELECT k FROM r UNION ALL SELECT ▸k, y FROM s"),
    Wrong("TYPE", "note", "SELECT id,\n  ▸note + 1\nFROM sales"),
    Wrong("TYPE", "s.note", "SELECT id FROM sales AS s WHERE 2 * ▸s.note > 1"),
    Wrong("TYPE", "SUM(note)", "SELECT SUM(▸note) FROM sales"),
    Wrong("TYPE", "AVG(note)", "SELECT id,\n  AVG(▸note)\nFROM sales GROUP BY id"),
]

RANK = "RANK() OVER (ORDER BY k)"
MISPLACED = [
    Wrong("MISPLACED_WINDOW", RANK, f"SELECT x FROM r WHERE ▸{RANK} = 1"),
    Wrong("MISPLACED_WINDOW", RANK, f"SELECT k FROM r GROUP BY k HAVING ▸{RANK} = 1"),
    Wrong("MISPLACED_WINDOW", RANK, f"SELECT k FROM r\nGROUP BY ▸{RANK}"),
    Wrong("MISPLACED_WINDOW", RANK, f"SELECT SUM(▸{RANK}) FROM r"),
    Wrong("MISPLACED_WINDOW", RANK, f"SELECT SUM(▸{RANK}) OVER () FROM r"),
    Wrong("MISPLACED_WINDOW", "SUM(x) OVER ()", "SELECT x FROM r JOIN s ON ▸SUM(x) OVER () = y"),
    Wrong("UNKNOWN_WINDOW", "window nowhere", "SELECT ▸SUM(x) OVER nowhere FROM r"),
    Wrong("MISPLACED_ROW_MAKER", "UNNEST(tags)", "SELECT id FROM sales WHERE ▸UNNEST(tags) = 'a'"),
    Wrong("MISPLACED_ROW_MAKER", "UNNEST(tags)", "SELECT 1 FROM sales GROUP BY ▸UNNEST(tags)"),
    Wrong("MISPLACED_ROW_MAKER", "UNNEST(tags)", "SELECT MAX(▸UNNEST(tags)) FROM sales"),
    Wrong("MISPLACED_ROW_MAKER", "UNNEST(tags)", "SELECT id FROM sales ORDER BY ▸UNNEST(tags)"),
]

A_VALUE, COMPARED = "a subquery that is a value", "a subquery that is compared with"
WIDTHS = [
    Wrong("SUBQUERY_WIDTH", A_VALUE, "SELECT x, (SELECT ▸k, y FROM s) FROM r"),
    Wrong("SUBQUERY_WIDTH", COMPARED, "SELECT x FROM r WHERE x IN (SELECT ▸k, y FROM s)"),
    Wrong("SUBQUERY_WIDTH", COMPARED, "SELECT x FROM r WHERE (k, x) IN (SELECT ▸k FROM s)"),
    Wrong("SUBQUERY_WIDTH", COMPARED, "SELECT x FROM r WHERE x > ALL (SELECT ▸k, y FROM s)"),
    Wrong("UNION_WIDTH", "UNION", "SELECT k FROM r UNION SELECT ▸k, y FROM s"),
    Wrong("UNION_WIDTH", "INTERSECT", "SELECT k FROM r INTERSECT SELECT ▸k, y FROM s"),
    Wrong("UNION_WIDTH", "EXCEPT", "SELECT k FROM r EXCEPT ALL SELECT ▸k, y FROM s"),
    Wrong("VALUES_WIDTH", "VALUES", "SELECT * FROM (▸VALUES (1, 2), (3)) AS v"),
    Wrong(
        "UNION_WIDTH",
        "WITH RECURSIVE c",
        "WITH RECURSIVE c AS (SELECT k FROM r UNION SELECT ▸k, x FROM c JOIN r USING (k)) "
        "SELECT k FROM c",
    ),
]

# What a subquery, a side of a join or a later table does not see.
OUT_OF_SIGHT = [
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT ▸y FROM r SEMI JOIN s ON r.k = s.k"),
    Wrong(
        "UNKNOWN_TABLE", "t", "SELECT x FROM r, LATERAL (SELECT y FROM s WHERE y = ▸t.k) AS q, t"
    ),
    Wrong("UNKNOWN_TABLE", "t", "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s WHERE y = ▸t.k)"),
    Wrong("AMBIGUOUS_COLUMN", "column k", "SELECT ▸k FROM r LEFT JOIN s ON r.k = s.k"),
    Wrong("UNKNOWN_COLUMN", "column q", "SELECT DISTINCT ON (▸q) k FROM r"),
    Wrong("UNKNOWN_COLUMN", "column q", "SELECT id FROM sales, UNNEST(▸q)"),
    Wrong("UNKNOWN_COLUMN", "column y", "SELECT SUM(x) OVER (ORDER BY ▸y) FROM r"),
]

# Mostly the parser's own words, so only the place is ours to check.
SYNTAX = [
    "SELECT ▸max() FROM r",
    "SELECT x,▸, k FROM r",
    "SELECT x FROM r ▸WHERE",
    "SELECT x\nFROM r\nWHERE x > 3 ▸)",
    "SELECT x FROM r LIMIT 3 ▸4",
    "SELECT CAST(x AS▸) FROM r",
    "SELEC x ▸FROM r",
    "▸GROUP BY x",
]

NO_VIEW = {
    "": "SYNTAX",
    "  \n ": "SYNTAX",
    ";": "SYNTAX",
    "-- nothing but a comment": "SYNTAX",
    "/* nothing but a comment */": "SYNTAX",
    "SELECT 'never closed FROM r": "SYNTAX",
    'SELECT "never closed FROM r': "SYNTAX",
    "SELECT x FROM r /* never closed": "SYNTAX",
    "SELECT x FROM r; SELECT y FROM s": "SEVERAL_STATEMENTS",
    "INSERT INTO r VALUES (1, 2)": "NOT_A_SELECT",
    "DELETE FROM r": "NOT_A_SELECT",
    "UPDATE r SET x = 1": "NOT_A_SELECT",
    "CREATE TABLE q AS SELECT x FROM r": "NOT_A_SELECT",
    "CREATE VIEW q AS SELECT x FROM r": "NOT_A_SELECT",
    "DROP TABLE r": "NOT_A_SELECT",
    "DESCRIBE r": "NOT_A_SELECT",
    "SUMMARIZE r": "NOT_A_SELECT",
    "SHOW TABLES": "NOT_A_SELECT",
    "SET threads = 1": "NOT_A_SELECT",
    "BEGIN": "NOT_A_SELECT",
    "x + 1": "NOT_A_SELECT",
}


@pytest.mark.parametrize(
    "wrong",
    [*UNKNOWN_NAMES, *AMBIGUOUS_NAMES, *GROUPING, *MISPLACED, *WIDTHS, *OUT_OF_SIGHT],
    ids=str,
)
def test_it_is_refused_with_place_and_way_out(wrong: Wrong) -> None:
    wrong.check(InvalidSQLError)
    assert wrong.refused().hint


@pytest.mark.parametrize("marked", SYNTAX)
def test_a_syntax_error_points_at_its_place(marked: str) -> None:
    wrong = Wrong("SYNTAX", "", marked)
    error = wrong.refused()
    assert (type(error), error.code, error.position) == (
        InvalidSQLError,
        "SYNTAX",
        wrong.position,
    )


@pytest.mark.parametrize("sql", NO_VIEW)
def test_what_is_not_one_select_is_refused(sql: str) -> None:
    error = Wrong("", "", sql).refused()
    assert error.code == NO_VIEW[sql]
    assert isinstance(error, UnsupportedSQLError) == (error.code == "NOT_A_SELECT")


@pytest.mark.parametrize(
    ("sql", "hint"),
    [
        ("SELECT prise FROM sales", "did you mean price?"),
        ("SELECT sales.PRISE FROM sales", "did you mean price?"),
        ("SELECT x FROM sale", "did you mean sales?"),
        ("SELECT nothing_like_it FROM r", "there is: k, x"),
        ("SELECT k FROM r JOIN s ON TRUE", "write r.k"),
        ("SELECT q.x FROM r JOIN s ON TRUE", "there is: r, s"),
        ("SELECT k, x FROM r GROUP BY k", "add x to GROUP BY, or aggregate it, as in MIN(x)"),
        ("SELECT k FROM r ORDER BY 7", "write a number from 1 to 1"),
    ],
)
def test_the_hint_names_what_may_have_been_meant(sql: str, hint: str) -> None:
    assert Wrong("", "", sql).refused().hint == hint


@pytest.mark.parametrize(
    ("sql", "line", "column"),
    [
        ("\n\n  SELECT y FROM r", 3, 10),
        ("SELECT x -- the first\n, y FROM r", 2, 3),
        ("/* two\nlines */ SELECT y FROM r", 2, 17),
        ("SELECT '\n', y FROM r", 2, 4),
        ("SELECT\tx,\n\ty FROM r", 2, 2),
        ("SELECT x\r\nFROM r\r\nWHERE y", 3, 7),
        ("SELECT 'ä→😀', y FROM r", 1, 15),
    ],
)
def test_places_count_lines_and_characters(sql: str, line: int, column: int) -> None:
    error = Wrong("", "", sql).refused()
    assert (error.code, error.line, error.column) == ("UNKNOWN_COLUMN", line, column)


def test_a_dialect_that_is_not_there() -> None:
    with pytest.raises(Exception, match=r"\[UNKNOWN_DIALECT\] there is no dialect 'cobol'"):
        compile_ivm("SELECT 1", dialect="cobol")
