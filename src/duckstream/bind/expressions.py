"""Scalar expressions: names become references to columns; what has no rule here is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from sqlglot import exp

from duckstream.algebra import Column, enclose, ref
from duckstream.bind.context import Context, suggest
from duckstream.bind.functions import (
    MAINTAINED_AGGREGATES,
    is_other_aggregate,
    is_volatile,
    makes_rows,
)
from duckstream.bind.generators import Generators
from duckstream.bind.scope import Scope, ScopeColumn
from duckstream.bind.subqueries import Subqueries
from duckstream.bind.truths import truth_argument
from duckstream.bind.windows import Windows

SELECT_LIST = "the select list"


class AggregateSink(Protocol):
    """Takes the aggregates found in an expression and gives the column that will hold each."""

    def call(
        self,
        function: str,
        argument: exp.Expr | None,
        *,
        distinct: bool,
        filter: exp.Expr | None,
        name: str,
        written: exp.Expr | None = None,
    ) -> Column: ...

    def truth(
        self, call: exp.Expr, argument: exp.Expr, *, filter: exp.Expr | None, name: str
    ) -> exp.Expr | None:
        """A function over truth values, from counts; None if they are not known to be that."""
        ...

    def grouping(self, node: exp.Expr, arguments: list[exp.Expr]) -> exp.Expr: ...


@dataclass(frozen=True)
class Names:
    """Where an expression stands: what its names can mean, and whether it may aggregate."""

    scope: Scope
    # Output columns that may be meant where no table has a column of the name.
    aliases: Mapping[str, exp.Expr] = field(default_factory=dict)
    sink: AggregateSink | None = None
    clause: str = "this clause"
    parameters: frozenset[str] = frozenset()
    # Names that mean the output column even where a table has a column of the name.
    outputs_first: frozenset[str] = frozenset()
    # What takes the subqueries, the window functions and the makers of rows, where there may be
    # any; `below` takes the subqueries in arguments of aggregates.
    subqueries: Subqueries | None = None
    below: Subqueries | None = None
    windows: Windows | None = None
    generators: Generators | None = None

    @property
    def context(self) -> Context:
        return self.scope.context


def bind_expression(node: exp.Expr, names: Names) -> exp.Expr:
    """The expression with every name replaced by a reference."""
    return _bind(node.copy(), names)


def has_aggregate(node: exp.Expr) -> bool:
    """Does the expression, as written, aggregate at its own level?"""
    if isinstance(node, exp.Query):
        return False
    if isinstance(node, exp.Window):
        order = node.args.get("order")
        parts = [
            *_window_function(node).iter_expressions(),
            *(node.args.get("partition_by") or []),
            *([order] if order is not None else []),
        ]
        return any(has_aggregate(part) for part in parts)
    if isinstance(node, (exp.Grouping, exp.GroupingId)):
        return True
    if type(node) in MAINTAINED_AGGREGATES or is_other_aggregate(node):
        return True
    return any(has_aggregate(child) for child in node.iter_expressions())


def _bind(node: exp.Expr, names: Names) -> exp.Expr:
    _refuse(node, names)
    match node:
        case exp.Column():
            return _bind_column(node, names)
        case exp.Window():
            return _bind_window(node, names)
        case exp.Grouping() | exp.GroupingId():
            return _bind_grouping(node, names)
        case exp.Filter():
            return _bind_aggregate(node, names)
        case _ if type(node) in MAINTAINED_AGGREGATES or is_other_aggregate(node):
            return _bind_aggregate(node, names)
        case _ if makes_rows(node):
            return _bind_generator(node, names)
        case exp.Exists() if isinstance(node.this, exp.Query):
            return _subqueries(node, names).exists(node.this)
        case exp.In() if _is_in_query(node):
            value = _bind(node.this, names)
            return _subqueries(node, names).is_in(value, node.args["query"])
        case exp.Not() if _negates_in_query(node, names.context):
            return _bind(_negated(node.this), names)
        case exp.Not() if _is_in_query(inner := node.this.unnest()):
            value = _bind(inner.this, names)
            return _subqueries(node, names).is_in(value, inner.args["query"], negated=True)
        case exp.Binary() if _is_quantified(node):
            value, quantified = _bind(node.this, names), node.expression
            return _subqueries(node, names).compare_any(
                type(node), value, quantified.this, all=isinstance(quantified, exp.All)
            )
        case exp.Query():
            return _subqueries(node, names).value(node)
        case exp.Identifier():
            return _bind_column(exp.Column(this=node), names)
        case exp.Dot():
            return _bind_dot(node, names)
        case exp.Lambda():
            parameters = {part.name.casefold() for part in node.expressions}
            inner = replace(names, parameters=names.parameters | parameters)
            node.set("this", _bind(node.this, inner))
            return node
        case exp.Comprehension():
            node.set("iterator", _bind(node.args["iterator"], names))
            named = [node.expression, node.args.get("position")]
            parameters = {part.name.casefold() for part in named if part is not None}
            inner = replace(names, parameters=names.parameters | parameters)
            node.set("this", _bind(node.this, inner))
            if node.args.get("condition") is not None:
                node.set("condition", _bind(node.args["condition"], inner))
            return node
        case exp.PropertyEQ() | exp.Kwarg():
            # `field := value`: the field is a name of its own.
            node.set("expression", _bind(node.expression, names))
            return node
        case exp.Collate():
            node.set("this", _bind(node.this, names))
            return node
        case exp.DataType() | exp.Var():
            return node
        case exp.RegexpLike() if "start" not in node.meta:
            # Written as the operator, not as a call.
            operator = names.context.reading.match_operator
            sides = [_bind(node.this, names), _bind(node.expression, names)]
            if operator is not None:
                return exp.Anonymous(this=operator, expressions=sides)
            return exp.RegexpLike(this=sides[0], expression=sides[1])
        case _:
            return _bind_parts(node, names)


def _bind_parts(node: exp.Expr, names: Names) -> exp.Expr:
    node.comments = None
    for key, value in list(node.args.items()):
        if isinstance(value, exp.Star) and isinstance(node, exp.Count):
            continue
        if isinstance(value, exp.Expr):
            node.set(key, _bind(value, names))
        elif isinstance(value, list):
            bound = [_bind(v, names) if isinstance(v, exp.Expr) else v for v in value]
            node.set(key, bound)
    return node


def _negates_in_query(node: exp.Not, context: Context) -> bool:
    """Where IN is never NULL, it matters whether NOT stands right before it."""
    compound = isinstance(node.this.unnest(), (exp.And, exp.Or, exp.Not))
    queries = (part for part in node.find_all(exp.In) if _is_in_query(part))
    return context.reading.in_is_never_null and compound and next(queries, None) is not None


def _negated(node: exp.Expr) -> exp.Expr:
    """NOT of an expression, as far inside as it goes: how Spark reads it."""
    node = node.unnest()
    match node:
        case exp.Not():
            return node.this.copy()
        case exp.And():
            sides = [exp.Paren(this=_negated(side)) for side in (node.left, node.right)]
            return exp.Or(this=sides[0], expression=sides[1])
        case exp.Or():
            sides = [exp.Paren(this=_negated(side)) for side in (node.left, node.right)]
            return exp.And(this=sides[0], expression=sides[1])
        case _:
            return exp.Not(this=exp.Paren(this=node.copy()))


def _is_in_query(node: exp.Expr) -> bool:
    return isinstance(node, exp.In) and node.args.get("query") is not None


def _is_quantified(node: exp.Expr) -> bool:
    return isinstance(node.expression, (exp.Any, exp.All)) and isinstance(
        node.expression.this, exp.Query
    )


def _subqueries(node: exp.Expr, names: Names) -> Subqueries:
    if names.subqueries is None:
        raise names.context.unsupported(
            "SUBQUERY",
            node,
            "a subquery",
            f"it cannot stand in {names.clause}",
            "join a derived table instead",
        )
    return names.subqueries


def _window_function(node: exp.Window) -> exp.Expr:
    """The function before OVER, without what modifies it."""
    function = node.this
    while isinstance(function, (exp.Filter, exp.IgnoreNulls, exp.RespectNulls)):
        function = function.this
    return function


def _bind_window(node: exp.Window, names: Names) -> exp.Expr:
    """`f(...) OVER (...)`: the column that will hold it."""
    if names.windows is None:
        raise names.context.invalid(
            "MISPLACED_WINDOW",
            node,
            names.context.text(node),
            f"a window function cannot stand in {names.clause}",
            "compute it in a subquery, or filter by it in QUALIFY",
        )
    inside = replace(names, windows=None, clause="a window function", generators=None)
    call = names.windows.resolve(node)
    function = _window_function(call)
    _bind_parts(function, inside)
    if isinstance(call.this, exp.Filter):
        where = call.this.expression
        where.set("this", _bind(where.this, inside))
    for key in ("partition_by", "order", "spec"):
        part = call.args.get(key)
        if isinstance(part, list):
            call.set(key, [_bind(each, inside) for each in part])
        elif part is not None:
            _bind_parts(part, inside)
    return ref(names.windows.add(call, names.context.text(node)))


def _bind_generator(node: exp.Expr, names: Names) -> exp.Expr:
    """UNNEST(list): the column that will hold the elements."""
    if names.generators is None:
        raise names.context.invalid(
            "MISPLACED_ROW_MAKER",
            node,
            names.context.text(node),
            f"a function that makes rows cannot stand in {names.clause}",
            "let it stand in the select list or in FROM",
        )
    return ref(names.generators.add(bind_generator(node, names), 1)[0])


def bind_generator(node: exp.Expr, names: Names) -> exp.Expr:
    """A call that makes rows, with the names in it resolved."""
    inside = replace(names, generators=None, clause="a function that makes rows")
    return _bind_parts(node.copy(), inside)


def _bind_grouping(node: exp.Expr, names: Names) -> exp.Expr:
    if names.sink is None:
        raise names.context.invalid(
            "MISPLACED_AGGREGATE",
            node,
            names.context.text(node),
            f"it cannot stand in {names.clause}",
            "use it in the select list, in HAVING or in ORDER BY of a grouped SELECT",
        )
    arguments = [bind_expression(part, replace(names, sink=None)) for part in node.expressions]
    return names.sink.grouping(node, arguments)


def _bind_column(node: exp.Column, names: Names) -> exp.Expr:
    """`column`, `table.column`, `column.field`, ... : the longest table name that fits wins."""
    context, scope = names.context, names.scope
    identifiers = [part for part in node.parts if isinstance(part, exp.Identifier)]
    parts = [part.name for part in identifiers]
    if isinstance(node.this, exp.Star):
        raise context.unsupported(
            "STAR_IN_EXPRESSION", node, context.text(node), "a star is not a value", "name a column"
        )
    if parts[0].casefold() in names.parameters:
        return node
    qualified = _bind_qualified(node, identifiers, scope)
    if qualified is not None:
        return qualified
    if len(parts) > 1 and any(t.open is not None for t in scope.tables):
        # A qualifier that is no table: nothing says that it is a column instead.
        raise context.invalid(
            "SCHEMA_NEEDED",
            node,
            f"{'.'.join(parts[:-1])}",
            "it is no table of this SELECT, and the columns of its tables are not known",
            'correct the name, or pass schema={"table": {"column": "TYPE"}}',
        )
    alias = names.aliases.get(parts[0].casefold()) if len(parts) == 1 else None
    if alias is None or not _means_output(parts[0], alias, names):
        column = scope.unqualified(parts[0], node)
        if column is not None:
            return _fields(_marked(ref(column), node, parts), parts[1:])
    if alias is None:
        outside = _bind_outside(node, parts, scope.outer)
        if outside is not None:
            return outside
    if alias is not None:
        without = {k: v for k, v in names.aliases.items() if k != parts[0].casefold()}
        return enclose(bind_expression(alias, replace(names, aliases=without)))
    if len(parts) == 1 and scope.table(parts) is not None:
        raise context.unsupported(
            "ROW_AS_VALUE",
            node,
            parts[0],
            "a whole row is used as one value",
            "name the columns that are meant",
        )
    if len(parts) > 1:
        raise context.invalid(
            "UNKNOWN_TABLE",
            node,
            ".".join(parts[:-1]),
            "neither a table of this SELECT nor a column goes by that name",
            _tables_hint(scope),
        )
    raise scope.unknown(parts[0], node)


def _bind_qualified(
    node: exp.Column, identifiers: list[exp.Identifier], scope: Scope
) -> exp.Expr | None:
    """`table.column`, in this query or in one around it."""
    parts = [part.name for part in identifiers]
    around: Scope | None = scope
    while around is not None:
        for length in range(min(len(parts) - 1, 3), 0, -1):
            table = around.table(parts[:length])
            if table is None:
                continue
            found = table.find(parts[length], scope.context)
            if found is None:
                raise scope.context.invalid(
                    "UNKNOWN_COLUMN",
                    identifiers[length],
                    f"column {'.'.join(parts[: length + 1])}",
                    f"{parts[length - 1]} has no such column",
                    _columns_hint(table.columns, parts[length]),
                )
            return _fields(_marked(ref(found.column), node, parts), parts[length + 1 :])
        around = around.outer
    return None


def _bind_outside(node: exp.Column, parts: list[str], scope: Scope | None) -> exp.Expr | None:
    """A column that a subquery reads of a query around it."""
    while scope is not None:
        column = scope.unqualified(parts[0], node)
        if column is not None:
            return _fields(_marked(ref(column), node, parts), parts[1:])
        scope = scope.outer
    return None


def _bind_dot(node: exp.Dot, names: Names) -> exp.Expr:
    """A field of a struct. In places sqlglot also writes a plain `table.column` this way."""
    parts = list(node.flatten())
    if len(parts) <= 4 and all(isinstance(part, exp.Identifier) for part in parts):
        keys = ("this", "table", "db", "catalog")
        return _bind_column(exp.Column(**dict(zip(keys, reversed(parts), strict=False))), names)
    return _fields(_bind(node.this, names), [node.expression.name])


def _means_output(name: str, alias: exp.Expr, names: Names) -> bool:
    """Is an output column meant, rather than a table's column of the same name?

    A table's column comes first if there is one. For a table whose columns nobody has listed there
    is one if the alias itself reads it, as in `a + 1 AS a`, and in the clauses where standard SQL
    knows no aliases.
    """
    folded = name.casefold()
    if folded in names.outputs_first:
        return True
    if names.scope.knows(name) or names.clause in ("WHERE", "an aggregate"):
        return False
    if any(c.name.casefold() == folded for c in alias.find_all(exp.Column)):
        return False
    if names.clause == SELECT_LIST and any(t.open is not None for t in names.scope.tables):
        raise names.context.invalid(
            "SCHEMA_NEEDED",
            alias,
            f"column {name}",
            "without the tables' columns it cannot be told from the output of the same name",
            'qualify it, or pass schema={"table": {"column": "TYPE"}}',
        )
    return True


def _bind_aggregate(node: exp.Expr, names: Names) -> exp.Expr:
    """SUM(x), COUNT(DISTINCT x), with or without FILTER: the column that will hold it.

    What is more than a function of one argument is kept as it was written.
    """
    context = names.context
    filter = node.expression.this if isinstance(node, exp.Filter) else None
    call = node.this if isinstance(node, exp.Filter) else node
    function = MAINTAINED_AGGREGATES.get(type(call))
    if function is None and not is_other_aggregate(call):
        raise context.unsupported(
            "AGGREGATE", call, context.text(call), "FILTER goes with an aggregate", "use CASE"
        )
    if names.sink is None:
        raise context.invalid(
            "MISPLACED_AGGREGATE",
            call,
            context.text(call),
            f"an aggregate cannot stand in {names.clause}",
            "filter groups in HAVING, or aggregate in a subquery first",
        )
    # Inside an aggregate only the tables' columns are in sight.
    inside = replace(
        names,
        sink=None,
        clause="an aggregate",
        aliases={},
        outputs_first=frozenset(),
        subqueries=names.below,
        windows=None,
        generators=None,
    )
    kept = None if filter is None else bind_expression(filter, inside)
    name = context.text(node)
    truth = truth_argument(call)
    if truth is not None:
        bound = bind_expression(truth, inside)
        counted = names.sink.truth(call, bound, filter=kept, name=name)
        if counted is not None:
            return counted
    simple = _simple_argument(call) if function is not None else None
    if function is None or simple is None:
        written = _bind_call(call.copy(), inside)
        inner = call
        while isinstance(inner, _MODIFIERS):
            inner = inner.this
        other = function or (inner.name if isinstance(inner, exp.Anonymous) else inner.key).upper()
        column = names.sink.call(
            other, None, distinct=False, filter=kept, name=name, written=written
        )
        return ref(column)
    argument, distinct = simple
    bound = None
    if not isinstance(argument, exp.Star):
        bound = bind_expression(argument, inside)
    elif function != "COUNT":
        raise context.invalid("SYNTAX", call, context.text(call), f"{function} needs an argument")
    column = names.sink.call(function, bound, distinct=distinct, filter=kept, name=name)
    return ref(column)


# What may stand around an aggregate and is no function of its own.
_MODIFIERS = (exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)


def _bind_call(node: exp.Expr, names: Names) -> exp.Expr:
    """An aggregate with the names in its arguments resolved."""
    if not isinstance(node, _MODIFIERS):
        return _bind_parts(node, names)
    node.set("this", _bind_call(node.this, names))
    order = node.args.get("expression")
    if order is not None:
        node.set("expression", _bind(order, names))
    return node


def _simple_argument(call: exp.Expr) -> tuple[exp.Expr, bool] | None:
    """The one argument of an aggregate, and whether it is DISTINCT; None if there is more to it."""
    argument, distinct = call.this, False
    if isinstance(argument, exp.Distinct):
        distinct = True
        if len(argument.expressions) != 1 or argument.args.get("on"):
            return None
        argument = argument.expressions[0]
    modified = (exp.Order, exp.Limit, exp.HavingMax, exp.IgnoreNulls, exp.RespectNulls)
    if isinstance(argument, modified) or call.args.get("count") or call.expressions:
        return None
    return (exp.Star() if argument is None else argument), distinct


def _refuse(node: exp.Expr, names: Names) -> None:
    """Constructs that are valid SQL and have no rule here."""
    context = names.context
    text = context.text
    match node:
        case exp.Array() if any(isinstance(part, exp.Query) for part in node.expressions):
            raise context.unsupported(
                "SUBQUERY",
                node,
                "ARRAY(SELECT ...)",
                "the elements of such an array have no order that lasts",
                "aggregate: (SELECT LIST(x ORDER BY x) FROM ...)",
            )
        case exp.Placeholder() | exp.Parameter() | exp.SessionParameter():
            raise context.unsupported(
                "PARAMETER", node, text(node), "a view has no parameters", "write the value"
            )
        case exp.Star():
            raise context.unsupported(
                "STAR_IN_EXPRESSION", node, "*", "a star is not a value", "name the columns"
            )
        case exp.Dot() if not isinstance(node.expression, exp.Identifier):
            raise context.unsupported(
                "CHAINED_CALL",
                node.expression,
                text(node),
                "functions are called by their plain names only",
                "write function(value), without a dot before the function",
            )
        case exp.PositionalColumn():
            raise context.unsupported(
                "POSITIONAL_COLUMN",
                node,
                text(node),
                "columns by number are not resolved in expressions",
                "write the column's name",
            )
        case exp.Columns():
            raise context.unsupported(
                "COLUMNS", node, text(node), "COLUMNS() is not expanded", "list the columns"
            )
        case _ if is_volatile(node):
            raise context.unsupported(
                "VOLATILE",
                node,
                text(node),
                "its value changes without any change of a table, so no stored result stays right",
                "keep the value in a column or a table, and read it from there",
            )


def _fields(value: exp.Expr, fields: list[str]) -> exp.Expr:
    """The fields of a struct, one inside the other."""
    for name in fields:
        value = exp.StructExtract(this=value, expression=exp.Literal.string(name))
    return value


def _marked(reference: exp.Column, node: exp.Expr, parts: list[str]) -> exp.Column:
    """The reference with the place and the spelling it had, for messages."""
    start = min((p.meta["start"] for p in node.walk() if "start" in p.meta), default=None)
    if start is not None:
        reference.meta["start"] = start
    reference.meta["spelling"] = ".".join(parts)
    return reference


def _columns_hint(columns: list[ScopeColumn], name: str) -> str | None:
    return suggest(name, [column.name for column in columns])


def _tables_hint(scope: Scope) -> str | None:
    names = [table.path[-1] for table in scope.tables if table.path]
    return f"there is: {', '.join(names)}" if names else None
