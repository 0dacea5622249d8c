"""The name of a column that the user did not name.

An engine is asked where there is one (`DESCRIBE`); these are the names for texts compiled without
a connection and for columns of derived tables.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from duckstream.bind.dialects import READINGS

_SYMBOLS: dict[type[exp.Expr], str] = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.IntDiv: "//",
    exp.EQ: "=",
    exp.NEQ: "!=",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.And: "AND",
    exp.Or: "OR",
    exp.DPipe: "||",
}


def default_name(node: exp.Expr, dialect: str) -> str:
    """The name that an engine gives to an expression without an alias.

    >>> from sqlglot import parse_one
    >>> default_name(parse_one("SUM(a * 2) + 1"), "duckdb")
    '(sum((a * 2)) + 1)'
    >>> default_name(parse_one("COUNT(*)"), "duckdb")
    'count_star()'
    """

    def name(node: exp.Expr) -> str:
        match node:
            case exp.Column():
                return node.name
            case exp.Paren():
                return name(node.this)
            case exp.Count() if isinstance(node.this, exp.Star) or node.this is None:
                return READINGS[dialect].count_of_rows
            case exp.Neg():
                return f"-({name(node.this)})"
            case exp.Distinct():
                return "DISTINCT " + ", ".join(name(part) for part in node.expressions)
            case exp.Sum() | exp.Avg() | exp.Min() | exp.Max() | exp.Count() if node.this:
                return f"{node.sql_name().lower()}({name(node.this)})"
            case exp.Filter():
                return f"{name(node.this)} FILTER (WHERE {name(node.expression.this)})"
            case exp.Binary() if type(node) in _SYMBOLS:
                symbol = _SYMBOLS[type(node)]
                return f"({name(node.left)} {symbol} {name(node.right)})"
            case exp.Anonymous():
                return f"{node.name.lower()}({', '.join(name(part) for part in node.expressions)})"
            case _:
                return node.sql(dialect=dialect)

    return name(node)


def make_unique(names: Iterable[str]) -> list[str]:
    """Names that differ even without case, the way DuckDB makes them so.

    >>> make_unique(["a", "A", "b", "a"])
    ['a', 'A_1', 'b', 'a_2']
    """
    taken: set[str] = set()
    unique: list[str] = []
    for name in names:
        candidate, number = name, 0
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate.casefold())
        unique.append(candidate)
    return unique
