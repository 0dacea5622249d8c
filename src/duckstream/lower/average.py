"""AVG from a sum and a count, to the last digit as the engine's own AVG.

DuckDB divides the unscaled sum by the count times the power of ten of the scale, in the C type
`long double`. On x86 that has 64 bits of mantissa, and the quotient is rounded twice: to 64 bits,
then to the 53 of a DOUBLE. A plain division of DOUBLEs rounds once, and first loses digits of sums
beyond 2^53; one average in some thousands would differ in its last bit from the recomputed one.

So the quotient is computed with integers: scaled to 64 bits, rounded half to even, converted. Where
`long double` is a DOUBLE (a probe tells), DOUBLEs are divided.

An average is a few steps, each of which reads what the one before has named: written as one
expression it would repeat itself beyond reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import sqlglot
from sqlglot import exp

from duckstream.bind.types import decimal_scale, decimal_size
from duckstream.lower.names import column, quoted

# Gives the SELECT that computes an average beside all columns of the SELECT it is given: as `mean`,
# from the columns named `total` and `number`. The type is that of what is averaged.
AddAverage = Callable[[exp.Select, str, str, str, exp.DataType | None], exp.Select]
Step = Mapping[str, str]

# Does the engine round twice? This average differs in its last bit if it does.
_ROUNDS_TWICE = (
    "LIST_AVG(CAST([997738.175117569, 940457.588688291, 712456.396818836] AS DECIMAL(18, 9)[])) "
    "<> CAST(2650652160624696 AS DOUBLE) / CAST(3000000000 AS DOUBLE)"
)
# x / y rounded half to even: what has to be added to x // y.
_UP = (
    "CASE WHEN 2 * ({x} % {y}) > {y} OR (2 * ({x} % {y}) = {y} AND {x} // {y} % 2 = 1) "
    "THEN 1 ELSE 0 END"
)
# Columns of the steps on the way: sum, divisor, unit of 64 bits of the sum, power of two below the
# quotient, sum rounded to 64 bits, sum scaled so that the quotient has 64 bits.
_U, _D, _P, _E, _A, _N = (f"_ivm_{letter}" for letter in "udpean")
_STEPS: tuple[Step, ...] = (
    {
        _U: "CAST({total} * {power} AS HUGEINT)",
        _D: "CAST({number} * {power} AS HUGEINT)",
    },
    {
        _P: f"CASE WHEN ABS({_U}) < 18446744073709551616 THEN 1 "
        f"ELSE CAST(POW(2, FLOOR(LOG2(CAST(ABS({_U}) AS DOUBLE))) - 63) AS HUGEINT) END",
        _E: f"CASE WHEN {_U} <> 0 AND {_D} > 0 "
        f"THEN CAST(FLOOR(LOG2(CAST(ABS({_U}) AS DOUBLE) / CAST({_D} AS DOUBLE))) AS INTEGER) END",
    },
    {_A: f"(ABS({_U}) // {_P} + {_UP.format(x=f'ABS({_U})', y=_P)}) * {_P}"},
    {_N: f"CASE WHEN {_E} <= 63 THEN {_A} * CAST(POW(2, 63 - {_E}) AS HUGEINT) END"},
    {
        "{mean}": f"CASE WHEN {_D} = 0 THEN NULL WHEN {_N} IS NULL OR NOT {_ROUNDS_TWICE} "
        f"THEN CAST({_U} AS DOUBLE) / CAST({_D} AS DOUBLE) "
        f"ELSE SIGN({_U}) * CAST({_N} // {_D} + {_UP.format(x=_N, y=_D)} AS DOUBLE) "
        f"* POW(2, {_E} - 63) END"
    },
)


def add_duckdb_average(
    select: exp.Select, mean: str, total: str, number: str, type: exp.DataType | None
) -> exp.Select:
    names = {
        "mean": mean,
        "total": quoted(total, "duckdb"),
        "number": quoted(number, "duckdb"),
        "power": str(10 ** (decimal_scale(type) or 0)),
    }
    return _add_steps(select, _STEPS, names, "duckdb")


# Spark averages integers as DOUBLE, and DECIMAL(p, s) as DECIMAL(p + 4, s + 4), rounded half up. A
# plain division has another scale and would be rounded twice. So the total is first made a
# multiple of the divisor in units of the last digit: dividing that is exact.
_R, _V = "_ivm_r", "_ivm_v"
_SPARK_DECIMAL: tuple[Step, ...] = (
    {
        _V: "CAST(NULLIF({number}, 0) AS DECIMAL(20, 0)) "
        "* CAST('{unit}' AS DECIMAL({digits}, {digits}))",
    },
    {_R: f"CAST({{total}} AS DECIMAL({{wide}}, {{digits}})) % {_V}"},
    {
        "{mean}": f"CAST((CAST({{total}} AS DECIMAL({{wide}}, {{digits}})) - {_R}) "
        "/ NULLIF({number}, 0) "
        f"+ CASE WHEN 2 * {_R} >= {_V} THEN CAST('{{unit}}' AS DECIMAL({{digits}}, {{digits}})) "
        f"WHEN -2 * {_R} >= {_V} THEN CAST('-{{unit}}' AS DECIMAL({{digits}}, {{digits}})) "
        "ELSE 0 END AS DECIMAL({precision}, {digits}))"
    },
)
_SPARK_DOUBLE: tuple[Step, ...] = (
    {
        "{mean}": "CASE WHEN {number} > 0 "
        "THEN CAST({total} AS DOUBLE) / CAST({number} AS DOUBLE) END"
    },
)


def add_spark_average(
    select: exp.Select, mean: str, total: str, number: str, type: exp.DataType | None
) -> exp.Select:
    names = {"mean": mean, "total": quoted(total, "spark"), "number": quoted(number, "spark")}
    size = decimal_size(type)
    if size is None:
        return _add_steps(select, _SPARK_DOUBLE, names, "spark")
    precision, scale = size
    names |= {
        "digits": str(scale + 4),
        "unit": f"0.{'0' * (scale + 3)}1",
        "precision": str(min(precision + 4, 38)),
        "wide": str(min(precision + 14, 38)),
    }
    return _add_steps(select, _SPARK_DECIMAL, names, "spark")


def _add_steps(
    select: exp.Select,
    steps: Sequence[Step],
    names: Mapping[str, str],
    dialect: str,
) -> exp.Select:
    """One SELECT around the other; the last one leaves out what was only needed on the way."""
    kept = [item.alias_or_name for item in select.expressions]
    for step in steps:
        columns = [
            exp.alias_(
                sqlglot.parse_one(text.format(**names), dialect=dialect),
                key.format(**names),
                quoted=True,
            )
            for key, text in step.items()
        ]
        before: list[exp.Expr] = [exp.Star()]
        if step is steps[-1]:
            before = [column(name) for name in kept]
        inner = exp.Subquery(this=select, alias=exp.TableAlias(this=exp.to_identifier("step")))
        select = exp.Select(expressions=[*before, *columns], from_=exp.From(this=inner))
    return select
