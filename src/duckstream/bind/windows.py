"""Window functions of a SELECT, collected from its expressions and stacked over its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import Column, Output, Relation, Window, is_ref, ref_id
from duckstream.bind.context import Context
from duckstream.bind.extend import Extend
from duckstream.bind.types import DType, build

_WHOLE_NUMBERS = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.Ntile, exp.Count)


@dataclass(frozen=True)
class WindowItem:
    """One call: what it partitions by, and the call without that."""

    column: Column
    partition: tuple[exp.Expr, ...]
    call: exp.Window


@dataclass
class Windows:
    """The window functions of one SELECT; equal ones are computed once."""

    context: Context
    named: Mapping[str, exp.Window] = field(default_factory=dict)
    items: dict[str, WindowItem] = field(default_factory=dict)

    def resolve(self, node: exp.Window) -> exp.Window:
        """The call with what it says by the name of a window written out."""
        name = node.args.get("alias") or node.args.get("first")
        resolved = node.copy()
        if not isinstance(name, exp.Identifier):
            return resolved
        found = self.named.get(name.name.casefold())
        if found is None:
            raise self.context.invalid(
                "UNKNOWN_WINDOW",
                node,
                f"window {name.name}",
                "the WINDOW clause has none of that name",
                "define it: WINDOW name AS (PARTITION BY ... ORDER BY ...)",
            )
        base = self.resolve(found)
        resolved.set("alias", None)
        resolved.set("first", None)
        for key in ("partition_by", "order", "spec"):
            if not resolved.args.get(key) and base.args.get(key):
                part = base.args[key]
                copied = [p.copy() for p in part] if isinstance(part, list) else part.copy()
                resolved.set(key, copied)
        return resolved

    def add(self, bound: exp.Window, name: str) -> Column:
        """The column that will hold a call whose names are resolved."""
        key = self.context.text(bound)
        if key not in self.items:
            self.context.features.add("window")
            partition = tuple(bound.args.get("partition_by") or ())
            call = bound.copy()
            call.set("partition_by", None)
            function = call.this.this if isinstance(call.this, exp.Filter) else call.this
            whole = isinstance(function, _WHOLE_NUMBERS)
            column = self.context.ids.column(name, build(DType.BIGINT) if whole else None)
            self.items[key] = WindowItem(column, partition, call)
        return self.items[key].column

    def over(self, rows: Relation, lift: Callable[[exp.Expr], exp.Expr]) -> Relation:
        """The rows with a column for each call, one operator for each way to partition."""
        groups: dict[tuple[str, ...], tuple[tuple[exp.Expr, ...], list[Output]]] = {}
        for item in self.items.values():
            partition = tuple(lift(part) for part in item.partition)
            texts = tuple(sorted({self.context.text(part) for part in partition}))
            _, calls = groups.setdefault(texts, (partition, []))
            calls.append(Output(item.column, lift(item.call)))
        for partition, calls in groups.values():
            rows, columns = with_columns(rows, partition, self.context)
            rows = Window(rows, columns, tuple(calls))
        self.items.clear()
        return rows


def with_columns(
    rows: Relation, expressions: tuple[exp.Expr, ...], context: Context
) -> tuple[Relation, tuple[Column, ...]]:
    """The rows, and columns of theirs that hold the expressions, computed where they have none.

    A column of a query further out is the same for all rows, and tells none of them apart.
    """
    own = {column.id: column for column in rows.columns} | context.open_columns()
    columns: list[Column] = []
    computed: list[Output] = []
    for expression in expressions:
        plain = expression.unnest()
        if not is_ref(plain):
            column = context.ids.column("key")
            computed.append(Output(column, expression))
            columns.append(column)
        elif ref_id(plain) in own:
            columns.append(own[ref_id(plain)])
    if computed:
        rows = Extend(rows, tuple(computed))
    return rows, tuple(dict.fromkeys(columns))
