"""Outer joins are subqueries of their own; semi and anti joins are IN, EXISTS and NOT EXISTS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from duckstream.algebra import (
    Column,
    OuterJoin,
    Relation,
    SemiJoin,
    conjunction,
    conjuncts,
    enclose,
    refs,
    substitute,
)
from duckstream.lower.block import Block, aliased_table, from_where, subquery

if TYPE_CHECKING:
    from duckstream.lower.blocks import Lowering


def lower_outer_join(lowering: Lowering, join: OuterJoin) -> Block:
    left, right = (_as_one_table(lowering, child) for child in join.inputs)
    outputs = {**left.outputs, **right.outputs}
    on = exp.true() if join.condition is None else substitute(join.condition, outputs)
    (alias, table), (right_alias, right_table) = left.sources[0], right.sources[0]
    joined = exp.Join(
        this=aliased_table(right_table, right_alias), side="FULL" if join.full else "LEFT", on=on
    )
    weights = [_weight(left, padded=join.full), _weight(right, padded=True)]
    both = Block([], [], outputs, _product([weight for weight in weights if weight is not None]))
    select = lowering.close(both, join.columns)
    select.set("from_", exp.From(this=aliased_table(table, alias)))
    select.append("joins", joined)
    return lowering.read(subquery(select), "joined", join.columns, both.weight is not None)


def lower_semi_join(lowering: Lowering, join: SemiJoin) -> Block:
    """Conditions with EXISTS stay in WHERE: they speak of tables that ON does not see."""
    block = lowering.block(join.left)
    right = lowering.block(join.right)
    outputs = {**block.outputs, **right.outputs}
    equality = None if join.anti else _find_only_equality(join)
    if equality is not None:
        own, partner = (substitute(side, outputs) for side in equality.sides)
        right.conditions.extend(substitute(c, outputs) for c in equality.others)
        values = from_where(exp.Select(expressions=[partner]), right)
        block.conditions.append(exp.In(this=enclose(own), query=subquery(values)))
        return block
    if join.condition is not None:
        condition = substitute(join.condition, outputs)
        right.conditions.extend(_as_one_test(conjuncts(condition)))
    partners = exp.Select(expressions=[exp.Literal.number(1)])
    partner: exp.Expr = exp.Exists(this=from_where(partners, right))
    block.conditions.append(exp.Not(this=partner) if join.anti else partner)
    return block


@dataclass(frozen=True)
class _Equality:
    """What a semi join compares, its own side first, and what else it asks of the partner."""

    sides: tuple[exp.Expr, exp.Expr]
    others: tuple[exp.Expr, ...]


def _find_only_equality(join: SemiJoin) -> _Equality | None:
    """The one equality by which the sides belong together, if it is all that they do by.

    As IN it is known not to depend on the row: engines look for the partners first, and for the
    rows with these before they join them with others.
    """
    conditions = [] if join.condition is None else conjuncts(join.condition)
    mine = {column.id for column in join.left.columns}
    between = [condition for condition in conditions if refs(condition) & mine]
    if len(between) != 1 or not isinstance(between[0], exp.EQ):
        return None
    sides = [between[0].this, between[0].expression]
    own = [side for side in sides if refs(side) and refs(side) <= mine]
    partner = [side for side in sides if refs(side) and not refs(side) & mine]
    if not own or not partner:
        return None
    others = tuple(condition for condition in conditions if condition is not between[0])
    return _Equality((own[0], partner[0]), others)


def _as_one_test(conditions: list[exp.Expr]) -> list[exp.Expr]:
    """The equalities, and all else as one test.

    DuckDB 1.5 finds wrong partners by `x < y AND k <> l`: it makes them comparisons of its join,
    one by one. What is not plainly a comparison is tested on the rows instead.
    """
    equalities = (exp.EQ, exp.NullSafeEQ)
    rest = conjunction(c for c in conditions if not isinstance(c, equalities))
    tests = [c for c in conditions if isinstance(c, equalities)]
    return [*tests, *([] if rest is None else [exp.Coalesce(this=rest, expressions=[exp.false()])])]


def _as_one_table(lowering: Lowering, relation: Relation) -> Block:
    """A block that reads one table without conditions, so that it can be a side of a join."""
    block = lowering.block(relation)
    plain = all(isinstance(output, exp.Column) for output in block.outputs.values())
    if len(block.sources) == 1 and not block.conditions and plain:
        return block
    columns: tuple[Column, ...] = relation.columns
    weighted = block.weight is not None
    return lowering.read(subquery(lowering.close(block, columns)), "side", columns, weighted)


def _weight(side: Block, *, padded: bool) -> exp.Expr | None:
    if side.weight is None or not padded:
        return side.weight
    return exp.Coalesce(this=side.weight, expressions=[exp.Literal.number(1)])


def _product(weights: list[exp.Expr]) -> exp.Expr | None:
    if len(weights) == 2:
        return exp.Mul(this=enclose(weights[0]), expression=enclose(weights[1]))
    return weights[0] if weights else None
