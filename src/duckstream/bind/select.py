"""One SELECT: FROM, WHERE, GROUP BY, HAVING, the select list and DISTINCT, in that order."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Filter,
    Output,
    Project,
    Relation,
    ref,
)
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.expressions import Names, bind_expression, has_aggregate
from duckstream.bind.from_clause import BindQuery, CommonTables, FromClause
from duckstream.bind.grouping import Grouping
from duckstream.bind.names import default_name, make_unique
from duckstream.bind.scope import Scope
from duckstream.bind.stars import expand_star, star_table
from duckstream.bind.types import infer_type, is_text

_BOUND_CLAUSES = {
    "kind",
    "expressions",
    "from_",
    "joins",
    "where",
    "group",
    "having",
    "distinct",
    "with_",
    "order",
    "limit",
    "offset",
    "hint",
}
_REFUSED_CLAUSES = {
    "qualify": ("WINDOW", "QUALIFY", "window functions have no rule yet"),
    "windows": ("WINDOW", "WINDOW", "window functions have no rule yet"),
    "sample": ("SAMPLE", "USING SAMPLE", "a sample differs each time"),
    "laterals": ("LATERAL", "LATERAL VIEW", "it has no rule yet"),
    "pivots": ("PIVOT", "PIVOT", "it has no rule yet"),
    "locks": ("LOCK", "FOR UPDATE", "a view does not lock rows"),
    "into": ("INTO", "SELECT INTO", "a view is stored under its own name"),
}


@dataclass
class Item:
    """One column of the select list: the user's expression, or a column that `*` stands for."""

    name: str
    expression: exp.Expr | None
    column: Column | None = None
    node: exp.Expr | None = None


@dataclass
class BoundSelect:
    """A bound SELECT, with what its ORDER BY may refer to."""

    relation: Relation
    columns: list[tuple[str, Column]]
    # The expressions that could be added as hidden columns for ORDER BY; None after DISTINCT.
    order_names: Names | None
    grouping: Grouping | None
    items: list[Item] = field(default_factory=list)
    project: Project | None = None

    @property
    def named(self) -> NamedRelation:
        names = make_unique(name for name, _ in self.columns)
        columns = zip(names, (column for _, column in self.columns), strict=True)
        return NamedRelation(self.relation, tuple(columns))


def bind_select(
    context: Context,
    select: exp.Select,
    commons: CommonTables,
    bind_query: BindQuery,
    order: list[exp.Expr] | None = None,
) -> tuple[BoundSelect, list[Column]]:
    """The SELECT as a relation, and the columns that hold the `order` expressions."""
    _refuse_clauses(context, select)
    source = FromClause(context, commons, bind_query)
    if select.args.get("from_") is not None:
        source.add(select.args["from_"].this)
    for join in select.args.get("joins") or []:
        source.join(join)
    scope = source.scope
    items = _items(context, select, scope)
    relation = source.relation()
    where = select.args.get("where")
    if where is not None:
        names = Names(scope, _aliases(items), clause="WHERE")
        predicate = bind_expression(where.this, names)
        _check_predicate(context, where.this, predicate, relation)
        relation = Filter(relation, predicate)
    order = order or []
    if _is_grouped(select, items, order):
        return _bind_grouped(context, select, scope, relation, items, order)
    outputs = []
    for index, item in enumerate(items):
        expression = _item_expression(item, Names(scope, _aliases(items[:index])))
        outputs.append(_output(context, item.name, expression, relation))
    extra = [bind_expression(node, Names(scope, _aliases(items))) for node in order]
    return _finish(context, select, relation, items, outputs, extra)


def _bind_grouped(
    context: Context,
    select: exp.Select,
    scope: Scope,
    relation: Relation,
    items: list[Item],
    order: list[exp.Expr],
) -> tuple[BoundSelect, list[Column]]:
    context.features.add("aggregate")
    grouping = Grouping(context, relation)
    group = select.args.get("group")
    if group is not None:
        _refuse_grouping_sets(context, group)
        _bind_keys(context, group, grouping, scope, items)
    aliases = _aliases(items)
    lifted = []
    for index, item in enumerate(items):
        names = Names(scope, _aliases(items[:index]), grouping, "GROUP BY")
        lifted.append(_item_expression(item, names))
    having = select.args.get("having")
    names = Names(scope, aliases, grouping, "HAVING")
    kept = None if having is None else bind_expression(having.this, names)
    extra = [bind_expression(node, names) for node in order]
    groups = grouping.relation()
    filtered: Relation = groups
    if kept is not None:
        context.features.add("having")
        filtered = Filter(groups, grouping.lift(kept))
    outputs = [
        _output(context, item.name, grouping.lift(expression), groups)
        for item, expression in zip(items, lifted, strict=True)
    ]
    ordering = [grouping.lift(expression) for expression in extra]
    return _finish(context, select, filtered, items, outputs, ordering)


def _finish(
    context: Context,
    select: exp.Select,
    relation: Relation,
    items: list[Item],
    outputs: list[Output],
    order: list[exp.Expr],
) -> tuple[BoundSelect, list[Column]]:
    """The select list, hidden columns for ORDER BY, and DISTINCT."""
    hidden: list[Output] = []
    order_columns: list[Column] = []
    for expression in order:
        same = next((o for o in [*outputs, *hidden] if o.expression == expression), None)
        if same is None:
            same = _output(context, "order", expression, relation)
            hidden.append(same)
        order_columns.append(same.column)
    distinct = select.args.get("distinct")
    if distinct is not None and hidden:
        raise context.unsupported(
            "ORDER_AFTER_DISTINCT",
            select.args["order"],
            "ORDER BY",
            "after DISTINCT only what is selected can order the rows",
            "select the expression that orders the rows",
        )
    project = Project(relation, (*outputs, *hidden))
    columns = [(o.column.name, o.column) for o in outputs]
    result: Relation = project
    if distinct is not None:
        context.features.add("distinct")
        result = Aggregate(project, tuple(column for _, column in columns))
    return BoundSelect(result, columns, None, None, items, project), order_columns


