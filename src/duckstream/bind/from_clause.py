"""The FROM clause: tables, derived tables and joins become one relation and a scope of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from duckstream.algebra import (
    Column,
    Join,
    OneRow,
    Output,
    Project,
    Relation,
    Scan,
    SemiJoin,
    conjunction,
    free_ids,
    ref,
    refs,
)
from duckstream.bind.catalog import (
    BaseTable,
    NamedRelation,
    PlainView,
    Unreadable,
    UpstreamView,
)
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.conditions import Condition, bind_condition
from duckstream.bind.context import Context, OpenTable, suggest
from duckstream.bind.expressions import Names, bind_expression, bind_generator
from duckstream.bind.extend import Extend
from duckstream.bind.generators import (
    Generators,
    default_columns,
    default_width,
    is_generator,
    outer_generator,
    series,
)
from duckstream.bind.outer_joins import Sides
from duckstream.bind.pivot import pivot_query
from duckstream.bind.plain_views import bind_plain_view
from duckstream.bind.scope import Scope, ScopeColumn, ScopeTable
from duckstream.bind.subqueries import Subqueries
from duckstream.bind.values import bind_values
from duckstream.plan import PREFIX


@dataclass
class CommonTable:
    """A WITH entry: bound when first read, and shared by all who read it."""

    query: exp.Query
    around: Surroundings
    bound: NamedRelation | None = None


@dataclass(frozen=True)
class CommonTables:
    """The WITH entries in sight, inner ones first."""

    entries: dict[str, CommonTable] = field(default_factory=dict)

    def find(self, name: str) -> CommonTable | None:
        return self.entries.get(name.casefold())

    def extended(self, name: str, entry: CommonTable) -> CommonTables:
        return CommonTables({**self.entries, name.casefold(): entry})


@dataclass(frozen=True)
class Surroundings:
    """Where a query stands: what it can read by name, and the query around it."""

    commons: CommonTables
    bind_query: BindQuery
    outer: Scope | None = None


BindQuery = Callable[[Context, exp.Expr, Surroundings], NamedRelation]


@dataclass
class FromClause:
    """Collects the inputs and conditions of one FROM clause; inner joins are one n-ary join."""

    context: Context
    around: Surroundings
    scope: Scope = field(init=False)
    inputs: list[Relation] = field(default_factory=list)
    conditions: list[exp.Expr] = field(default_factory=list)
    # What stands before the last comma, where JOIN binds tighter.
    _before_comma: list[Relation] = field(default_factory=list)
    _since_comma: int = 0

    def __post_init__(self) -> None:
        self.scope = Scope(self.context, outer=self.around.outer)

    def relation(self) -> Relation:
        inputs = [*self._before_comma, *self.inputs]
        if not inputs:
            return OneRow()
        if len(inputs) == 1 and not self.conditions:
            return inputs[0]
        self.context.features.add("join")
        return Join(tuple(inputs), conjunction(self.conditions))

    def subqueries(self, scope: Scope | None = None) -> Subqueries:
        """What takes the subqueries of a clause that sees these tables; those of this clause."""
        inside = replace(self.around, outer=scope or self.scope)
        return Subqueries(
            self.context, lambda query: self.around.bind_query(self.context, query, inside)
        )

    def add(self, node: exp.Expr) -> None:
        """A table expression with the joins that hang on it."""
        joins = node.args.get("joins") or []
        for table in self._tables(node):
            self._enter(table, node)
        for join in joins:
            self.join(join)

    def join(self, join: exp.Join) -> None:
        refuse_join(self.context, join)
        refuse_unbound(self.context, join)
        if _is_comma(join) and not self.context.reading.comma_is_join:
            # JOIN binds tighter than a comma: what follows does not see the tables before it.
            self._before_comma.append(self._segment())
            self.inputs, self.conditions = [], []
            self._since_comma = len(self.scope.tables)
        if join.kind in ("SEMI", "ANTI"):
            self._semi_join(join)
        elif join.side in ("LEFT", "RIGHT", "FULL"):
            self._outer_join(join)
        else:
            self._inner_join(join)

    def lateral_view(self, lateral: exp.Lateral) -> None:
        """LATERAL VIEW: rows made of each row of all tables before it."""
        alias = lateral.args.get("alias")
        call = lateral.this
        if lateral.args.get("outer"):
            call = outer_generator(self.context, call)
        self._enter(self._generated([call], alias), lateral)

    def _segment(self) -> Relation:
        """The tables since the last comma, joined."""
        if len(self.inputs) == 1 and not self.conditions:
            return self.inputs[0]
        return Join(tuple(self.inputs), conjunction(self.conditions))

    def _inner_join(self, join: exp.Join) -> None:
        entered = len(self.scope.tables)
        left = self.scope.tables[self._since_comma :]
        self.add(join.this)
        right = self.scope.tables[entered:]
        merged = []
        for kept, twin in self._used(left, right, join):
            twin.merged = True
            self.conditions.append(exp.EQ(this=ref(kept.plain), expression=ref(twin.plain)))
            merged.append(kept)
        if self.context.reading.comma_is_join:
            self.scope.lead(merged)
        condition = self._on(join, self.scope)
        if condition is None:
            return
        if not condition.partners and not condition.has_subqueries:
            self.conditions.extend(condition.predicates)
        else:
            self.inputs = [condition.apply_to(self._segment())]
            self.conditions = []

    def _on(self, join: exp.Join, scope: Scope, *, semi_joins: bool = True) -> Condition | None:
        on = join.args.get("on")
        if on is None:
            return None
        names = Names(scope, clause="a join condition", subqueries=self.subqueries(scope))
        return bind_condition(on, names, semi_joins=semi_joins)

    def _right_side(self, join: exp.Join) -> FromClause:
        """The other side of a join, by itself."""
        right = FromClause(self.context, replace(self.around, outer=self.scope))
        right.add(join.this)
        return right

    def _semi_join(self, join: exp.Join) -> None:
        self.context.features.add("semi_join")
        right = self._right_side(join)
        both = Scope(self.context, [*self.scope.tables, *right.scope.tables], self.around.outer)
        left = self.scope.tables[self._since_comma :]
        pairs = self._used(left, right.scope.tables, join)
        if self.context.reading.comma_is_join:
            self.scope.lead([kept for kept, _ in pairs])
        conditions: list[exp.Expr] = [
            exp.EQ(this=ref(kept.plain), expression=ref(twin.plain)) for kept, twin in pairs
        ]
        rows, partners = self._segment(), right.relation()
        condition = self._on(join, both, semi_joins=False)
        if condition is not None:
            conditions += condition.predicates
            if condition.has_subqueries:
                partners = condition.join_subqueries_to(partners)
        anti = join.kind == "ANTI"
        self.inputs = [SemiJoin(rows, partners, conjunction(conditions), anti)]
        self.conditions = []

    def _outer_join(self, join: exp.Join) -> None:
        self.context.features.add("outer_join")
        entered = len(self.scope.tables)
        right = self._right_side(join)
        for table in right.scope.tables:
            self._enter(table, join.this)
        left_tables = self.scope.tables[self._since_comma : entered]
        self._refuse_lateral(join, left_tables, right.relation())
        pairs = self._used(left_tables, right.scope.tables, join)
        conditions: list[exp.Expr] = [
            exp.EQ(this=ref(kept.plain), expression=ref(twin.plain)) for kept, twin in pairs
        ]
        condition = self._on(join, self.scope, semi_joins=False)
        sides = Sides(self.context, self._segment(), right.relation(), join.side)
        if condition is not None:
            conditions += condition.predicates
        joined = sides.joined(conjunction(conditions), condition)
        self.inputs, self.conditions = [self._unite(joined, pairs, join.side)], []
        if self.context.reading.comma_is_join:
            self.scope.lead([kept for kept, _ in pairs])

    def _refuse_lateral(self, join: exp.Join, left: list[ScopeTable], right: Relation) -> None:
        """What is computed for each row on the left has no rows without one."""
        own = {column.column.id for table in left for column in table.columns}
        if join.side != "LEFT" and free_ids(right) & own:
            raise self.context.invalid(
                "LATERAL",
                join.this,
                f"{join.side} JOIN LATERAL",
                "the right side reads columns of the left one, and would have rows without them",
                "use LEFT JOIN LATERAL or an inner join",
            )

    def _unite(
        self, joined: Relation, pairs: list[tuple[ScopeColumn, ScopeColumn]], side: str
    ) -> Relation:
        """What a USING column means after the join: the side that is never padded, or either."""
        outputs = []
        for kept, twin in pairs:
            left, right = kept.plain, twin.plain
            twin.merged = True
            if side == "RIGHT":
                kept.united = right
            elif side == "FULL":
                same = left.type if left.type == right.type else None
                kept.united = self.context.ids.column(kept.name, same)
                either = exp.Coalesce(this=ref(left), expressions=[ref(right)])
                outputs.append(Output(kept.united, either))
        return Extend(joined, tuple(outputs)) if outputs else joined

    def _enter(self, table: ScopeTable, node: exp.Expr) -> None:
        taken = {t.path[-1].casefold() for t in self.scope.tables if t.path}
        if table.path and table.path[-1].casefold() in taken:
            raise self.context.invalid(
                "DUPLICATE_ALIAS",
                node,
                f"table {table.path[-1]}",
                "two tables of this FROM clause go by the same name",
                "give one of them an alias",
            )
        self.scope.tables.append(table)

    def _tables(self, node: exp.Expr) -> list[ScopeTable]:
        refuse_unbound(self.context, node)
        alias = node.args.get("alias")
        match node:
            case exp.Table() | exp.Subquery() if node.args.get("pivots"):
                return [self._pivoted(node)]
            case exp.Table() if isinstance(node.this, exp.Identifier):
                return [self._named_table(node)]
            case exp.Subquery() if _is_query(node.this):
                bare = node.copy()
                bare.set("alias", None)
                bare.set("joins", None)
                return [self._subquery(bare, alias)]
            case exp.Lateral() if isinstance(node.this, exp.Subquery):
                return [self._subquery(node.this, alias)]
            case exp.Subquery():
                return self._parenthesised(node)
            case exp.Values():
                return [self._derived(self._values(node), alias)]
            case exp.Unnest():
                return [self._unnested(node, alias)]
            case exp.Lateral():
                return [self._generated([node.this], alias)]
            case exp.Table() if is_generator(self.context, node.this):
                return [self._generated([node.this], alias)]
            case exp.Table() if (found := series(self.context, node.this)) is not None:
                numbers, name = found
                return [self._generated([exp.Explode(this=numbers)], alias, name)]
        construct, hint = _table_construct(node)
        raise self.context.unsupported(construct[0], node, construct[1], "it has no rule yet", hint)

    def _subquery(self, query: exp.Expr, alias: exp.Expr | None) -> ScopeTable:
        """A derived table. It sees the tables before it, as far as the engine lets it."""
        inside = replace(self.around, outer=self.scope)
        return self._derived(self.around.bind_query(self.context, query, inside), alias)

    def _values(self, node: exp.Values) -> NamedRelation:
        self.context.features.add("values")
        names = Names(self.scope, clause="VALUES", subqueries=None)
        return bind_values(self.context, node, lambda value: bind_expression(value, names))

    def _unnested(self, node: exp.Unnest, alias: exp.Expr | None) -> ScopeTable:
        """UNNEST of a list, WITH ORDINALITY or without."""
        calls = [exp.Explode(this=part) for part in node.expressions]
        position = node.args.get("offset")
        if not position:
            return self._generated(calls, alias, "unnest")
        calls.append(exp.Explode(this=_positions(node.expressions[0])))
        table = self._generated(calls, alias, "unnest")
        # sqlglot takes the last name of the alias for that of the position.
        name = position.name if isinstance(position, exp.Identifier) else "ordinality"
        table.columns[-1].name = name
        return table

    def _generated(
        self, calls: Sequence[exp.Expr], alias: exp.Expr | None, name: str | None = None
    ) -> ScopeTable:
        """Rows that calls make, of the rows of the tables before if they read these."""
        names = Names(self.scope, clause="FROM")
        bound = [bind_generator(call, names) for call in calls]
        generators = Generators(self.context)
        given = _column_names(alias)
        columns: list[tuple[str, Column]] = []
        for call in bound:
            width = len(given) if len(bound) == 1 and given else default_width(call)
            made = generators.add(call, width)
            defaults = default_columns(call, name)
            columns += [
                (defaults[i] if i < len(defaults) else f"col{i}", column)
                for i, column in enumerate(made)
            ]
        own = {c.column.id for table in self.scope.tables for c in table.columns}
        if own & set().union(*(refs(call) for call in bound)):
            self.inputs = [generators.over(self.relation())]
            self.conditions, self._before_comma = [], []
        else:
            self.inputs.append(generators.over(OneRow()))
        path = _path(alias) or ((name,) if name else ())
        return ScopeTable(path, self._renamed(columns, alias))

    def _pivoted(self, node: exp.Expr) -> ScopeTable:
        """PIVOT and UNPIVOT: a derived table."""
        self.context.features.add("pivot")
        inner: exp.Expr = node.copy()
        inner.set("pivots", None)
        inner.set("joins", None)
        alias = node.args.get("alias")
        for pivot in node.args["pivots"]:
            read = FromClause(self.context, self.around)
            read.add(inner)
            names = [column.name for column in read.scope.visible(node)]
            alias = pivot.args.get("alias") or alias
            inner = exp.Subquery(this=pivot_query(self.context, pivot, inner, names))
        return self._subquery(inner, alias)

    def _named_table(self, node: exp.Table) -> ScopeTable:
        parts = [part.name for part in node.parts]
        common = self.around.commons.find(parts[0]) if len(parts) == 1 else None
        alias = node.args.get("alias")
        if common is not None:
            return self._derived(self._common(common), alias, name=parts[0])
        found = self.context.catalog.find(parts)
        match found:
            case BaseTable():
                return self._base_table(found, alias, parts)
            case UpstreamView():
                self.context.features.add("view_on_view")
                return self._derived(found.present(self.context.ids), alias, name=found.name)
            case PlainView():
                return self._derived(self._plain_view(found, node), alias, name=found.name)
            case Unreadable():
                raise self.context.unsupported(
                    found.code, node, f"table {'.'.join(parts)}", found.reason, found.hint
                )
        raise self.context.invalid(
            "UNKNOWN_TABLE",
            node,
            f"table {'.'.join(parts)}",
            "there is no such table",
            suggest(parts[-1], self.context.catalog.table_names()),
        )

    def _base_table(self, table: BaseTable, alias: exp.Expr | None, parts: list[str]):
        path = _path(alias) or (table.source.catalog, table.source.schema, table.source.table)
        if not _path(alias) and parts[-1].casefold() != path[-1].casefold():
            path = (*path[:-1], parts[-1])
        ids = self.context.ids
        if table.columns is None:
            scan = Scan(table.source, ())
            opened = OpenTable(table.source)
            self.context.open_scans[id(scan)] = (scan, opened)
            self.inputs.append(scan)
            if _column_names(alias):
                raise self.context.invalid(
                    "SCHEMA_NEEDED",
                    alias or exp.Null(),
                    f"table {parts[-1]}",
                    "its columns are renamed but not known",
                    'pass schema={"table": {"column": "TYPE"}}',
                )
            return ScopeTable(path, [], opened)
        for column in table.columns:
            if column.name.casefold().startswith(PREFIX):
                raise self.context.unsupported(
                    "RESERVED_NAME",
                    alias or exp.Null(),
                    f"table {parts[-1]}",
                    f"its column {column.name} has a name of the kind that duckstream uses itself",
                    "rename the column",
                )
        columns = [ids.column(column.name, column.type) for column in table.columns]
        self.inputs.append(Scan(table.source, tuple(columns)))
        named = [(column.name, column) for column in columns]
        return ScopeTable(path, self._renamed(named, alias))

    def _derived(
        self, bound: NamedRelation, alias: exp.Expr | None, name: str | None = None
    ) -> ScopeTable:
        self.inputs.append(bound.relation)
        path = _path(alias) or ((name,) if name else ())
        return ScopeTable(path, self._renamed(list(bound.columns), alias))

    def _renamed(
        self, columns: list[tuple[str, Column]], alias: exp.Expr | None
    ) -> list[ScopeColumn]:
        given = _column_names(alias)
        if len(given) > len(columns):
            raise self.context.invalid(
                "TOO_MANY_NAMES",
                alias or exp.Null(),
                f"alias {alias.name if alias else ''}",
                f"{len(given)} column names for {len(columns)} columns",
                "drop the names that are too many",
            )
        names = [*given, *(name for name, _ in columns[len(given) :])]
        return [ScopeColumn(n, column) for n, (_, column) in zip(names, columns, strict=True)]

    def _common(self, common: CommonTable) -> NamedRelation:
        """A WITH entry is bound once; each place that reads it gets columns of its own."""
        self.context.features.add("cte")
        if common.bound is None:
            common.bound = self.around.bind_query(self.context, common.query, common.around)
        return self._shared(common.bound)

    def _plain_view(self, view: PlainView, node: exp.Table) -> NamedRelation:
        """It stands by itself, whatever is in sight here."""
        bind_query = self.around.bind_query
        alone = Surroundings(CommonTables(), bind_query)
        bound = bind_plain_view(
            self.context, view, node, lambda inside, query: bind_query(inside, query, alone)
        )
        return self._shared(bound)

    def _shared(self, bound: NamedRelation) -> NamedRelation:
        """One of the places that read a relation, with columns of its own."""
        fresh = [(name, self.context.ids.copy_of(column)) for name, column in bound.columns]
        outputs = tuple(
            Output(new, ref(old)) for (_, new), (_, old) in zip(fresh, bound.columns, strict=True)
        )
        return NamedRelation(Project(bound.relation, outputs), tuple(fresh))

    def _parenthesised(self, node: exp.Subquery) -> list[ScopeTable]:
        """`(a JOIN b ON ...)`, with or without an alias for the whole."""
        inner = FromClause(self.context, replace(self.around, outer=self.scope))
        inner.add(node.this)
        alias = node.args.get("alias")
        self.inputs.append(inner.relation())
        if alias is None:
            return inner.scope.tables
        columns = [(column.name, column.plain) for column in inner.scope.visible(node)]
        return [ScopeTable(_path(alias), self._renamed(columns, alias))]

    def _natural_columns(
        self, left: list[ScopeTable], right: list[ScopeTable], join: exp.Join
    ) -> list[str]:
        if any(table.open is not None for table in [*left, *right]):
            raise self.context.invalid(
                "SCHEMA_NEEDED",
                join.this,
                "NATURAL JOIN",
                "the columns of its tables are not known",
                'use USING (...), or pass schema={"table": {"column": "TYPE"}}',
            )
        right_names = {c.name.casefold() for table in right for c in table.columns if not c.merged}
        left_names = {c.name.casefold(): c.name for t in left for c in t.columns if not c.merged}
        shared = [name for folded, name in left_names.items() if folded in right_names]
        if not shared:
            raise self.context.invalid(
                "NO_SHARED_COLUMN",
                join.this,
                "NATURAL JOIN",
                "its sides have no column name in common",
                "write CROSS JOIN if every combination is meant",
            )
        return shared

    def _used(
        self, left: list[ScopeTable], right: list[ScopeTable], join: exp.Join
    ) -> list[tuple[ScopeColumn, ScopeColumn]]:
        """The pairs of columns that USING or NATURAL sets equal."""
        using = [part.name for part in join.args.get("using") or []]
        if join.method == "NATURAL":
            using = self._natural_columns(left, right, join)
        return [self._using(name, left, right, join) for name in using]

    def _using(
        self, name: str, left: list[ScopeTable], right: list[ScopeTable], join: exp.Join
    ) -> tuple[ScopeColumn, ScopeColumn]:
        """`USING (name)`: the column of each side."""
        sides = []
        for tables in (left, right):
            side = Scope(self.context, tables)
            opened = [table for table in tables if table.open is not None]
            if len(opened) > 1 and not side.knows(name):
                raise self.context.invalid(
                    "SCHEMA_NEEDED",
                    next(iter(join.args.get("using") or []), join.this),
                    f"USING ({name})",
                    "without the tables' columns it cannot be told which table it belongs to",
                    'write ON, or pass schema={"table": {"column": "TYPE"}}',
                )
            found = side.candidates(name)
            if tables is left and self.context.reading.comma_is_join:
                found = found[:1]
            if len(found) != 1:
                what = "no" if not found else "more than one"
                raise self.context.invalid(
                    "UNKNOWN_COLUMN" if not found else "AMBIGUOUS_COLUMN",
                    next(iter(join.args.get("using") or []), join.this),
                    f"USING ({name})",
                    f"one side has {what} column {name}",
                    "write the condition with ON",
                )
            sides.append(found[0])
        return sides[0], sides[1]


def refuse_join(context: Context, join: exp.Join) -> None:
    reasons = {
        "ASOF": "which row is the closest is decided anew with every change",
        "POSITIONAL": "rows of a table have no positions that last",
    }
    if join.method in reasons:
        raise context.unsupported(
            f"{join.method}_JOIN",
            join.this,
            f"{join.method} JOIN",
            reasons[join.method],
            "join on columns",
        )


def _is_comma(join: exp.Join) -> bool:
    return not any(join.args.get(key) for key in ("kind", "side", "method", "on", "using"))


def _is_query(node: exp.Expr) -> bool:
    """A query in any number of parentheses, as opposed to a join in parentheses."""
    while isinstance(node, exp.Subquery):
        node = node.this
    return isinstance(node, exp.Query)


def _path(alias: exp.Expr | None) -> tuple[str, ...]:
    return (alias.name,) if alias is not None and alias.name else ()


def _positions(elements: exp.Expr) -> exp.Expr:
    """From 1 to the length of a list."""
    length = exp.Anonymous(this="len", expressions=[elements.copy()])
    return exp.GenerateSeries(start=exp.Literal.number(1), end=length)


def _column_names(alias: exp.Expr | None) -> list[str]:
    return [part.name for part in (alias.args.get("columns") or [])] if alias is not None else []


def _table_construct(node: exp.Expr) -> tuple[tuple[str, str], str]:
    if isinstance(node, exp.Table):
        name = node.this.sql() if isinstance(node.this, exp.Expr) else ""
        return ("TABLE_FUNCTION", f"table function {name}"), "read from a table of the lake"
    return ("FROM", node.sql()), "read from tables and derived tables"
