"""AVG from a sum and a count, to the last bit as the engine's own AVG.

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

from collections.abc import Callable

import sqlglot
from sqlglot import exp

# Gives the SELECT that computes an average beside all columns of the SELECT it is given: from the
# columns named `total` and `number`, the latter as `mean`. The scale is that of the total.
AddAverage = Callable[[exp.Select, str, str, str, int], exp.Select]

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
_U, _D, _P, _E, _A, _N = _SCRATCH = tuple(f"_ivm_{letter}" for letter in "udpean")
_STEPS: tuple[dict[str, str], ...] = (
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
    select: exp.Select, mean: str, total: str, number: str, scale: int
) -> exp.Select:
    names = {
        "mean": mean,
        "total": _quoted(total),
        "number": _quoted(number),
        "power": 10**scale,
    }
    for step in _STEPS:
        columns = [
            exp.alias_(
                sqlglot.parse_one(text.format(**names), dialect="duckdb"),
                key.format(**names),
                quoted=True,
            )
            for key, text in step.items()
        ]
        star = exp.Star()
        if "{mean}" in step:
            star.set("except_", [exp.column(name) for name in _SCRATCH])
        inner = exp.Subquery(this=select, alias=exp.TableAlias(this=exp.to_identifier("step")))
        select = exp.Select(expressions=[star, *columns], from_=exp.From(this=inner))
    return select


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")
