"""What the dialects read differently, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from duckstream.bind.types import spark_sum_type, sum_type


@dataclass(frozen=True)
class Reading:
    """How one dialect reads SQL that others read in another way."""

    # The name of COUNT(*) without an alias.
    count_of_rows: str
    # Is a text that is calculated with taken for the number that it spells, or an error?
    text_is_number: bool
    # Does a comma bind like JOIN? Then USING sees all tables before it and takes the first column
    # of the name; and it is the first in `*`.
    comma_is_join: bool
    # Does a NULL in either of two rows make their comparison by IN unknown, whatever else differs?
    null_hides_row: bool
    # Is IN (SELECT ...) inside of an expression false, and NOT IN too, where it is unknown?
    in_is_never_null: bool
    # May an aggregate have an ORDER BY in it?
    aggregates_order: bool
    # The function that fails the statement with a message.
    fail: str
    # The names of the columns of VALUES: the word, and the number of the first.
    values_column: tuple[str, int]
    # For a function that in FROM gives a table of numbers: the list of these, and their column.
    series: Callable[[exp.Expr], tuple[exp.Expr, str] | None]
    # The type of SUM over values of a type.
    sum_type: Callable[[exp.DataType | None], exp.DataType | None]
    # The type of COUNT_IF, and whether it is NULL over nothing but NULLs.
    count_if_type: str
    count_if_of_nothing_is_null: bool
    # A generator of as many rows as a number says.
    repeat: Callable[[exp.Expr], exp.Expr]
    # Is a pivoted value for which there are no rows NULL, even that of COUNT?
    pivot_of_nothing_is_null: bool
    # The types of GROUPING and of GROUPING_ID.
    grouping_types: tuple[str, str]
    # Does the grouping set without any key give a row over no rows?
    empty_set_counts_nothing: bool
    # Are there clauses that say how rows are spread and sorted while they are computed?
    spreads_rows: bool
    # The functions that take `x -> ...`, by the names sqlglot gives them; in other calls it is the
    # operator that looks into JSON. None where there is no such operator.
    lambda_functions: frozenset[str] | None = None
    # What the operator `~` means, where it is not the function that sqlglot takes it for.
    match_operator: str | None = None


def _duckdb_repeat(number: exp.Expr) -> exp.Expr:
    return exp.Explode(this=exp.Anonymous(this="range", expressions=[number]))


def _spark_repeat(number: exp.Expr) -> exp.Expr:
    times = [exp.Literal.number(0), exp.cast(number, "INT")]
    return exp.Explode(this=exp.Anonymous(this="array_repeat", expressions=times))


def _duckdb_series(call: exp.Expr) -> tuple[exp.Expr, str] | None:
    """The same function gives a list in an expression."""
    if not isinstance(call, exp.GenerateSeries):
        return None
    return call, "range" if call.args.get("is_end_exclusive") else "generate_series"


def _spark_series(call: exp.Expr) -> tuple[exp.Expr, str] | None:
    """RANGE([start,] end [, step [, partitions]]): up to the end, which is not one of them."""
    if not isinstance(call, exp.Anonymous) or call.name.casefold() != "range":
        return None
    given = [exp.cast(argument.copy(), "BIGINT") for argument in call.expressions]
    if not 1 <= len(given) <= 4:
        return None
    if len(given) == 1:
        given.insert(0, exp.cast(exp.Literal.number(0), "BIGINT"))
    start, end, step, *_ = [*given, exp.cast(exp.Literal.number(1), "BIGINT")]
    going_down = isinstance(step.this.unnest(), exp.Neg)
    compare, last = (exp.GT, exp.Add) if going_down else (exp.LT, exp.Sub)
    ends = last(this=end, expression=exp.Literal.number(1))
    numbers = exp.Anonymous(this="sequence", expressions=[start, ends, step])
    nothing = exp.cast(exp.Array(expressions=[]), "ARRAY<BIGINT>", dialect="spark")
    some = compare(this=start.copy(), expression=end.copy())
    return exp.Case(ifs=[exp.If(this=some, true=numbers)], default=nothing), "id"


READINGS: Mapping[str, Reading] = {
    "duckdb": Reading(
        count_of_rows="count_star()",
        text_is_number=False,
        comma_is_join=False,
        null_hides_row=True,
        in_is_never_null=False,
        aggregates_order=True,
        fail="error",
        values_column=("col", 0),
        series=_duckdb_series,
        sum_type=sum_type,
        count_if_type="INT128",
        count_if_of_nothing_is_null=True,
        repeat=_duckdb_repeat,
        pivot_of_nothing_is_null=False,
        grouping_types=("BIGINT", "BIGINT"),
        empty_set_counts_nothing=True,
        spreads_rows=False,
        lambda_functions=frozenset(
            f"{begin}{name}"
            for begin in ("", "LIST_", "ARRAY_")
            for name in ("TRANSFORM", "APPLY", "FILTER", "REDUCE")
        ),
        match_operator="regexp_full_match",
    ),
    "spark": Reading(
        count_of_rows="count(1)",
        text_is_number=True,
        comma_is_join=True,
        null_hides_row=False,
        in_is_never_null=True,
        aggregates_order=False,
        fail="raise_error",
        values_column=("col", 1),
        series=_spark_series,
        sum_type=spark_sum_type,
        count_if_type="BIGINT",
        count_if_of_nothing_is_null=False,
        repeat=_spark_repeat,
        pivot_of_nothing_is_null=True,
        grouping_types=("TINYINT", "BIGINT"),
        empty_set_counts_nothing=False,
        spreads_rows=True,
    ),
}
