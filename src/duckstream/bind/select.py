"""One SELECT: FROM, WHERE, GROUP BY, HAVING, the select list, DISTINCT and ORDER BY."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Column,
    Output,
    Project,
    Relation,
    is_ref,
    ref,
    ref_id,
)
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.conditions import Condition, bind_condition
from duckstream.bind.context import Context
from duckstream.bind.expressions import (
    SELECT_LIST,
    Names,
    bind_expression,
    bind_generator,
    has_aggregate,
)
from duckstream.bind.first_rows import first_rows
from duckstream.bind.from_clause import FromClause, Surroundings
from duckstream.bind.generators import Generators, generated_names
from duckstream.bind.grouping import Grouping
from duckstream.bind.grouping_sets import expand_sets, keys_of
from duckstream.bind.names import default_name, make_unique
from duckstream.bind.order import OrderTerm, OutputName, find_output, spell_out
from duckstream.bind.scope import Scope
from duckstream.bind.stars import expand_star, star_table
from duckstream.bind.types import find_text_arithmetic, infer_type
from duckstream.bind.windows import Windows


@dataclass
class Item:
    """One column of the select list: the user's expression, or a column that `*` stands for."""

    name: str
    expression: exp.Expr | None
    column: Column | None = None
    node: exp.Expr | None = None
    # Which of how many columns of a call that makes several.
    part: tuple[int, int] | None = None

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
    around: Surroundings,
    order: list[exp.Ordered],
) -> BoundSelect:
    """The SELECT as a relation; `order` is its ORDER BY where that has a meaning."""
    refuse_unbound(context, select)
    source = FromClause(context, around)
    if select.args.get("from_") is not None:
        source.add(select.args["from_"].this)
    for join in select.args.get("joins") or []:
        source.join(join)
    for lateral in select.args.get("laterals") or []:
        source.lateral_view(lateral)
    items = _items(context, select, source.scope)
    relation = source.relation()
    where = select.args.get("where")
    if where is not None:
        names = Names(source.scope, _aliases(items), clause="WHERE", subqueries=source.subqueries())
        condition = bind_condition(where.this, names)
        for predicate in condition.predicates:
            _check_types(context, predicate, relation)
        relation = condition.apply_to(relation)
    terms = spell_out(order, len(items))
    return _SelectList(context, select, source, relation, items, terms).bind()


