"""`*`, `table.*` and `struct.*` with EXCLUDE, REPLACE and RENAME."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Column
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import suggest
from duckstream.bind.scope import Scope, ScopeColumn

# Name and expression, or name and column.
StarItem = tuple[str, exp.Expr | None, Column | None]


@dataclass(frozen=True)
class StarColumns:
    """A star of the select list, and what is in sight of it."""

    star: exp.Star
    items: list[StarItem]
    scope: Scope


def star_table(node: exp.Expr, scope: Scope) -> StarColumns | None:
    """The columns the node stands for, if it is a star."""
    if isinstance(node, exp.Star):
        if not scope.tables:
            raise scope.context.invalid(
                "SYNTAX", node, "SELECT *", "there is no FROM clause to select from"
            )
        return StarColumns(node, _plain(scope.visible(node)), scope)
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
        qualifier = [part.name for part in node.parts[:-1]]
        table = scope.table(qualifier)
        if table is not None:
            return StarColumns(node.this, _plain(scope.visible_of(table, node)), scope)
        fields = _fields(node, scope)
        if fields is not None:
            return StarColumns(node.this, fields, scope)
        names = [t.path[-1] for t in scope.tables if t.path]
        raise scope.context.invalid(
            "UNKNOWN_TABLE",
            node,
            f"{'.'.join(qualifier)}.*",
            "no table of this SELECT goes by that name, and no column that is a struct",
            suggest(qualifier[-1], names),
        )
    return None


def _plain(columns: Iterable[ScopeColumn]) -> list[StarItem]:
    return [(column.name, None, column.plain) for column in columns]


def _fields(star: exp.Column, scope: Scope) -> list[StarItem] | None:
    """The fields of a struct, if the star is of one."""
    *around, struct = star.parts[:-1]
    if around:
        table = scope.table([part.name for part in around])
        found = table.find(struct.name, scope.context) if table is not None else None
        column = None if found is None else found.column
    else:
        column = scope.unqualified(struct.name, star)
    if column is None:
        return None
    if column.type is None:
        raise scope.context.invalid(
            "SCHEMA_NEEDED",
            star,
            f"{struct.name}.*",
            f"the fields of {struct.name} are not known",
            'list them, or pass schema={"table": {"column": "TYPE"}}',
        )
    if not column.type.is_type("struct"):
        return None
    fields = [field for field in column.type.expressions if isinstance(field, exp.ColumnDef)]
    return [(field.name, _field(star, field), None) for field in fields]


def _field(star: exp.Column, field: exp.ColumnDef) -> exp.Expr:
    field_of = star.copy()
    field_of.set("this", exp.to_identifier(field.name, quoted=True))
    return field_of


def expand_star(found: StarColumns) -> Iterator[StarItem]:
    """Everything the star stands for."""
    star = found.star
    refuse_unbound(found.scope.context, star)
    for part in star.args.get("except_") or []:
        if isinstance(part, exp.Column) and part.table:
            raise found.scope.context.unsupported(
                "QUALIFIED_EXCLUDE",
                part,
                f"EXCLUDE ({part.table}.{part.name})",
                "columns are excluded by their plain names",
                f"write {part.table}.* EXCLUDE ({part.name}) and the other tables' stars",
            )
    excluded = {part.name.casefold(): part for part in star.args.get("except_") or []}
    replaced = {part.alias.casefold(): part for part in star.args.get("replace") or []}
    renamed = {part.this.name.casefold(): part for part in star.args.get("rename") or []}
    names = [name for name, _, _ in found.items]
    for wanted in (excluded, replaced, renamed):
        for name, part in wanted.items():
            if name not in {known.casefold() for known in names}:
                raise found.scope.context.invalid(
                    "UNKNOWN_COLUMN",
                    part,
                    f"column {name}",
                    "the star has no such column",
                    suggest(name, names),
                )
    for name, expression, column in found.items:
        folded = name.casefold()
        if folded in excluded:
            continue
        if folded in replaced:
            yield name, replaced[folded].this, None
        else:
            yield (renamed[folded].alias if folded in renamed else name), expression, column
