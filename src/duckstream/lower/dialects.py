"""What the dialects do differently, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from duckstream.bind.types import DType
from duckstream.errors import LakeError
from duckstream.lower.average import AddAverage, add_duckdb_average


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
    # Types that the lake's files cannot hold exactly, and those that stand in for them.
    stored_as: Mapping[exp.DType, str]

    def sql(self, expression: exp.Expr) -> str:
        return expression.sql(dialect=self.name, pretty=True, comments=False)

    def stored_type(self, type: exp.DataType | None) -> exp.DataType | None:
        """The type that stands in for `type` in storage, or None when it can be stored as it is."""
        stand_in = self.stored_as.get(type.this) if type is not None else None
        return None if stand_in is None else exp.DataType.build(stand_in, dialect=self.name)


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


DIALECTS: Mapping[str, Dialect] = {
    "duckdb": Dialect(
        name="duckdb",
        copies=_duckdb_copies,
        fail=_duckdb_fail,
        add_average=add_duckdb_average,
        guard_sum=_duckdb_guard_sum,
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
