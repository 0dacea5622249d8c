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


DIALECTS: Mapping[str, Dialect] = {
    "duckdb": Dialect(
        name="duckdb",
        copies=_duckdb_copies,
        fail=_duckdb_fail,
        add_average=add_duckdb_average,
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
