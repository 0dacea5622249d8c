"""`*` and `table.*` with EXCLUDE, REPLACE and RENAME."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from duckstream.algebra import Column
from duckstream.bind.clauses import refuse_unbound
from duckstream.bind.context import suggest
from duckstream.bind.scope import Scope, ScopeColumn


@dataclass(frozen=True)
class StarColumns:
    """A star of the select list, and the columns in sight of it."""

    star: exp.Star
    columns: list[ScopeColumn]
    scope: Scope


def star_table(node: exp.Expr, scope: Scope) -> StarColumns | None:
    """The columns the node stands for, if it is a star."""
    if isinstance(node, exp.Star):
        if not scope.tables:
            raise scope.context.invalid(
                "SYNTAX", node, "SELECT *", "there is no FROM clause to select from"
            )
        return StarColumns(node, list(scope.visible(node)), scope)
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
        qualifier = [part.name for part in node.parts[:-1]]
        table = scope.table(qualifier)
        if table is None:
            names = [t.path[-1] for t in scope.tables if t.path]
            raise scope.context.invalid(
                "UNKNOWN_TABLE",
                node,
                f"{'.'.join(qualifier)}.*",
                "no table of this SELECT goes by that name",
                suggest(qualifier[-1], names),
            )
        return StarColumns(node.this, list(scope.visible_of(table, node)), scope)
    return None


def expand_star(
    found: StarColumns,
) -> Iterator[tuple[str, exp.Expr | None, Column | None]]:
    """Name and expression, or name and column, of everything the star stands for."""
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
    names = [column.name for column in found.columns]
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
    for column in found.columns:
        folded = column.name.casefold()
        if folded in excluded:
            continue
        if folded in replaced:
            yield column.name, replaced[folded].this, None
        else:
            new_name = renamed[folded].alias if folded in renamed else column.name
            yield new_name, None, column.plain
