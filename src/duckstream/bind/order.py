"""ORDER BY: which column each term orders by, the user's output first."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Column
from duckstream.bind.context import Context


@dataclass(frozen=True)
class OrderTerm:
    """One term of the outermost ORDER BY: the column, and `exp.Ordered` for how it orders."""

    column: Column
    ordered: exp.Ordered


@dataclass(frozen=True)
class OutputName:
    """A column of the select list as ORDER BY sees it; `given` if the user named it with AS."""

    name: str
    given: bool


def spell_out(terms: list[exp.Ordered], width: int) -> list[exp.Ordered]:
    """ORDER BY ALL is ORDER BY 1, 2, ..."""
    if len(terms) != 1 or not _is_all(terms[0].this):
        return terms
    spelled = []
    for number in range(1, width + 1):
        term = terms[0].copy()
        term.set("this", exp.Literal.number(number))
        spelled.append(term)
    return spelled


def find_output(context: Context, node: exp.Expr, outputs: list[OutputName]) -> int | None:
    """The place of the output column that a term means; None if it means an expression.

    A number is a place. A bare name means the last output that was given this name, or the only
    one that has it by itself.
    """
    node = node.unnest()
    if isinstance(node, exp.Literal):
        return _place(context, node, len(outputs))
    if not isinstance(node, exp.Column) or node.table:
        return None
    same = [i for i, o in enumerate(outputs) if o.name.casefold() == node.name.casefold()]
    given = [i for i in same if outputs[i].given]
    if given:
        return given[-1]
    return same[0] if len(same) == 1 else None


def _place(context: Context, node: exp.Literal, width: int) -> int:
    if node.is_string or not node.name.isdigit():
        raise context.invalid(
            "ORDINAL",
            node,
            f"ORDER BY {context.text(node)}",
            "a constant orders nothing",
            "order by a column or its number",
        )
    number = int(node.name)
    if not 1 <= number <= width:
        raise context.invalid(
            "ORDINAL",
            node,
            f"ORDER BY {number}",
            f"the select list has {width} columns",
            f"write a number from 1 to {width}",
        )
    return number - 1


def _is_all(node: exp.Expr) -> bool:
    if isinstance(node, exp.Column) and node.table:
        return False
    return isinstance(node, (exp.All, exp.Var, exp.Column)) and node.name.upper() in ("ALL", "")
