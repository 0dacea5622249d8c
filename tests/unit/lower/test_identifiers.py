"""Whatever a table or a column is called, its name is quoted where it is read."""

import pytest
import sqlglot
from sqlglot import exp

from duckstream import IVMPlan, compile_ivm

STRANGE = [
    'order item "x"',
    "Group",
    "select",
    "été",
    "semi;colon",
    "single ' quote",
    "dot.ted",
    "per%cent",
    "#1",
    "1st",
    " ",
    "tab\tand\nline",
    "-- comment",
    "x" * 80,
]


def quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")


def statements(plan: IVMPlan) -> list[exp.Expr]:
    texts = [
        plan.create_cursors_table,
        plan.create_mv,
        *plan.initialize_cursors,
        *plan.maintain,
        plan.query_mv,
    ]
    parsed = (sqlglot.parse(text, dialect="duckdb") for text in texts)
    return [statement for several in parsed for statement in several if statement is not None]


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT {0} FROM {0}",
        "SELECT {0}, COUNT(*) AS n FROM {0} GROUP BY {0}",
        "SELECT MAX({0}) AS {0} FROM {0}",
        "SELECT a.{0} AS {0} FROM {0} AS a JOIN {0} AS b ON a.{0} = b.{0} ORDER BY {0}",
    ],
)
def test_a_strange_name(name: str, sql: str) -> None:
    plan = compile_ivm(sql.format(quoted(name)), schema={name: {name: "INTEGER"}})
    create, *_ = (s for s in statements(plan) if s.find(exp.Select))
    assert name in {table.name for table in create.find_all(exp.Table)}
    assert name in {column.name for column in create.find_all(exp.Column)}
    assert plan.base_tables == {name: "dl"}


@pytest.mark.parametrize("name", STRANGE)
def test_the_view_shows_it_by_its_name(name: str) -> None:
    plan = compile_ivm(f"SELECT x AS {quoted(name)} FROM t", schema={"t": {"x": "INTEGER"}})
    shown = sqlglot.parse_one(plan.query_mv, dialect="duckdb")
    assert isinstance(shown, exp.Select)
    assert shown.named_selects == [name]


def test_values_are_never_pasted() -> None:
    plan = compile_ivm("SELECT 'it''s' AS s FROM t WHERE a = 'a\\b;--'", schema={"t": ["a"]})
    literals = {
        literal.name
        for statement in statements(plan)
        for literal in statement.find_all(exp.Literal)
        if literal.is_string
    }
    assert {"it's", "a\\b;--"} <= literals


def test_comments_do_not_reach_the_statements() -> None:
    plan = compile_ivm(
        "SELECT a /* one */ + 1 AS b -- two\nFROM t /* three */", schema={"t": ["a"]}
    )
    text = "\n".join([plan.create_mv, *plan.maintain, plan.query_mv])
    assert not any(word in text for word in ("one", "two", "three"))
