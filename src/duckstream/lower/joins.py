"""Outer joins are subqueries of their own; semi and anti joins are EXISTS and NOT EXISTS."""

from __future__ import annotations

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
    if join.condition is not None:
        condition = substitute(join.condition, {**block.outputs, **right.outputs})
        right.conditions.extend(_as_one_test(conjuncts(condition)))
    partners = exp.Select(expressions=[exp.Literal.number(1)])
    partner: exp.Expr = exp.Exists(this=from_where(partners, right))
    block.conditions.append(exp.Not(this=partner) if join.anti else partner)
    return block


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
