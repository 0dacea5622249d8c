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
    free_ids,
    is_ref,
    ref,
    ref_id,
    substitute,
    substitute_in_tree,
)
from duckstream.bind.context import Context
from duckstream.bind.grouping_sets import GroupingSets
from duckstream.bind.scope import Scope
from duckstream.bind.subqueries import Subqueries
from duckstream.bind.truths import count_truths
from duckstream.bind.types import DType, build, infer_type, is_boolean, is_text

_CONSTANTS = (exp.Literal, exp.Null, exp.Boolean)


@dataclass
class Grouping:
    """Collects keys and aggregates of one SELECT; equal ones are computed once.

    The aggregate reads plain columns only: keys, arguments and FILTER conditions are computed by a
    projection below it.
    """

    scope: Scope
    input: Relation
    # Subqueries in keys and arguments: they are joined to the rows below the aggregate.
    below: Subqueries
    keys: list[Output] = field(default_factory=list)
    arguments: dict[str, Output] = field(default_factory=dict)
    calls: dict[tuple[object, ...], Call] = field(default_factory=dict)
    # The keys of each grouping set, where there are several.
    sets: list[tuple[Column, ...]] | None = None
    _number: Column | None = None
    # Keys with a subquery in them, by their text: bound again they would be other subqueries.
    _written: dict[str, Column] = field(default_factory=dict)

    @property
    def context(self) -> Context:
        return self.scope.context

    def key(self, expression: exp.Expr, name: str) -> Column:
        expression = expression.unnest()
        for output in self.keys:
            if output.expression == expression:
                return output.column
        column = self.context.ids.column(name, self._type(expression))
        self.keys.append(Output(column, expression))
        return column

    def remember(self, written: exp.Expr | None, key: Column) -> Column:
        """The key, to be found again by what the user wrote for it."""
        if written is not None and written.find(exp.Query) is not None:
            self._written[self.context.text(written.unnest())] = key
        return key

    def key_written_as(self, written: exp.Expr | None) -> Column | None:
        return None if written is None else self._written.get(self.context.text(written.unnest()))

    def call(
        self,
        function: str,
        argument: exp.Expr | None,
        *,
        distinct: bool,
        filter: exp.Expr | None,
        name: str,
        written: exp.Expr | None = None,
    ) -> Column:
        if written is not None:
            return self._written_call(function, written, filter, name)
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
            column = self.context.ids.column(name, self._result_type(function, type))
            self.calls[key] = Call(column, function, reads, distinct, kept)
        return self.calls[key].column

    def truth(
        self, call: exp.Expr, argument: exp.Expr, *, filter: exp.Expr | None, name: str
    ) -> exp.Expr | None:
        if not is_boolean(self._type(argument)):
            return None

        def count(of: exp.Expr | None, kept: exp.Expr | None) -> Column:
            return self.call("COUNT", of, distinct=False, filter=kept, name=name)

        return count_truths(call, argument, filter, count, self.context.reading)

    def _written_call(
        self, function: str, written: exp.Expr, filter: exp.Expr | None, name: str
    ) -> Column:
        """A call that is kept as it was written, over columns of its own for what it reads."""
        kept = None if filter is None else self._argument(filter, self._type(filter))
        key = (self.context.text(written), None if kept is None else kept.id)
        if key not in self.calls:
            reads = {ref_id(n): n for n in written.find_all(exp.Column) if is_ref(n)}
            columns = {id: self._argument(n, self._type(n)) for id, n in reads.items()}
            over = substitute(written, {id: ref(column) for id, column in columns.items()})
            self.calls[key] = Call(
                self.context.ids.column(name),
                function,
                filter=kept,
                written=over,
                arguments=tuple(columns.values()),
            )
        return self.calls[key].column

    def grouping(self, node: exp.Expr, arguments: list[exp.Expr]) -> exp.Expr:
        """GROUPING(a, b): a bit for each argument, set where the grouping set leaves it out."""
        columns = [self._key_column(argument, node) for argument in arguments]
        if isinstance(node, exp.GroupingId) and not columns:
            columns = [output.column for output in self.keys]
        types = self.context.reading.grouping_types
        type = types[1] if isinstance(node, exp.GroupingId) else types[0]
        if self.sets is None:
            return exp.cast(exp.Literal.number(0), type)
        branches = []
        for number, grouped in enumerate(self.sets):
            bits = "".join("0" if column in grouped else "1" for column in columns)
            is_this = exp.EQ(this=ref(self.number), expression=exp.Literal.number(number))
            branches.append(exp.If(this=is_this, true=exp.Literal.number(int(bits or "0", 2))))
        return exp.cast(exp.Case(ifs=branches), type)

    def _key_column(self, argument: exp.Expr, node: exp.Expr) -> Column:
        for output in self.keys:
            if output.expression == argument.unnest():
                return output.column
        raise self.context.invalid(
            "NOT_GROUPED",
            node,
            self.context.text(node),
            "its argument is no key of GROUP BY",
            "name the keys of GROUP BY",
        )

    @property
    def number(self) -> Column:
        """The column that holds the number of the grouping set."""
        if self._number is None:
            self._number = self.context.ids.column("grouping_set", build(DType.INT))
        return self._number

    def relation(self) -> Aggregate:
        rows = self.below.join_to(self.input)
        calls = tuple(self.calls.values())
        if self.sets is not None:
            sets = GroupingSets(
                self.context.ids,
                self.number,
                tuple(self.keys),
                tuple(self.sets),
                calls,
                self.context.reading.empty_set_counts_nothing,
            )
            return sets.aggregate(rows, tuple(self.arguments.values()))
        below = Project(rows, (*self.keys, *self.arguments.values()))
        return Aggregate(below, tuple(output.column for output in self.keys), calls)

    def lift_tree(self, tree: Relation) -> Relation:
        """A subquery over groups: what it reads of the rows around it has to be a key."""
        own = self._own_ids()
        replaced: dict[int, exp.Expr] = {}
        for id in sorted(free_ids(tree) & own):
            key = next(
                (o for o in self.keys if is_ref(o.expression) and ref_id(o.expression) == id), None
            )
            if key is None:
                raise self.context.unsupported(
                    "NOT_GROUPED",
                    exp.Null(),
                    "a subquery beside aggregates",
                    "it reads a column that is no key of GROUP BY",
                    "add the column to GROUP BY",
                )
            replaced[id] = ref(key.column)
        return substitute_in_tree(tree, replaced)

    def _own_ids(self) -> set[int]:
        """The columns of the rows that are grouped."""
        tables = (column for table in self.scope.tables for column in table.columns)
        shown = {column.id for each in tables for column in (each.column, each.plain)}
        return shown | {column.id for column in self.input.columns}

    def lift(self, expression: exp.Expr) -> exp.Expr:
        """The expression over groups: keys and aggregates stay, any other column is an error."""
        own = self._own_ids()

        def visit(node: exp.Expr) -> exp.Expr:
            if isinstance(node, (exp.DataType, exp.Var, *_CONSTANTS)):
                # A constant is the same in every group, and may be part of a type or a unit.
                return node
            for output in self.keys:
                if output.expression == node:
                    return ref(output.column)
            if is_ref(node):
                if ref_id(node) not in own:
                    # An aggregate, a subquery beside it, or a column of a query further out.
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

    def _result_type(self, function: str, argument: exp.DataType | None) -> exp.DataType | None:
        match function:
            case "COUNT":
                return build(DType.BIGINT)
            case "SUM":
                return self.context.reading.sum_type(argument)
            case "MIN" | "MAX":
                return argument
            case _:
                return None

    def _argument(self, expression: exp.Expr, type: exp.DataType | None) -> Column:
        text = self.context.text(expression)
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
