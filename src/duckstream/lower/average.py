"""AVG from a sum and a count, to the last bit as DuckDB's own AVG.

DuckDB divides the unscaled sum by the count times the power of ten of the scale, in the C type
`long double`. On x86 that has 64 bits of mantissa, and the quotient is rounded twice: to 64 bits,
then to the 53 of a DOUBLE. A plain division of DOUBLEs rounds once, and first loses digits of sums
beyond 2^53; one average in some thousands would differ in its last bit from the recomputed one.

The macros do the same with integers: the quotient is scaled to 64 bits, rounded half to even, and
converted. Where `long double` is a DOUBLE (the probe tells), they divide DOUBLEs.
"""

from __future__ import annotations

from sqlglot import exp

_MACROS = {
    # n / d, rounded half to even.
    "_ivm_divide(n, d)": (
        "n // d + CASE WHEN 2 * (n % d) > d OR (2 * (n % d) = d AND (n // d) % 2 = 1) "
        "THEN 1 ELSE 0 END"
    ),
    # The power of two below a positive number.
    "_ivm_exponent(x)": "CAST(floor(log2(x)) AS INTEGER)",
    "_ivm_power(e)": "CAST(pow(2, e) AS HUGEINT)",
    # A positive integer, rounded to 64 bits.
    "_ivm_round64(u)": (
        "CASE WHEN u < 18446744073709551616 THEN u "
        "ELSE _ivm_divide(u, _ivm_power(_ivm_exponent(CAST(u AS DOUBLE)) - 63)) "
        "* _ivm_power(_ivm_exponent(CAST(u AS DOUBLE)) - 63) END"
    ),
    # u / d scaled by 2^s to 64 bits, rounded there, and as a DOUBLE again.
    "_ivm_scaled(u, d, s)": "CAST(_ivm_divide(u * _ivm_power(s), d) AS DOUBLE) * pow(2, -s)",
    # Does the engine round twice? This average differs in its last bit if it does.
    "_ivm_rounds_twice()": (
        "list_avg([997738.175117569, 940457.588688291, 712456.396818836]::DECIMAL(18, 9)[]) "
        "<> CAST(2650652160624696 AS DOUBLE) / CAST(3000000000 AS DOUBLE)"
    ),
    "_ivm_average(u, d)": (
        "CASE WHEN u = 0 OR NOT _ivm_rounds_twice() OR abs(CAST(u AS DOUBLE) / d) >= pow(2, 63) "
        "THEN CAST(u AS DOUBLE) / CAST(d AS DOUBLE) "
        "ELSE sign(u) * _ivm_scaled(_ivm_round64(abs(u)), d, "
        "63 - _ivm_exponent(abs(CAST(u AS DOUBLE)) / CAST(d AS DOUBLE))) END"
    ),
}
DUCKDB_AVERAGE_MACROS: tuple[exp.Expr, ...] = tuple(
    exp.Command(this="CREATE", expression=f"OR REPLACE TEMP MACRO {head} AS {body}")
    for head, body in _MACROS.items()
)


def duckdb_average(total: exp.Expr, number: exp.Expr, scale: int) -> exp.Expr:
    """AVG of values that have the given scale, from their sum and their number."""

    def unscaled(value: exp.Expr) -> exp.Expr:
        power = exp.Literal.number(10**scale)
        scaled = exp.Mul(this=value.copy(), expression=power) if scale else value.copy()
        return exp.cast(scaled, "INT128")

    return exp.Anonymous(this="_ivm_average", expressions=[unscaled(total), unscaled(number)])
