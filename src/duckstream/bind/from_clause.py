"""The FROM clause: tables, derived tables and joins become one relation and a scope of names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import (
    Column,
    Join,
    OneRow,
    Output,
    Project,
    Relation,
    Scan,
    conjunction,
    ref,
)
from duckstream.bind.catalog import BaseTable, NamedRelation, Unreadable, UpstreamView
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import Context, OpenTable, suggest
from duckstream.bind.expressions import Names, bind_expression
from duckstream.bind.scope import Scope, ScopeColumn, ScopeTable
from duckstream.plan import PREFIX


@dataclass
class CommonTable:
    """A WITH entry: bound when first read, and shared by all who read it."""

    query: exp.Query
    visible: CommonTables
    bound: NamedRelation | None = None


@dataclass(frozen=True)
class CommonTables:
    """The WITH entries in sight, inner ones first."""

    entries: dict[str, CommonTable] = field(default_factory=dict)

    def find(self, name: str) -> CommonTable | None:
        return self.entries.get(name.casefold())

    def extended(self, name: str, entry: CommonTable) -> CommonTables:
        return CommonTables({**self.entries, name.casefold(): entry})


BindQuery = Callable[[Context, exp.Query, CommonTables], NamedRelation]


@dataclass
class FromClause:
    """Collects the inputs and conditions of one FROM clause; inner joins are one n-ary join."""

    context: Context
    commons: CommonTables
    bind_query: BindQuery
    scope: Scope = field(init=False)
    inputs: list[Relation] = field(default_factory=list)
    conditions: list[exp.Expr] = field(default_factory=list)
    _since_comma: int = 0

    def __post_init__(self) -> None:
        self.scope = Scope(self.context)

    def relation(self) -> Relation:
        if not self.inputs:
            return OneRow()
        if len(self.inputs) == 1 and not self.conditions:
            return self.inputs[0]
        self.context.features.add("join")
        return Join(tuple(self.inputs), conjunction(self.conditions))

    def add(self, node: exp.Expr) -> None:
        """A table expression with the joins that hang on it."""
        joins = node.args.get("joins") or []
        for table in self._tables(node):
            self._enter(table, node)
        for join in joins:
            self.join(join)

    def join(self, join: exp.Join) -> None:
        self._refuse_join(join)
        refuse_unbound(self.context, join)
        if _is_comma(join) and not self.context.reading.comma_is_join:
            # JOIN binds tighter than a comma: what follows does not see the tables before it.
            self._since_comma = len(self.scope.tables)
        entered = len(self.scope.tables)
        left = self.scope.tables[self._since_comma :]
        self.add(join.this)
        right = self.scope.tables[entered:]
        using = [part.name for part in join.args.get("using") or []]
        if join.method == "NATURAL":
            using = self._natural_columns(left, right, join)
        merged = [self._using(name, left, right, join) for name in using]
        if self.context.reading.comma_is_join:
            self.scope.lead(merged)
        on = join.args.get("on")
        if on is not None:
            names = Names(self.scope, clause="a join condition")
            self.conditions.append(bind_expression(on, names))

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
        match node:
            case exp.Table() if isinstance(node.this, exp.Identifier):
                return [self._named_table(node)]
            case exp.Subquery() if _is_query(node.this):
                bare = node.copy()
                bare.set("alias", None)
                bare.set("joins", None)
                bound = self.bind_query(self.context, bare, self.commons)
                return [self._derived(bound, node.args.get("alias"))]
            case exp.Subquery():
                return self._parenthesised(node)
        construct, hint = _table_construct(node)
        raise self.context.unsupported(construct[0], node, construct[1], "it has no rule yet", hint)

    def _named_table(self, node: exp.Table) -> ScopeTable:
        parts = [part.name for part in node.parts]
        common = self.commons.find(parts[0]) if len(parts) == 1 else None
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
            common.bound = self.bind_query(self.context, common.query, common.visible)
        fresh = [(name, self.context.ids.copy_of(column)) for name, column in common.bound.columns]
        outputs = tuple(
            Output(new, ref(old))
            for (_, new), (_, old) in zip(fresh, common.bound.columns, strict=True)
        )
        return NamedRelation(Project(common.bound.relation, outputs), tuple(fresh))

    def _parenthesised(self, node: exp.Subquery) -> list[ScopeTable]:
        """`(a JOIN b ON ...)`, with or without an alias for the whole."""
        inner = FromClause(self.context, self.commons, self.bind_query)
        inner.add(node.this)
        alias = node.args.get("alias")
        self.inputs.append(inner.relation())
        if alias is None:
            return inner.scope.tables
        columns = [(column.name, column.column) for column in inner.scope.visible(node)]
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

    def _using(
        self, name: str, left: list[ScopeTable], right: list[ScopeTable], join: exp.Join
    ) -> ScopeColumn:
        """`USING (name)`: the columns are equal, and the left one, given back, stands for both."""
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
        kept, merged = sides
        merged.merged = True
        self.conditions.append(exp.EQ(this=ref(kept.column), expression=ref(merged.column)))
        return kept

    def _refuse_join(self, join: exp.Join) -> None:
        side, kind, method = join.side, join.kind, join.method
        if method in ("ASOF", "POSITIONAL"):
            reasons = {
                "ASOF": "which row is the closest is decided anew with every change",
                "POSITIONAL": "rows of a table have no positions that last",
            }
            raise self.context.unsupported(
                f"{method}_JOIN", join.this, f"{method} JOIN", reasons[method], "join on columns"
            )
        if kind in ("SEMI", "ANTI"):
            raise self.context.unsupported(
                "SEMI_JOIN",
                join.this,
                f"{kind} JOIN",
                "semi and anti joins have no rule yet",
                "join the DISTINCT keys of a derived table",
            )
        if side in ("LEFT", "RIGHT", "FULL") or kind == "OUTER":
            raise self.context.unsupported(
                "OUTER_JOIN",
                join.this,
                f"{side or kind} JOIN",
                "outer joins have no rule yet",
                "use an inner join, and UNION ALL for the rows without a partner",
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


def _column_names(alias: exp.Expr | None) -> list[str]:
    return [part.name for part in (alias.args.get("columns") or [])] if alias is not None else []


def _table_construct(node: exp.Expr) -> tuple[tuple[str, str], str]:
    match node:
        case exp.Values():
            return ("VALUES", "VALUES"), "SELECT the constants, joined by UNION ALL"
        case exp.Lateral():
            return ("LATERAL", "LATERAL"), "join a derived table that does not look outside"
        case exp.Unnest():
            return ("UNNEST", "UNNEST"), "store the elements as rows of a table"
        case exp.Table():
            name = node.this.sql() if isinstance(node.this, exp.Expr) else ""
            return ("TABLE_FUNCTION", f"table function {name}"), "read from a table of the lake"
        case _:
            return ("FROM", node.sql()), "read from tables and derived tables"
