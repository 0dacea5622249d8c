"""Functions that turn one row into several, collected from the select list of one SELECT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import Column, Generator, Relation, Unnest
from duckstream.bind.context import Context
from duckstream.bind.functions import function_names, makes_rows


@dataclass
class Generators:
    """The calls found so far; all of them advance together."""

    context: Context
    found: list[Generator] = field(default_factory=list)

    def add(self, call: exp.Expr, width: int) -> tuple[Column, ...]:
        """The columns that will hold what a call gives."""
        self.context.features.add("unnest")
        columns = tuple(self.context.ids.column("element") for _ in range(width))
        self.found.append(Generator(call, columns))
        return columns

    def over(
        self, rows: Relation, lift: Callable[[exp.Expr], exp.Expr] = lambda call: call
    ) -> Relation:
        if not self.found:
            return rows
        return Unnest(rows, tuple(Generator(lift(g.call), g.columns) for g in self.found))


def generated_names(context: Context, node: exp.Expr) -> list[str] | None:
    """The columns of a call that makes several of them; None for anything else."""
    if isinstance(node, exp.Aliases):
        return [part.name for part in node.expressions]
    if isinstance(node, (exp.Posexplode, exp.PosexplodeOuter)):
        return ["pos", "col"]
    if isinstance(node, exp.Inline) or "inline_outer" in function_names(node):
        raise context.unsupported(
            "ROW_MAKER",
            node,
            context.text(node),
            "the names of its columns are not in the text",
            "name them: inline(...) AS (a, b), or LATERAL VIEW inline(...) t AS a, b",
        )
    return None


_OUTER: dict[type[exp.Expr], str] = {
    exp.Explode: "EXPLODE_OUTER",
    exp.Posexplode: "POSEXPLODE_OUTER",
}


def outer_generator(context: Context, call: exp.Expr) -> exp.Expr:
    """The call that gives a row of NULLs where there is nothing to give."""
    if type(call) in _OUTER:
        return exp.func(_OUTER[type(call)], call.this.copy(), dialect=context.dialect)
    if isinstance(call, exp.Inline):
        return exp.Anonymous(this="inline_outer", expressions=[call.this.copy()])
    raise context.unsupported(
        "ROW_MAKER", call, context.text(call), "it has no rule with OUTER", "leave OUTER out"
    )


def is_generator(context: Context, node: exp.Expr | None) -> bool:
    return isinstance(node, exp.Func) and makes_rows(node)


def series(context: Context, node: exp.Expr | None) -> tuple[exp.Expr, str] | None:
    """The list that a function gives the elements of in FROM, and the name of its column."""
    return None if node is None else context.reading.series(node)


def default_width(call: exp.Expr) -> int:
    return 2 if isinstance(call, (exp.Posexplode, exp.PosexplodeOuter)) else 1


def default_columns(call: exp.Expr, name: str | None) -> list[str]:
    if default_width(call) == 2:
        return ["pos", "col"]
    return [name or "col"]
