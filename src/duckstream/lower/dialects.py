"""What the dialects do differently, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import enclose
from duckstream.bind.types import (
    DType,
    decimal,
    decimal_size,
    is_boolean,
    is_exact,
    is_integer,
    spark_sum_type,
)
from duckstream.errors import LakeError
from duckstream.lower.average import AddAverage, add_duckdb_average, add_spark_average


@dataclass(frozen=True)
class Dialect:
    """One dialect of SQL, as far as the compiler has to know it."""

    name: str
    # FROM ..., <copies(n)>: n rows for every row before it.
    copies: Callable[[exp.Expr], exp.Expr]
    # A call that fails the statement with this message.
    fail: Callable[[str], exp.Expr]
    # Adds an average to a SELECT that has the exact sum and the number of values.
    add_average: AddAverage
    # Lets a sum of unknown type pass if storage holds it exactly, and fails otherwise.
    guard_sum: Callable[[exp.Expr], exp.Expr]
    # Is this function of values of this type kept as an exact sum?
    adds: Callable[[str, exp.DataType | None], bool]
    # A value of this type times a weight, without loss; None where there is no such product.
    times: Callable[[exp.Expr, exp.Expr, exp.DataType | None], exp.Expr | None]
    # The type of SUM, where a sum of such products has another one.
    sum_type: Callable[[exp.DataType | None], exp.DataType | None]
    # Types that the lake's files cannot hold exactly, and those that stand in for them.
    stored_as: Mapping[exp.DType, str]
    # Types whose values the engine does not compare, and what is compared instead.
    compares_as: Mapping[exp.DType, Callable[[exp.Expr], exp.Expr]]
    # Can a recursion look up other rows, and other recursions, in its step?
    follows_recursions: bool
    # Letters that the names of stored columns cannot have.
    unstorable: str = ""
    # Does a join skip files for `=`, and not where NULL equals NULL?
    skips_by_equality: bool = False

    def sql(self, expression: exp.Expr) -> str:
        return expression.sql(dialect=self.name, pretty=True, comments=False)

    def stored_type(self, type: exp.DataType | None) -> exp.DataType | None:
        """The type that stands in for `type` in storage, or None when it can be stored as it is."""
        if type is None:
            return None
        is_interval = isinstance(type.this, exp.Interval)
        stand_in = self.stored_as.get(DType.INTERVAL if is_interval else type.this)
        return None if stand_in is None else exp.DataType.build(stand_in, dialect=self.name)

    def storable_name(self, name: str) -> str:
        """The name, or one like it that a stored column can have.

        >>> DIALECTS["spark"].storable_name("sum(a b)")
        'sum_a_b_'
        """
        return "".join("_" if letter in self.unstorable else letter for letter in name)


def _duckdb_copies(number: exp.Expr) -> exp.Expr:
    series = exp.GenerateSeries(start=exp.Literal.number(0), end=number, is_end_exclusive=True)
    return exp.Unnest(expressions=[series])


def _duckdb_fail(message: str) -> exp.Expr:
    return exp.Anonymous(this="error", expressions=[exp.Literal.string(message)])


def _duckdb_guard_sum(total: exp.Expr) -> exp.Expr:
    """Integers sum up to HUGEINT, of which files hold 53 bits."""
    message = "a sum is too large to be stored without its type: pass schema to compile_ivm"
    size = exp.Abs(this=exp.TryCast(this=total.copy(), to=exp.DataType.build("DOUBLE"), safe=True))
    large = exp.GTE(this=size, expression=exp.Literal.number(2**53))
    type = exp.Anonymous(this="typeof", expressions=[total.copy()])
    is_wide = exp.EQ(this=type, expression=exp.Literal.string("HUGEINT"))
    fails = exp.If(this=exp.and_(is_wide, large), true=_duckdb_fail(message))
    return exp.Case(ifs=[fails], default=total.copy())


def _duckdb_adds(function: str, type: exp.DataType | None) -> bool:
    """AVG takes unsigned and boolean values as DOUBLE."""
    if function == "AVG" and type is not None:
        signed = {DType.TINYINT, DType.SMALLINT, DType.INT, DType.BIGINT, DType.INT128}
        return type.this in signed or decimal_size(type) is not None
    return is_exact(type)


def _duckdb_times(value: exp.Expr, weight: exp.Expr, type: exp.DataType | None) -> exp.Expr | None:
    wide = exp.DataType.build("INT128", dialect="duckdb")
    if not is_integer(type) and not is_boolean(type):
        size = decimal_size(type)
        if size is None:
            return None
        wide = decimal(size[1])
    return exp.Mul(this=exp.cast(value, wide), expression=weight)


def _spark_copies(number: exp.Expr) -> exp.Expr:
    times = exp.Anonymous(
        this="array_repeat", expressions=[exp.Literal.number(0), exp.cast(number, "INT")]
    )
    return exp.Lateral(this=exp.Explode(this=times))


def _spark_fail(message: str) -> exp.Expr:
    return exp.Anonymous(this="raise_error", expressions=[exp.Literal.string(message)])


def _spark_adds(function: str, type: exp.DataType | None) -> bool:
    """Spark cuts digits off a result that would have more than 38, but never the first 6 decimals.

    An average has four more decimals than its argument, and its total ten more digits. Integers
    are averaged as DOUBLE: what is larger than INT could lose digits on the way.
    """
    if is_integer(type):
        return function != "AVG" or (type is not None and type.this is not DType.BIGINT)
    size = decimal_size(type)
    if size is None:
        return False
    precision, scale = size
    if function == "AVG":
        return precision <= 24 and scale <= 13
    return precision <= 27 or scale <= 6


def _spark_times(value: exp.Expr, weight: exp.Expr, type: exp.DataType | None) -> exp.Expr | None:
    if not _spark_adds("SUM", type):
        return None
    exact = exp.cast(value, decimal(0, 20)) if is_integer(type) else enclose(value)
    return exp.Mul(this=exact, expression=exp.cast(weight, decimal(0, 10)))


def _spark_entries(value: exp.Expr) -> exp.Expr:
    """A map as the list of its entries, in the order of their keys."""
    entries = exp.Anonymous(this="map_entries", expressions=[value])
    return exp.Anonymous(this="array_sort", expressions=[entries])


DIALECTS: Mapping[str, Dialect] = {
    "duckdb": Dialect(
        name="duckdb",
        copies=_duckdb_copies,
        fail=_duckdb_fail,
        add_average=add_duckdb_average,
        guard_sum=_duckdb_guard_sum,
        adds=_duckdb_adds,
        times=_duckdb_times,
        sum_type=lambda type: None,
        # Parquet would keep 128-bit integers as DOUBLE, intervals in milliseconds and above zero,
        # times without their zone; DuckLake takes no enums and bit strings at all.
        stored_as={
            DType.INT128: "DECIMAL(38, 0)",
            DType.UINT128: "VARCHAR",
            DType.INTERVAL: "VARCHAR",
            DType.TIMETZ: "VARCHAR",
            DType.ENUM: "VARCHAR",
            DType.BIT: "VARCHAR",
        },
        compares_as={},
        skips_by_equality=True,
        follows_recursions=True,
    ),
    "spark": Dialect(
        name="spark",
        copies=_spark_copies,
        fail=_spark_fail,
        add_average=add_spark_average,
        guard_sum=lambda total: total,
        adds=_spark_adds,
        times=_spark_times,
        sum_type=spark_sum_type,
        # Delta Lake has no columns of these types.
        stored_as={DType.INTERVAL: "STRING", DType.NULL: "STRING", DType.USERDEFINED: "STRING"},
        compares_as={DType.MAP: _spark_entries},
        # Its recursions have no UNION, and are computed again wherever they are read.
        follows_recursions=False,
        unstorable=" ,;{}()=\n\t",
    ),
}


def find_dialect(name: str) -> Dialect:
    if name not in DIALECTS:
        raise LakeError(
            "UNKNOWN_DIALECT",
            f"there is no dialect {name!r}",
            f"use one of: {', '.join(DIALECTS)}",
        )
    return DIALECTS[name]
