"""One SELECT: FROM, WHERE, GROUP BY, HAVING, the select list, DISTINCT and ORDER BY."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Aggregate, Column, Filter, Output, Project, Relation, ref
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context
from duckstream.bind.expressions import SELECT_LIST, Names, bind_expression, has_aggregate
from duckstream.bind.from_clause import BindQuery, CommonTables, FromClause
from duckstream.bind.grouping import Grouping
from duckstream.bind.names import default_name, make_unique
from duckstream.bind.order import OrderTerm, OutputName, find_output, spell_out
from duckstream.bind.scope import Scope
from duckstream.bind.stars import expand_star, star_table
from duckstream.bind.types import find_text_arithmetic, infer_type


@dataclass
class Item:
    """One column of the select list: the user's expression, or a column that `*` stands for."""

    name: str
    expression: exp.Expr | None
    column: Column | None = None
    node: exp.Expr | None = None

    @property
    def aggregates(self) -> bool:
        return self.expression is not None and has_aggregate(self.expression)

    @property
    def is_constant(self) -> bool:
        return (
            self.expression is not None
            and not self.aggregates
            and self.expression.find(exp.Column, exp.Identifier) is None
        )

    @property
    def has_alias(self) -> bool:
        return isinstance(self.node, exp.Alias)


@dataclass(frozen=True)
class BoundSelect:
    """A bound SELECT: its rows, the columns it shows, and what its ORDER BY orders by."""

    relation: Relation
    columns: tuple[tuple[str, Column], ...]
    order: tuple[OrderTerm, ...]

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
    order: list[exp.Ordered],
) -> BoundSelect:
    """The SELECT as a relation; `order` is its ORDER BY where that has a meaning."""
    refuse_unbound(context, select)
    _refuse_distinct_on(context, select)
    source = FromClause(context, commons, bind_query)
    if select.args.get("from_") is not None:
        source.add(select.args["from_"].this)
    for join in select.args.get("joins") or []:
        source.join(join)
    items = _items(context, select, source.scope)
    relation = source.relation()
    where = select.args.get("where")
    if where is not None:
        names = Names(source.scope, _aliases(items), clause="WHERE")
        predicate = bind_expression(where.this, names)
        _check_types(context, predicate, relation)
        relation = Filter(relation, predicate)
    terms = spell_out(order, len(items))
    return _SelectList(context, select, source.scope, relation, items, terms).bind()


@dataclass
class _SelectList:
    """The part of a SELECT after WHERE, grouped or not."""

    context: Context
    select: exp.Select
    scope: Scope
    input: Relation
    items: list[Item]
    terms: list[exp.Ordered]

    def bind(self) -> BoundSelect:
        return self._grouped() if self._is_grouped() else self._plain()

    def _plain(self) -> BoundSelect:
        expressions = [
            _item_expression(
                item, Names(self.scope, _aliases(self.items[:index]), clause=SELECT_LIST)
            )
            for index, item in enumerate(self.items)
        ]
        names = Names(self.scope, _aliases(self.items), clause="ORDER BY")
        return self._finish(
            self.input, self.input, expressions, lambda node: bind_expression(node, names)
        )

    def _grouped(self) -> BoundSelect:
        context, items = self.context, self.items
        context.features.add("aggregate")
        grouping = Grouping(context, self.input)
        self._bind_keys(grouping)
        bound = [
            _item_expression(item, Names(self.scope, _aliases(items[:i]), grouping, SELECT_LIST))
            for i, item in enumerate(items)
        ]
        names = Names(
            self.scope,
            _aliases(items),
            grouping,
            "HAVING",
            outputs_first=self._ungrouped_names(grouping),
        )
        having = self.select.args.get("having")
        kept = None if having is None else bind_expression(having.this, names)
        order = {
            id(term): bind_expression(term.this, names)
            for term in self.terms
            if self._output_of(term) is None
        }
        # Only now are all keys and aggregates known.
        groups = grouping.relation()
        filtered: Relation = groups
        if kept is not None:
            context.features.add("having")
            filtered = Filter(groups, grouping.lift(kept))
        by_node = {id(term.this): order[id(term)] for term in self.terms if id(term) in order}
        return self._finish(
            filtered,
            groups,
            [grouping.lift(expression) for expression in bound],
            lambda node: grouping.lift(by_node[id(node)]),
        )

    def _finish(
        self,
        relation: Relation,
        typed: Relation,
        expressions: list[exp.Expr],
        bind_order: Callable[[exp.Expr], exp.Expr],
    ) -> BoundSelect:
        """The select list, hidden columns for ORDER BY, and DISTINCT."""
        types = {column.id: column.type for column in typed.columns}

        def output(name: str, expression: exp.Expr) -> Output:
            _check_types(self.context, expression, typed)
            return Output(self.context.ids.column(name, infer_type(expression, types)), expression)

        outputs = [output(i.name, e) for i, e in zip(self.items, expressions, strict=True)]
        hidden: list[Output] = []
        order: list[OrderTerm] = []
        for term in self.terms:
            place = self._output_of(term)
            if place is not None:
                order.append(OrderTerm(outputs[place].column, term))
                continue
            expression = bind_order(term.this)
            found = next((o for o in [*outputs, *hidden] if o.expression == expression), None)
            if found is None:
                found = output("order", expression)
                hidden.append(found)
            order.append(OrderTerm(found.column, term))
        columns = tuple((o.column.name, o.column) for o in outputs)
        result: Relation = Project(relation, (*outputs, *hidden))
        if self.select.args.get("distinct") is not None:
            if hidden:
                raise self.context.unsupported(
                    "ORDER_AFTER_DISTINCT",
                    self.select.args["order"],
                    "ORDER BY",
                    "after DISTINCT only what is selected can order the rows",
                    "select the expression that orders the rows",
                )
            self.context.features.add("distinct")
            result = Aggregate(result, tuple(column for _, column in columns))
        return BoundSelect(result, columns, tuple(order))

    def _output_of(self, term: exp.Ordered) -> int | None:
        names = [OutputName(item.name, item.has_alias) for item in self.items]
        return find_output(self.context, term.this, names)

    def _bind_keys(self, grouping: Grouping) -> None:
        group = self.select.args.get("group")
        if group is None:
            return
        refuse_unbound(self.context, group)
        items = self.items
        names = Names(self.scope, _aliases(items), clause="GROUP BY")
        if group.args.get("all"):
            for item in items:
                if not item.is_constant and not item.aggregates:
                    grouping.key(_item_expression(item, names), item.name)
        for written in _key_nodes(group.expressions):
            node = written.unnest()
            _refuse_grouping_sets(self.context, node)
            item = _ordinal(self.context, node, items)
            if item is not None:
                grouping.key(_item_expression(item, names), item.name)
                continue
            name = node.alias_or_name or default_name(node, self.context.dialect)
            grouping.key(bind_expression(node, names), name)

    def _ungrouped_names(self, grouping: Grouping) -> frozenset[str]:
        """Outputs named like a column that is no key: after grouping only the output is left."""
        keys = [output.expression for output in grouping.keys]
        return frozenset(
            name
            for name in _aliases(self.items)
            if self.scope.knows(name)
            and not any(ref(c.column) in keys for c in self.scope.candidates(name))
        )

    def _is_grouped(self) -> bool:
        group, having = (self.select.args.get(key) for key in ("group", "having"))
        # GROUP BY ALL of constants alone groups by nothing.
        nothing = group is not None and group.args.get("all") and not group.expressions
        if nothing and all(item.is_constant for item in self.items) and having is None:
            return False
        if group is not None or having is not None:
            return True
        ordered = any(has_aggregate(term.this) for term in self.terms)
        return ordered or any(item.aggregates for item in self.items)


