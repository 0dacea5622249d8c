"""Spark's words and Spark's numbers, without Spark."""

import pytest
from sqlglot import exp

import duckstream as ds
from duckstream.lower import DIALECTS

SCHEMA = {
    "r": {"k": "INT", "x": "DECIMAL(10, 2)", "n": "BIGINT", "f": "DOUBLE"},
    "s": {"k": "INT", "name": "STRING"},
}
SPARK = DIALECTS["spark"]


def plan(sql: str) -> ds.IVMPlan:
    return ds.compile_ivm(sql, dialect="spark", schema=SCHEMA)


def test_versions_are_parameters_and_the_plan_says_which() -> None:
    compiled = plan("SELECT r.k, s.name FROM r JOIN s ON r.k <=> s.k")
    assert list(compiled.parameters) == [
        "_ivm_1_r_from",
        "_ivm_1_r_to",
        "_ivm_2_s_from",
        "_ivm_2_s_to",
    ]
    text = compiled.script()
    assert "VERSION AS OF ${_ivm_1_r_from}" in text
    assert "-- fill in, or SET each of these to a number before:" in text
    assert "BEGIN" not in text
    for name in compiled.parameters:
        assert f"${{{name}}}" in text


def test_tables_are_in_sparks_own_catalogue_with_backquoted_names() -> None:
    compiled = plan("SELECT k, COUNT(*) AS `how many` FROM r GROUP BY k")
    assert "`spark_catalog`.`default`.`mv`" in compiled.create_mv
    assert "USING DELTA" in compiled.create_mv
    assert "`how many`" in compiled.query_mv
    # Delta Lake has no columns with spaces: only the view shows the name.
    assert "`how many`" not in compiled.create_mv


def test_a_change_is_merged_by_one_statement() -> None:
    statements = plan("SELECT k, SUM(x) AS total FROM r GROUP BY k").maintain
    writes = [text for text in statements if text.startswith(("MERGE", "INSERT", "DELETE"))]
    assert len(writes) == 1
    assert "WHEN MATCHED AND `next`.`_ivm_count` = 0 THEN DELETE" in writes[0]


@pytest.mark.parametrize(
    ("function", "type", "additive"),
    [
        ("SUM", "INT", True),
        ("SUM", "BIGINT", True),
        ("SUM", "DOUBLE", False),
        ("SUM", "DECIMAL(38, 6)", True),
        ("SUM", "DECIMAL(27, 10)", True),
        ("SUM", "DECIMAL(28, 10)", False),
        ("AVG", "INT", True),
        ("AVG", "BIGINT", False),
        ("AVG", "DECIMAL(24, 4)", True),
        ("AVG", "DECIMAL(25, 4)", False),
        ("AVG", "DOUBLE", False),
    ],
)
def test_what_is_kept_as_an_exact_sum(function: str, type: str, additive: bool) -> None:
    assert SPARK.adds(function, exp.DataType.build(type, dialect="spark")) is additive


@pytest.mark.parametrize("name", ["sum(x)", "a b", "a,b", "a;b", "{a}", "a=b", "a\tb", "a\nb"])
def test_names_of_stored_columns_have_no_letters_that_delta_refuses(name: str) -> None:
    assert not set(SPARK.storable_name(name)) & set(SPARK.unstorable)