@dataclass
class _SelectList:
    """The part of a SELECT after WHERE, grouped or not."""

    context: Context
    select: exp.Select
    source: FromClause
    input: Relation
    items: list[Item]
    terms: list[exp.Ordered]

    def __post_init__(self) -> None:
        self.scope = self.source.scope
        self.subqueries = self.source.subqueries()
        named = {w.name.casefold(): w for w in self.select.args.get("windows") or []}
        self.windows = Windows(self.context, named)
        self.generators = Generators(self.context)
        # The columns of a call that makes several of them.
        self._made: dict[int, tuple[Column, ...]] = {}

    def bind(self) -> BoundSelect:
        grouping = None
        if self._is_grouped():
            self.context.features.add("aggregate")
            grouping = Grouping(self.scope, self.input, self.source.subqueries())
            self._bind_keys(grouping)
        return self._finish(grouping)

    def _names(self, clause: str, grouping: Grouping | None, items: list[Item]) -> Names:
        return Names(
            self.scope,
            _aliases(items),
            grouping,
            clause,
            outputs_first=frozenset() if grouping is None else self._ungrouped_names(grouping),
            subqueries=self.subqueries,
            below=None if grouping is None else grouping.below,
            windows=self.windows,
        )

    def _finish(self, grouping: Grouping | None) -> BoundSelect:
        """Bind everything first: only then are all aggregates, windows and subqueries known."""
        bound = [self._bind_item(index, item, grouping) for index, item in enumerate(self.items)]
        names = self._names("ORDER BY", grouping, self.items)
        order = {
            id(term): bind_expression(term.this, names)
            for term in self.terms
            if self._output_of(term) is None
        }
        having = self._condition("having", replace(names, clause="HAVING", windows=None))
        qualify = self._condition("qualify", replace(names, clause="QUALIFY"))
        distinct = self.select.args.get("distinct")
        on = distinct.args.get("on") if distinct is not None else None
        unique = [self._bind_unique(part, names) for part in _key_nodes([on])] if on else []

        relation, lift, move = self.input, _same, _same_tree
        if grouping is not None:
            relation, lift, move = grouping.relation(), grouping.lift, grouping.lift_tree
        typed = relation
        if having is not None:
            self.context.features.add("having")
            relation = having.apply_to(relation, lift, move)
        relation = self.subqueries.join_to(relation, move)
        relation = self.windows.over(relation, lift)
        if qualify is not None:
            relation = qualify.apply_to(relation, lift, move)
        relation = self.generators.over(relation, lift)
        outputs = self._outputs([lift(expression) for expression in bound], typed)
        hidden, terms = self._order(
            outputs, {term: lift(expression) for term, expression in order.items()}, typed
        )
        columns = tuple((output.column.name, output.column) for output in outputs)
        if unique:
            keys = tuple(
                ref(outputs[part].column) if isinstance(part, int) else lift(part)
                for part in unique
            )
            result = self._first_of_each(relation, [*outputs, *hidden], keys, terms)
        else:
            result = Project(relation, (*outputs, *hidden))
            if distinct is not None:
                result = self._distinct(result, columns, hidden)
        return BoundSelect(result, columns, tuple(terms))

    def _condition(self, clause: str, names: Names) -> Condition | None:
        written = self.select.args.get(clause)
        return None if written is None else bind_condition(written.this, names)

    def _bind_item(self, index: int, item: Item, grouping: Grouping | None) -> exp.Expr:
        # In the select list a table's column comes before an output of the same name.
        names = replace(
            self._names(SELECT_LIST, grouping, self.items[:index]),
            outputs_first=frozenset(),
            generators=self.generators,
        )
        if item.part is None:
            key = None if grouping is None else grouping.key_written_as(item.expression)
            return _item_expression(item, names) if key is None else ref(key)
        assert item.expression is not None
        number, width = item.part
        if id(item.node) not in self._made:
            call = bind_generator(item.expression, names)
            self._made[id(item.node)] = self.generators.add(call, width)
        return ref(self._made[id(item.node)][number])

    def _bind_unique(self, node: exp.Expr, names: Names) -> exp.Expr | int:
        """A key of DISTINCT ON: an expression, or the place of an output."""
        place = find_output(self.context, node, self._output_names())
        return bind_expression(node, names) if place is None else place

    def _outputs(self, expressions: list[exp.Expr], typed: Relation) -> list[Output]:
        return [
            self._output(item.name, expression, typed)
            for item, expression in zip(self.items, expressions, strict=True)
        ]

    def _output(self, name: str, expression: exp.Expr, typed: Relation) -> Output:
        _check_types(self.context, expression, typed)
        types = {column.id: column.type for column in typed.columns}
        return Output(self.context.ids.column(name, infer_type(expression, types)), expression)

    def _order(
        self, outputs: list[Output], bound: dict[int, exp.Expr], typed: Relation
    ) -> tuple[list[Output], list[OrderTerm]]:
        """The columns that ORDER BY orders by, and those of them that are not shown."""
        hidden: list[Output] = []
        terms: list[OrderTerm] = []
        for term in self.terms:
            place = self._output_of(term)
            if place is not None:
                terms.append(OrderTerm(outputs[place].column, term))
                continue
            expression = bound[id(term)]
            found = next((o for o in [*outputs, *hidden] if o.expression == expression), None)
            if found is None:
                found = self._output("order", expression, typed)
                hidden.append(found)
            terms.append(OrderTerm(found.column, term))
        return hidden, terms

    def _distinct(
        self, result: Relation, columns: tuple[tuple[str, Column], ...], hidden: list[Output]
    ) -> Relation:
        if hidden:
            raise self.context.unsupported(
                "ORDER_AFTER_DISTINCT",
                self.select.args["order"],
                "ORDER BY",
                "after DISTINCT only what is selected can order the rows",
                "select the expression that orders the rows",
            )
        self.context.features.add("distinct")
        return Aggregate(result, tuple(column for _, column in columns))

    def _first_of_each(
        self,
        rows: Relation,
        outputs: list[Output],
        keys: tuple[exp.Expr, ...],
        terms: list[OrderTerm],
    ) -> Relation:
        """DISTINCT ON: of the rows that agree in the keys the first one."""
        self.context.features.add("distinct_on")
        shown = {output.column.id for output in outputs}
        computed = [
            Output(self.context.ids.column("key"), key)
            for key in keys
            if not (is_ref(key) and ref_id(key) in shown)
        ]
        by_id = {output.column.id: output.column for output in outputs}
        picked = [by_id[ref_id(key)] for key in keys if is_ref(key) and ref_id(key) in shown]
        projected = Project(rows, (*outputs, *computed))
        partition = (*picked, *(output.column for output in computed))
        return first_rows(
            self.context.ids, projected, partition, terms, exp.Literal.number(1), None
        )

    def _output_names(self) -> list[OutputName]:
        return [OutputName(item.name, item.has_alias) for item in self.items]

    def _output_of(self, term: exp.Ordered) -> int | None:
        return find_output(self.context, term.this, self._output_names())

    def _bind_keys(self, grouping: Grouping) -> None:
        group = self.select.args.get("group")
        if group is None:
            return
        refuse_unbound(self.context, group)
        items = self.items
        names = Names(self.scope, _aliases(items), clause="GROUP BY", subqueries=grouping.below)
        if group.args.get("all"):
            for item in items:
                if not item.is_constant and not item.aggregates:
                    column = grouping.key(_item_expression(item, names), item.name)
                    grouping.remember(item.expression, column)
        sets = [
            [[self._key(key, grouping, names) for key in keys] for keys in expand_sets(node)]
            for node in _grouping_nodes(group)
        ]
        if any(len(each) != 1 for each in sets):
            self.context.features.add("grouping_sets")
            grouping.sets = [
                tuple(dict.fromkeys(column for part in choice for column in part))
                for choice in product(*sets)
            ]

    def _key(self, written: exp.Expr, grouping: Grouping, names: Names) -> Column:
        node = written.unnest()
        item = _ordinal(self.context, node, self.items)
        if item is not None:
            column = grouping.key(_item_expression(item, names), item.name)
            return grouping.remember(item.expression, column)
        name = node.alias_or_name or default_name(node, self.context.dialect)
        return grouping.remember(node, grouping.key(bind_expression(node, names), name))

    def _ungrouped_names(self, grouping: Grouping) -> frozenset[str]:
        """Outputs named like a column that is no key: after grouping only the output is left."""
        keys = [output.expression for output in grouping.keys]
        return frozenset(
            name
            for name in _aliases(self.items)
            if self.scope.knows(name)
            and not any(ref(c.plain) in keys for c in self.scope.candidates(name))
        )

    def _is_grouped(self) -> bool:
        group, having = (self.select.args.get(key) for key in ("group", "having"))
        # GROUP BY ALL of constants alone groups by nothing.
        nothing = group is not None and group.args.get("all") and not group.expressions
        if nothing and all(item.is_constant for item in self.items) and having is None:
            return False
        if group is not None or having is not None:
            return True
        qualify = self.select.args.get("qualify")
        others = [*(term.this for term in self.terms), *([qualify.this] if qualify else [])]
        aggregated = any(has_aggregate(each) for each in others)
        return aggregated or any(item.aggregates for item in self.items)


def _same(expression: exp.Expr) -> exp.Expr:
    return expression


def _same_tree(tree: Relation) -> Relation:
    return tree


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


def _grouping_nodes(group: exp.Group) -> list[exp.Expr]:
    """The items of GROUP BY; Spark writes some of them after it, as in `a, b WITH ROLLUP`."""
    written = list(group.expressions)
    for key in ("rollup", "cube", "grouping_sets"):
        for node in group.args.get(key) or []:
            if node.expressions:
                # The keys before it are those that the sets pick from.
                return [node]
            return [type(node)(expressions=[each.copy() for each in written])]
    return written


def _key_nodes(nodes: list[exp.Expr]) -> list[exp.Expr]:
    """`(a, b)` is a, b."""
    return [key for node in nodes for key in keys_of(node)]


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
        made = generated_names(context, node)
        if made is not None:
            call = node.this if isinstance(node, exp.Aliases) else node
            items.extend(
                Item(name, call, node=node, part=(number, len(made)))
                for number, name in enumerate(made)
            )
            continue
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
