"""Conditions of WHERE, HAVING, QUALIFY: filters, and semi and anti joins for subqueries in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sqlglot import exp

from duckstream.algebra import Filter, Relation, SemiJoin, conjunction, conjuncts, free_ids, refs
from duckstream.bind.expressions import Names, bind_expression
from duckstream.bind.subqueries import MoveTree, Subqueries


@dataclass(frozen=True)
class Partner:
    """A semi join, or an anti join, that a condition asks for."""

    relation: Relation
    condition: exp.Expr | None
    anti: bool


@dataclass
class Condition:
    """A condition with its names resolved, before it is known what rows it stands over."""

    predicates: list[exp.Expr] = field(default_factory=list)
    partners: list[Partner] = field(default_factory=list)
    subqueries: Subqueries | None = None

    @property
    def has_subqueries(self) -> bool:
        return self.subqueries is not None and bool(self.subqueries.found)

    def reads(self) -> set[int]:
        """The columns around them that the subqueries read."""
        found = [] if self.subqueries is None else self.subqueries.found
        return set().union(*(free_ids(each.relation) for each in found))

    def join_subqueries_to(self, rows: Relation, move: MoveTree = lambda tree: tree) -> Relation:
        return rows if self.subqueries is None else self.subqueries.join_to(rows, move)

    def apply_to(
        self,
        rows: Relation,
        lift: Callable[[exp.Expr], exp.Expr] = lambda expression: expression,
        move: MoveTree = lambda tree: tree,
    ) -> Relation:
        late = self._columns()
        before = [part for part in self.predicates if not refs(part) & late]
        after = [part for part in self.predicates if refs(part) & late]
        # What needs no subquery comes first: then fewer rows are joined with them.
        rows = _filter(rows, [lift(part) for part in before])
        rows = _filter(self.join_subqueries_to(rows, move), [lift(part) for part in after])
        for partner in self.partners:
            on = None if partner.condition is None else lift(partner.condition)
            rows = SemiJoin(rows, move(partner.relation), on, partner.anti)
        return rows

    def _columns(self) -> set[int]:
        """The columns that the subqueries give."""
        found = [] if self.subqueries is None else self.subqueries.found
        return {column.id for each in found for column in each.relation.columns}


def _filter(rows: Relation, predicates: list[exp.Expr]) -> Relation:
    predicate = conjunction(predicates)
    return rows if predicate is None else Filter(rows, predicate)


def bind_condition(written: exp.Expr, names: Names, *, semi_joins: bool = True) -> Condition:
    """Every part that has to hold, each as a filter or, where it may be one, as a semi join."""
    condition = Condition()
    if names.subqueries is not None:
        condition.subqueries = replace(names.subqueries, found=[])
        names = replace(names, subqueries=condition.subqueries)
    for part in conjuncts(written):
        partner = _bind_partner(part, names) if semi_joins else None
        if partner is None:
            condition.predicates.append(bind_expression(part, names))
        else:
            condition.partners.append(partner)
    return condition


def _bind_partner(node: exp.Expr, names: Names) -> Partner | None:
    """EXISTS, IN, ANY and ALL, each with or without NOT."""
    negated = False
    node = node.unnest()
    while isinstance(node, exp.Not):
        negated = not negated
        node = node.this.unnest()
    subqueries = names.subqueries
    if subqueries is None:
        return None
    match node:
        case exp.Exists() if isinstance(node.this, exp.Query):
            names.context.features.add("semi_join")
            return Partner(subqueries.bind(node.this).relation, None, negated)
        case exp.In() if node.args.get("query") is not None:
            names.context.features.add("semi_join")
            value = bind_expression(node.this, names)
            relation, match = subqueries.matches(
                exp.EQ, value, node.args["query"], unknown_matters=negated
            )
            if not negated:
                return Partner(relation, match, anti=False)
            # A partner that is not known to differ is enough to leave the row out.
            return Partner(relation, _is_not(match, exp.false()), anti=True)
        case exp.Binary() if isinstance(node.expression, (exp.Any, exp.All)):
            quantified = node.expression
            query = quantified.this
            if not isinstance(query, exp.Query):
                return None
            for_all = isinstance(quantified, exp.All)
            names.context.features.add("semi_join")
            value = bind_expression(node.this, names)
            relation, match = subqueries.matches(type(node), value, query)
            if for_all:
                # All hold when none fails to; not all hold when one is false.
                fails = (
                    exp.Not(this=exp.Paren(this=match)) if negated else _is_not(match, exp.true())
                )
                return Partner(relation, fails, anti=not negated)
            return Partner(relation, _is_not(match, exp.false()) if negated else match, negated)
    return None


def _is_not(match: exp.Expr, value: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=exp.Paren(this=match), expression=value))
