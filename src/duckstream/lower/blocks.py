"""Trees become SELECTs: operators that fit into one SELECT are fused, the others become subqueries.

A block is a SELECT in the making: what it reads, its conditions, and for every column the
expression that gives it. A filter adds a condition, a projection rewrites the expressions, a join
puts blocks side by side; an aggregate or a union closes the block and reads it as a subquery.
A node with several readers is written once, in the WITH clause of the statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Bound,
    Column,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Negate,
    OneRow,
    OuterJoin,
    Previous,
    Project,
    Recursive,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Side,
    UnionAll,
    Unnest,
    Version,
    Window,
    conjuncts,
    enclose,
    is_ref,
    parent_counts,
    reads_previous,
    ref_counts,
    substitute,
)
from duckstream.lower.block import (
    Block,
    column_name,
    from_where,
    identifier,
    is_nonzero,
    qualified,
    same,
    subquery,
)
from duckstream.lower.calls import plain_call, weighted_call
from duckstream.lower.dialects import Dialect
from duckstream.lower.joins import lower_outer_join, lower_semi_join
from duckstream.lower.ordered import lower_previous, lower_recursive, lower_unnest, lower_window
from duckstream.lower.ranges import in_range

ReadTable = Callable[[Scan], exp.Table]


@dataclass
class Lowering:
    """Lowers one statement: hands out aliases and collects what is shared into WITH."""

    dialect: Dialect
    read_table: ReadTable
    weight_name: str
    shared: dict[int, int] = field(default_factory=dict)
    commons: list[exp.CTE] = field(default_factory=list)
    # Recursions, with the names they have in WITH, by their first columns.
    recursions: dict[int, tuple[Recursive, str]] = field(default_factory=dict)
    _named: dict[int, tuple[Relation, str]] = field(default_factory=dict)
    _aliases: int = 0
    # Is what is being written only there for its types?
    _lends: bool = False

    def select(self, root: Relation, columns: Iterable[Column]) -> exp.Select:
        """The statement that computes the columns of a tree, with its weight if it has one."""
        self.shared = parent_counts(root)
        block = self.block(root)
        return self.with_commons(self.close(block, columns))

    def with_commons(self, select: exp.Select) -> exp.Select:
        if self.commons:
            recursive = bool(self.recursions)
            select.set("with_", exp.With(expressions=self.commons, recursive=recursive))
        return select

    def block(self, node: Relation) -> Block:
        # What reads the round before can only stand in the step of the recursion itself.
        if self._is_common(node) and not reads_previous(node):
            return self._common(node)
        return self._lower(node)

    def _is_common(self, node: Relation) -> bool:
        """A shared node is; so is a part of a table: joined by itself first, it stays small."""
        if self._lends:
            return id(node) in self._named
        if _is_part_of_table(node):
            return True
        is_shared = self.shared.get(id(node), 1) > 1
        if is_shared and _only_renames(node):
            # What it renames is shared in its place.
            self.shared.update({id(child): 2 for child in node.inputs})
            return False
        return is_shared and _is_costly(node)

    def _common(self, node: Relation) -> Block:
        """A shared node: a WITH entry, read under an alias of its own each time."""
        if id(node) not in self._named:
            select = self.close(self._lower(node), node.columns)
            name = self.add_common("shared", select)
            self._named[id(node)] = (node, name)
        _, name = self._named[id(node)]
        return self.read(exp.Table(this=identifier(name)), name, node.columns, node.weighted)

    def add_common(self, word: str, query: exp.Query, name: str | None = None) -> str:
        """A WITH entry of the statement, and its name."""
        name = name or self.alias(word)
        alias = exp.TableAlias(this=identifier(name))
        self.commons.append(exp.CTE(this=query, alias=alias))
        return name

    def _lower(self, node: Relation) -> Block:
        match node:
            case Scan():
                return self._scan(node)
            case OneRow():
                return Block()
            case Empty():
                return self._empty(node)
            case Filter():
                block = self.readable(self.block(node.input), [node.predicate])
                for part in conjuncts(substitute(node.predicate, block.outputs)):
                    block.conditions.append(part)
                return block
            case Project():
                return self._project(node)
            case Join():
                return self._join(node)
            case Restrict():
                return self._restrict(node)
            case Negate():
                block = self.block(node.input)
                one = exp.Literal.number(1)
                block.weight = exp.Neg(this=enclose(block.weight or one))
                return block
            case Side():
                return self._side(node)
            case UnionAll():
                return self._union(node)
            case Keys():
                block = self.block(node.input)
                block.weight = None
                block.outputs = {
                    new.id: block.outputs[old.id]
                    for new, old in zip(node.columns, node.picked, strict=True)
                }
                select = self.close(block, node.columns)
                select.set("distinct", exp.Distinct())
                return self.read(subquery(select), "keys", node.columns, False)
            case Consolidate():
                return self._consolidate(node)
            case Aggregate():
                return self._aggregate(node)
            case OuterJoin():
                return lower_outer_join(self, node)
            case SemiJoin():
                return lower_semi_join(self, node)
            case Window():
                return lower_window(self, node)
            case Unnest():
                return lower_unnest(self, node)
            case Recursive():
                return lower_recursive(self, node)
            case Previous():
                return lower_previous(self, node)
        raise TypeError(f"{type(node).__name__} has no lowering")

    def _scan(self, scan: Scan) -> Block:
        alias = self.alias(scan.source.table)
        outputs: dict[int, exp.Expr] = {
            column.id: qualified(alias, column.name) for column in scan.columns
        }
        weight = None
        if scan.weighted:
            stored = scan.source.weight if scan.source.weight else self.weight_name
            is_change = scan.version.value == "change"
            weight = qualified(alias, self.weight_name if is_change else stored)
        conditions = [
            self._in_range(qualified(alias, name), bounds) for name, bounds in scan.within
        ]
        return Block([(alias, self.read_table(scan))], conditions, outputs, weight)

    def _in_range(self, value: exp.Expr, bounds: Iterable[Bound]) -> exp.Expr:
        feeds = [(name, self.read_table(Scan(s, (), Version.CHANGE))) for s, name in bounds]
        return exp.paren(
            exp.or_(in_range(value, feeds), exp.Is(this=value.copy(), expression=exp.Null()))
        )

    def _empty(self, empty: Empty) -> Block:
        if empty.like is None:
            return Block([], [exp.false()], {c.id: exp.Null() for c in empty.columns})
        before, self._lends = self._lends, True
        block = self.block(empty.like)
        self._lends = before
        block.conditions.append(exp.false())
        return block

    def _project(self, project: Project) -> Block:
        expressions = [output.expression for output in project.outputs]
        block = self.readable(self.block(project.input), expressions)
        block.outputs = {
            output.column.id: substitute(output.expression, block.outputs)
            for output in project.outputs
        }
        return block

    def readable(self, block: Block, readers: list[exp.Expr]) -> Block:
        """The block, closed first if a computed column would be written out again and again."""
        counts = ref_counts(readers)
        repeated = any(
            counts.get(id, 0) > 1 and not _is_simple(expression)
            for id, expression in block.outputs.items()
        )
        if not repeated:
            return block
        columns = [Column(id, "c") for id in block.outputs]
        weighted = block.weight is not None
        return self.read(subquery(self.close(block, columns)), "inner", columns, weighted)

    def _join(self, join: Join) -> Block:
        joined = Block()
        for child in join.inputs:
            self._put_beside(joined, self.block(child))
        if join.condition is not None:
            condition = substitute(join.condition, joined.outputs)
            joined.conditions.extend(conjuncts(condition))
        return joined

    def _put_beside(self, left: Block, right: Block) -> None:
        left.sources.extend(right.sources)
        left.conditions.extend(right.conditions)
        left.outputs.update(right.outputs)
        weights = [w for w in (left.weight, right.weight) if w is not None]
        if len(weights) == 2:
            left.weight = exp.Mul(this=enclose(weights[0]), expression=enclose(weights[1]))
        else:
            left.weight = weights[0] if weights else None

    def _restrict(self, restrict: Restrict) -> Block:
        """The keys are distinct, so joining them multiplies nothing; the engine may start there."""
        if (
            self.dialect.skips_by_equality
            and _is_part_of_table(restrict)
            and not (self._lends or reads_previous(restrict))
        ):
            return self._part_of_table(restrict)
        block = self.block(restrict.input)
        keys = self.block(restrict.keys)
        block.sources.extend(keys.sources)
        block.conditions.extend(keys.conditions)
        for column, key in restrict.on:
            block.conditions.append(
                same(block.outputs[column.id].copy(), keys.outputs[key.id].copy())
            )
        return block

    def _part_of_table(self, restrict: Restrict) -> Block:
        """By `=` alone, which lets the engine skip files; rows with NULLs are looked up apart.

        Where there are no NULLs the engine skips all files for these.
        """
        find = self.block if isinstance(restrict.keys, Scan) else self._common
        keys = [find(restrict.keys) for _ in range(len(restrict.on) + 1)]
        selects = []
        for number, key in enumerate(keys):
            block = self._lower(restrict.input)
            pairs = [(block.outputs[c.id].copy(), key.outputs[k.id].copy()) for c, k in restrict.on]
            block.sources.extend(key.sources)
            block.conditions.extend(key.conditions)
            for place, (left, right) in enumerate(pairs, start=1):
                if number == 0:
                    block.conditions.append(exp.EQ(this=left, expression=right))
                    continue
                block.conditions.append(same(left, right))
                if place <= number:
                    missing = exp.Is(this=left.copy(), expression=exp.Null())
                    is_last = place == number
                    block.conditions.append(missing if is_last else exp.Not(this=missing))
            selects.append(self.close(block, restrict.columns))
        body: exp.Expr = selects[0]
        for select in selects[1:]:
            body = exp.Union(this=body, expression=select, distinct=False)
        return self.read(subquery(body), "part", restrict.columns, restrict.weighted)

    def _side(self, side: Side) -> Block:
        block = self.block(side.input)
        weight = block.weight or exp.Literal.number(1)
        zero = exp.Literal.number(0)
        compare = exp.LT if side.gone else exp.GT
        block.conditions.append(compare(this=enclose(weight.copy()), expression=zero))
        block.weight = exp.Neg(this=enclose(weight)) if side.gone else weight
        return block

    def _union(self, union: UnionAll) -> Block:
        weighted = union.weighted
        selects = []
        for branch in union.branches:
            block = self.block(branch.input)
            if weighted and block.weight is None:
                block.weight = exp.Literal.number(1)
            block.outputs = {
                column.id: block.outputs[own.id].copy()
                for column, own in zip(union.columns, branch.columns, strict=True)
            }
            selects.append(self.close(block, union.columns))
        body: exp.Expr = selects[0]
        for select in selects[1:]:
            body = exp.Union(this=body, expression=select, distinct=False)
        return self.read(subquery(body), "united", union.columns, weighted)

    def _consolidate(self, node: Consolidate) -> Block:
        block = self.block(node.input)
        total = exp.Sum(this=(block.weight or exp.Literal.number(1)).copy())
        block.weight = exp.cast(total, "BIGINT")
        select = self.close(block, node.columns)
        self.group(select, len(node.columns))
        select.set("having", exp.Having(this=is_nonzero(total)))
        return self.read(subquery(select), "net", node.columns, True)

    def _aggregate(self, node: Aggregate) -> Block:
        block = self.block(node.input)
        select = self.aggregate_select(node, block)
        return self.read(subquery(select), "grouped", node.columns, False)

    def aggregate_select(self, node: Aggregate, block: Block) -> exp.Select:
        """One row per group, from a block that may carry weights."""
        calls: dict[int, exp.Expr] | None = {}
        if block.weight is not None:
            for call in node.calls:
                lowered = weighted_call(call, block.outputs, block.weight, self.dialect)
                if lowered is None:
                    calls = None
                    break
                calls[call.column.id] = lowered
            if calls is None:
                self.expand(block)
        if block.weight is None:
            calls = {call.column.id: plain_call(call, block.outputs) for call in node.calls}
        assert calls is not None
        block.weight = None
        keys = {column.id: block.outputs[column.id].copy() for column in node.keys}
        block.outputs = {**keys, **calls}
        select = self.close(block, node.columns)
        if node.keys and not node.calls:
            select.set("distinct", exp.Distinct())
        else:
            self.group(select, len(node.keys))
        return select

    def expand(self, block: Block) -> None:
        """Every row as often as its weight says, each copy counting once."""
        assert block.weight is not None
        series = self.dialect.copies(block.weight.copy())
        block.sources.append((self.alias("copy"), series))
        block.weight = None

    def group(self, select: exp.Select, keys: int) -> None:
        """GROUP BY the first columns, by number: a constant key would be taken for one."""
        if keys:
            numbers = [exp.Literal.number(i + 1) for i in range(keys)]
            select.set("group", exp.Group(expressions=numbers))

    def close(self, block: Block, columns: Iterable[Column]) -> exp.Select:
        """The block as a SELECT that names its columns after their ids."""
        expressions: list[exp.Expr] = [
            exp.alias_(block.outputs[column.id].copy(), identifier(column_name(column)))
            for column in columns
        ]
        if block.weight is not None:
            expressions.append(exp.alias_(block.weight.copy(), identifier(self.weight_name)))
        if not expressions:
            expressions.append(exp.alias_(exp.Literal.number(1), identifier("present")))
        return from_where(exp.Select(expressions=expressions), block)

    def read(self, table: exp.Expr, hint: str, columns: Iterable[Column], weighted: bool) -> Block:
        """A block that reads a finished relation."""
        alias = self.alias(hint)
        outputs: dict[int, exp.Expr] = {
            column.id: qualified(alias, column_name(column)) for column in columns
        }
        weight = qualified(alias, self.weight_name) if weighted else None
        return Block([(alias, table)], [], outputs, weight)

    def alias(self, hint: str) -> str:
        self._aliases += 1
        word = re.sub(r"\W+", "_", hint).strip("_") or "t"
        return f"{word}_{self._aliases}"


def _is_simple(expression: exp.Expr) -> bool:
    return isinstance(expression, (exp.Column, exp.Literal, exp.Null, exp.Boolean))


def _only_renames(node: Relation) -> bool:
    return isinstance(node, Project) and all(is_ref(o.expression) for o in node.outputs)


def _is_part_of_table(node: Relation) -> bool:
    """Is it a state of a table within keys?"""
    if not isinstance(node, Restrict) or not isinstance(node.input, Scan) or not node.on:
        return False
    return node.input.version in (Version.OLD, Version.NEW)


def _is_costly(node: Relation) -> bool:
    while isinstance(node, (Filter, Project)):
        node = node.input
    return not isinstance(node, (Scan, OneRow, Empty, Negate, Previous))