def _check_types(context: Context, expression: exp.Expr, below: Relation) -> None:
    """What an engine would refuse for its types, as far as that is certain without one."""
    if context.reading.text_is_number:
        return
    types = {column.id: column.type for column in below.columns}
    text = find_text_arithmetic(expression, types)
    if text is None:
        return
    raise context.invalid(
        "TYPE",
        text,
        str(text.meta.get("spelling", "a text")),
        "a text is not a number, and is not calculated with",
        "cast it, as in CAST(... AS INTEGER)",
    )


def _key_nodes(nodes: list[exp.Expr]) -> list[exp.Expr]:
    """GROUP BY (a, b) is GROUP BY a, b."""
    keys: list[exp.Expr] = []
    for node in nodes:
        keys.extend(_key_nodes(node.expressions) if isinstance(node, exp.Tuple) else [node])
    return keys


def _ordinal(context: Context, node: exp.Expr, items: list[Item]) -> Item | None:
    """`GROUP BY 2`: the second item of the select list."""
    if not (isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit()):
        return None
    number = int(node.name)
    if not 1 <= number <= len(items):
        raise context.invalid(
            "ORDINAL",
            node,
            f"GROUP BY {number}",
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
                for name, expression, column in expand_star(star)
            )
            continue
        if isinstance(node, exp.Aliases):
            raise context.unsupported(
                "ROW_MAKER", node, context.text(node), "it has no rule yet", "give one alias"
            )
        expression = node.this if isinstance(node, exp.Alias) else node
        name = node.alias if isinstance(node, exp.Alias) else _own_name(expression, scope)
        items.append(Item(name, expression, node=node))
    if not items:
        raise context.invalid("SYNTAX", select, "SELECT", "the select list is empty")
    return items


def _own_name(expression: exp.Expr, scope: Scope) -> str:
    """The name of an item without alias: a column keeps the spelling of its table."""
    name = default_name(expression, scope.context.dialect)
    if isinstance(expression, exp.Column):
        tables = scope.tables
        if expression.table:
            found = scope.table([expression.table])
            tables = [found] if found is not None else []
        for table in tables:
            for column in table.columns:
                if column.name.casefold() == name.casefold():
                    return column.name
    return name


def _aliases(items: list[Item]) -> dict[str, exp.Expr]:
    """The names that later expressions can use for what an item computes; the last one counts."""
    return {
        item.name.casefold(): item.expression
        for item in items
        if item.has_alias and item.expression is not None
    }


def _item_expression(item: Item, names: Names) -> exp.Expr:
    if item.expression is not None:
        return bind_expression(item.expression, names)
    assert item.column is not None
    reference = ref(item.column)
    reference.meta["spelling"] = item.name
    start = item.node.meta.get("start") if item.node is not None else None
    if start is not None:
        reference.meta["start"] = start
    return reference


def _refuse_grouping_sets(context: Context, node: exp.Expr) -> None:
    kinds: dict[type[exp.Expr], str] = {
        exp.Rollup: "ROLLUP",
        exp.Cube: "CUBE",
        exp.GroupingSets: "GROUPING SETS",
    }
    if type(node) in kinds:
        raise context.unsupported(
            "GROUPING_SETS",
            node,
            kinds[type(node)],
            "several groupings in one SELECT have no rule yet",
            "write one SELECT for each and join them by UNION ALL",
        )


def _refuse_distinct_on(context: Context, select: exp.Select) -> None:
    distinct = select.args.get("distinct")
    if distinct is not None and distinct.args.get("on") is not None:
        raise context.unsupported(
            "DISTINCT_ON",
            distinct,
            "DISTINCT ON",
            "it has no rule yet",
            "use GROUP BY with MIN or MAX",
        )
