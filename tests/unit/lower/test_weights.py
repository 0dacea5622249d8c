"""What lowering does with weights: joins multiply, aggregates sum, and what cannot sum expands."""

import pytest
from sqlglot import exp, parse_one

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Consolidate,
    Filter,
    Join,
    Keys,
    Negate,
    Relation,
    Restrict,
    Scan,
    Source,
    union_all,
)
from duckstream.engines.ducklake.statements import DuckLakeSQL
from duckstream.lower import Lowering, find_dialect
from duckstream.plan import Naming
from duckstream.storage.feed import read_table

# A stored view has its number of copies in a column; a base table has every row once.
VIEW, TABLE = Source("dl", "main", "v", weight="copies"), Source("dl", "main", "t")
A, B = Column(1, "a"), Column(2, "b")
SUM, COUNT = Column(3, "total"), Column(4, "n")


def lowered(tree: Relation, *columns: Column) -> str:
    lake = DuckLakeSQL()
    lowering = Lowering(
        find_dialect("duckdb"), lambda scan: read_table(lake, scan, {}, Naming()), "weight"
    )
    return lowering.select(tree, columns).sql(dialect="duckdb")


def view() -> Scan:
    return Scan(VIEW, (A,))


def table() -> Scan:
    return Scan(TABLE, (B,))


def total(type: str | None) -> tuple[Call, ...]:
    built = None if type is None else exp.DataType.build(type, dialect="duckdb")
    return (Call(SUM, "SUM", Column(1, "a", built)),)


CASES = {
    "a stored view counts its copies": (
        view(),
        'SELECT v_1."a" AS a_1, v_1."copies" AS "weight" FROM "dl"."main"."v" AS v_1',
    ),
    "a filter leaves the weight": (
        Filter(view(), parse_one('"#1" > 3')),
        'SELECT v_1."a" AS a_1, v_1."copies" AS "weight" FROM "dl"."main"."v" AS v_1 '
        'WHERE v_1."a" > 3',
    ),
    "negation turns its sign": (
        Negate(view()),
        'SELECT v_1."a" AS a_1, -v_1."copies" AS "weight" FROM "dl"."main"."v" AS v_1',
    ),
    "a join multiplies": (
        Join((view(), Scan(VIEW, (B,))), parse_one('"#1" = "#2"')),
        'SELECT v_1."a" AS a_1, v_1."copies" * v_2."copies" AS "weight" '
        'FROM "dl"."main"."v" AS v_1 '
        'JOIN "dl"."main"."v" AS v_2 ON v_1."a" = v_2."b"',
    ),
    "a join with a table takes the other's weight": (
        Join((view(), table())),
        'SELECT v_1."a" AS a_1, v_1."copies" AS "weight" '
        'FROM "dl"."main"."v" AS v_1 CROSS JOIN "dl"."main"."t" AS t_2',
    ),
    "a negated side of a join is put in parentheses": (
        Join((Negate(view()), Scan(VIEW, (B,)))),
        'SELECT v_1."a" AS a_1, (-v_1."copies") * v_2."copies" AS "weight" '
        'FROM "dl"."main"."v" AS v_1 CROSS JOIN "dl"."main"."v" AS v_2',
    ),
    "a union gives a weight to the rows that have none": (
        union_all(view(), Scan(TABLE, (A,))),
        'SELECT united_3.a_1 AS a_1, united_3."weight" AS "weight" FROM ('
        'SELECT v_1."a" AS a_1, v_1."copies" AS "weight" FROM "dl"."main"."v" AS v_1 UNION ALL '
        'SELECT t_2."a" AS a_1, 1 AS "weight" FROM "dl"."main"."t" AS t_2) AS united_3',
    ),
    "keys do not look at weights": (
        Keys(view(), (A,), (Column(1, "a"),)),
        "SELECT keys_2.a_1 AS a_1 FROM ("
        'SELECT DISTINCT v_1."a" AS a_1 FROM "dl"."main"."v" AS v_1) AS keys_2',
    ),
    "a restriction keeps the weight of what it restricts": (
        Restrict(view(), table(), ((A, B),)),
        'SELECT v_1."a" AS a_1, v_1."copies" AS "weight" FROM "dl"."main"."v" AS v_1 '
        'JOIN "dl"."main"."t" AS t_2 ON v_1."a" IS NOT DISTINCT FROM t_2."b"',
    ),
    "consolidating adds weights up and drops what comes to nothing": (
        Consolidate(view(), (A,)),
        'SELECT net_2.a_1 AS a_1, net_2."weight" AS "weight" FROM ('
        'SELECT v_1."a" AS a_1, CAST(SUM(v_1."copies") AS BIGINT) AS "weight" '
        'FROM "dl"."main"."v" AS v_1 GROUP BY 1 HAVING SUM(v_1."copies") <> 0) AS net_2',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_weights(case: str) -> None:
    tree, sql = CASES[case]
    assert lowered(tree, A) == sql


def test_an_exact_sum_multiplies_by_the_weight() -> None:
    assert lowered(Aggregate(view(), (), total("INTEGER")), SUM) == (
        "SELECT grouped_2.total_3 AS total_3 FROM ("
        'SELECT SUM(CAST(v_1."a" AS INT128) * v_1."copies") AS total_3 '
        'FROM "dl"."main"."v" AS v_1) AS grouped_2'
    )


@pytest.mark.parametrize("type", ["DOUBLE", None])
def test_another_sum_takes_each_copy_by_itself(type: str | None) -> None:
    calls = (*total(type), Call(COUNT, "COUNT"))
    assert lowered(Aggregate(view(), (), calls), SUM, COUNT) == (
        "SELECT grouped_3.total_3 AS total_3, grouped_3.n_4 AS n_4 FROM ("
        'SELECT SUM(v_1."a") AS total_3, COUNT(*) AS n_4 FROM "dl"."main"."v" AS v_1 '
        'CROSS JOIN UNNEST(RANGE(0, v_1."copies")) AS copy_2) AS grouped_3'
    )


def test_a_group_has_no_weight() -> None:
    grouped = Aggregate(view(), (A,), (Call(COUNT, "COUNT"),))
    assert not grouped.weighted
    assert '"weight"' not in lowered(grouped, A, COUNT)
