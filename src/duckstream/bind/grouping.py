"""GROUP BY: the keys, the aggregates, and what may stand beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Output,
    Project,
    Relation,
    is_ref,
    ref,
    ref_id,
)
from duckstream.bind.context import Context
from duckstream.bind.types import DType, build, infer_type, is_text, sum_type

_CONSTANTS = (exp.Literal, exp.Null, exp.Boolean)


@dataclass
class Grouping:
    """Collects keys and aggregates of one SELECT; equal ones are computed once.

    The aggregate reads plain columns only: keys, arguments and FILTER conditions are computed by a
    projection below it.
    """

    context: Context
    input: Relation
    keys: list[Output] = field(default_factory=list)
    arguments: dict[str, Output] = field(default_factory=dict)
    calls: dict[tuple[str, int | None, bool, int | None], Call] = field(default_factory=dict)

    def key(self, expression: exp.Expr, name: str) -> Column:
        expression = expression.unnest()
        for output in self.keys:
            if output.expression == expression:
                return output.column
        column = self.context.ids.column(name, self._type(expression))
        self.keys.append(Output(column, expression))
        return column

    def call(
        self,
        function: str,
        argument: exp.Expr | None,
        *,
        distinct: bool,
        filter: exp.Expr | None,
        name: str,
    ) -> Column:
        type = None if argument is None else self._type(argument)
        self._check_type(function, argument, type)
        if function in ("MIN", "MAX"):
            distinct = False
        reads = None if argument is None else self._argument(argument, type)
        kept = None if filter is None else self._argument(filter, self._type(filter))
        key = (
            function,
            None if reads is None else reads.id,
            distinct,
            None if kept is None else kept.id,
        )
        if key not in self.calls:
            column = self.context.ids.column(name, _result_type(function, type))
            self.calls[key] = Call(column, function, reads, distinct, kept)
        return self.calls[key].column

    def relation(self) -> Aggregate:
        below = Project(self.input, (*self.keys, *self.arguments.values()))
        keys = tuple(output.column for output in self.keys)
        return Aggregate(below, keys, tuple(self.calls.values()))

    def lift(self, expression: exp.Expr) -> exp.Expr:
        """The expression over groups: keys and aggregates stay, any other column is an error."""
        produced = {call.column.id for call in self.calls.values()}

        def visit(node: exp.Expr) -> exp.Expr:
            if isinstance(node, (exp.DataType, exp.Var, *_CONSTANTS)):
                # A constant is the same in every group, and may be part of a type or a unit.
                return node
            for output in self.keys:
                if output.expression == node:
                    return ref(output.column)
            if is_ref(node):
                if ref_id(node) in produced:
                    return node
                name = node.meta.get("spelling", "a column")
                raise self.context.invalid(
                    "NOT_GROUPED",
                    node,
                    f"column {name}",
                    "it is neither a key of GROUP BY nor inside an aggregate",
                    f"add {name} to GROUP BY, or aggregate it, as in MIN({name})",
                )
            for key, value in list(node.args.items()):
                if isinstance(value, exp.Expr):
                    node.set(key, visit(value))
                elif isinstance(value, list):
                    node.set(key, [visit(v) if isinstance(v, exp.Expr) else v for v in value])
            return node

        return visit(expression.copy())

    def _argument(self, expression: exp.Expr, type: exp.DataType | None) -> Column:
        text = expression.sql()
        if text not in self.arguments:
            column = self.context.ids.column(_short_name(expression), type)
            self.arguments[text] = Output(column, expression)
        return self.arguments[text].column

    def _type(self, expression: exp.Expr) -> exp.DataType | None:
        types = {column.id: column.type for column in self.input.columns}
        return infer_type(expression, types)

    def _check_type(
        self, function: str, argument: exp.Expr | None, type: exp.DataType | None
    ) -> None:
        if function in ("SUM", "AVG") and argument is not None and is_text(type):
            raise self.context.invalid(
                "TYPE",
                argument,
                f"{function}({argument.meta.get('spelling', 'a text')})",
                f"{function} needs numbers, and this is {type.sql() if type else 'text'}",
                "cast it to a number",
            )


def _short_name(expression: exp.Expr) -> str:
    spelling = expression.meta.get("spelling")
    return spelling.split(".")[-1] if spelling else "argument"


def _result_type(function: str, argument: exp.DataType | None) -> exp.DataType | None:
    match function:
        case "COUNT":
            return build(DType.BIGINT)
        case "SUM":
            return sum_type(argument)
        case "MIN" | "MAX":
            return argument
        case _:
            return None