def _bind_keys(
    context: Context,
    group: exp.Group,
    grouping: Grouping,
    scope: Scope,
    items: list[Item],
) -> None:
    if group.args.get("all"):
        for item in items:
            if item.expression is None or not has_aggregate(item.expression):
                grouping.key(_item_expression(item, Names(scope, _aliases(items))), item.name)
    for node in group.expressions:
        target = node
        item = _ordinal(context, node, items, "GROUP BY")
        if item is not None:
            names = Names(scope, _aliases(items), clause="GROUP BY")
            grouping.key(_item_expression(item, names), item.name)
            continue
        if isinstance(target, exp.Tuple) and not target.expressions:
            continue
        names = Names(scope, _aliases(items), clause="GROUP BY")
        expression = bind_expression(target, names)
        grouping.key(expression, target.alias_or_name or default_name(target, context.dialect))


def _ordinal(context: Context, node: exp.Expr, items: list[Item], clause: str) -> Item | None:
    """`GROUP BY 2`: the second item of the select list."""
    if not (isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit()):
        return None
    number = int(node.name)
    if not 1 <= number <= len(items):
        raise context.invalid(
            "ORDINAL",
            node,
            f"{clause} {number}",
            f"the select list has {len(items)} columns",
            f"write a number from 1 to {len(items)}",
        )
    return items[number - 1]


def _items(context: Context, select: exp.Select, scope: Scope) -> list[Item]:
    items: list[Item] = []
    for node in select.expressions:
        star = star_table(node, scope)
        if star is not None:
            items.extend(
                Item(name, expression, column, node)
                for name, expression, column in expand_star(node, star)
            )
            continue
        expression = node.this if isinstance(node, (exp.Alias, exp.Aliases)) else node
        if isinstance(node, exp.Aliases):
            raise context.unsupported(
                "ROW_MAKER", node, context.text(node), "it has no rule yet", "one alias each"
            )
        name = node.alias if isinstance(node, exp.Alias) else None
        items.append(Item(name or default_name(expression, context.dialect), expression, node=node))
    if not items:
        raise context.invalid("SYNTAX", select, "SELECT", "the select list is empty")
    return items


def _aliases(items: list[Item]) -> dict[str, exp.Expr]:
    """The names that later expressions can use for what an item computes."""
    aliases: dict[str, exp.Expr] = {}
    for item in items:
        if isinstance(item.node, exp.Alias) and item.expression is not None:
            aliases.setdefault(item.name.casefold(), item.expression)
    return aliases


def _item_expression(item: Item, names: Names) -> exp.Expr:
    if item.expression is None:
        assert item.column is not None
        reference = ref(item.column)
        reference.meta["spelling"] = item.name
        start = item.node.meta.get("start") if item.node is not None else None
        if start is not None:
            reference.meta["start"] = start
        return reference
    return bind_expression(item.expression, names)


def _output(context: Context, name: str, expression: exp.Expr, below: Relation) -> Output:
    types = {column.id: column.type for column in below.columns}
    return Output(context.ids.column(name, infer_type(expression, types)), expression)


def _is_grouped(select: exp.Select, items: list[Item], order: list[exp.Expr]) -> bool:
    if select.args.get("group") is not None or select.args.get("having") is not None:
        return True
    expressions = [item.expression for item in items if item.expression is not None]
    return any(has_aggregate(expression) for expression in [*expressions, *order])


def _check_predicate(
    context: Context, node: exp.Expr, predicate: exp.Expr, below: Relation
) -> None:
    """Arithmetic of texts and numbers in a condition is caught here, without an engine."""
    types = {column.id: column.type for column in below.columns}
    if is_text(infer_type(predicate, types)) and isinstance(predicate, exp.Literal):
        raise context.invalid(
            "TYPE", node, "WHERE", "the condition is a text", "compare it with something"
        )


def _refuse_grouping_sets(context: Context, group: exp.Group) -> None:
    kinds = {exp.Rollup: "ROLLUP", exp.Cube: "CUBE", exp.GroupingSets: "GROUPING SETS"}
    parts = [
        *group.expressions,
        *(p for key in ("rollup", "cube", "grouping_sets") for p in group.args.get(key) or []),
    ]
    for part in parts:
        if type(part) in kinds:
            raise context.unsupported(
                "GROUPING_SETS",
                part,
                kinds[type(part)],
                "several groupings in one SELECT have no rule yet",
                "write one SELECT for each and join them by UNION ALL",
            )


def _refuse_clauses(context: Context, select: exp.Select) -> None:
    for key, value in select.args.items():
        if not value or key in _BOUND_CLAUSES:
            continue
        code, construct, reason = _REFUSED_CLAUSES.get(
            key, ("CLAUSE", key.upper(), "this clause has no rule yet")
        )
        node = value[0] if isinstance(value, list) else value
        node = node if isinstance(node, exp.Expr) else select
        raise context.unsupported(code, node, construct, reason, "leave the clause out")
    distinct = select.args.get("distinct")
    if distinct is not None and distinct.args.get("on") is not None:
        raise context.unsupported(
            "DISTINCT_ON",
            distinct,
            "DISTINCT ON",
            "it has no rule yet",
            "use GROUP BY with MIN or MAX",
        )
    if select.args.get("kind"):
        raise context.unsupported(
            "CLAUSE",
            select,
            f"SELECT AS {select.args['kind']}",
            "it has no rule yet",
            "leave it out",
        )
