"""Subqueries in expressions: each is joined to the rows of the query around it.

A subquery that is a value becomes a column of a join; the reference to that column stands where the
subquery stood. EXISTS, IN, ANY and ALL are such values, too, made of the number of matches; as a
condition of their own they are semi and anti joins (`conditions.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Filter,
    Join,
    OuterJoin,
    Output,
    Project,
    Relation,
    enclose,
    ref,
)
from duckstream.bind.catalog import NamedRelation
from duckstream.bind.context import Context
from duckstream.bind.types import DType, build

BindSubquery = Callable[[exp.Expr], NamedRelation]
MoveTree = Callable[[Relation], Relation]


@dataclass(frozen=True)
class Found:
    """A subquery that gives one row at most, and whether it always gives one."""

    relation: Relation
    always: bool


@dataclass
class Subqueries:
    """The subqueries found in the expressions of one clause, to be joined to its rows."""

    context: Context
    bind: BindSubquery
    found: list[Found] = field(default_factory=list)

    def join_to(self, rows: Relation, move: MoveTree = lambda tree: tree) -> Relation:
        """The rows with a column for each subquery found; `move` adapts what these read of them."""
        for each in self.found:
            right = move(each.relation)
            rows = Join((rows, right)) if each.always else OuterJoin(rows, right)
        self.found.clear()
        return rows

    def value(self, query: exp.Query) -> exp.Expr:
        """A scalar subquery: NULL without a row, an error with more than one."""
        self.context.features.add("subquery")
        relation, column = self.one_column(query)
        if not _gives_one_row_at_most(relation):
            relation, column = self._only_row(relation, column)
        always = not _has_filter(relation)
        self.found.append(Found(relation, always))
        return ref(column)

    def exists(self, query: exp.Query) -> exp.Expr:
        self.context.features.add("subquery")
        rows = Project(self.bind(query).relation, ())
        (number,) = self._count(rows, [None])
        return exp.Paren(this=_positive(number))

    def is_in(self, value: exp.Expr, query: exp.Query, *, negated: bool = False) -> exp.Expr:
        """`value [NOT] IN (SELECT ...)` as a value, with SQL's three results or Spark's two."""
        hit, unknown = self._in(value, query)
        if self.context.reading.in_is_never_null:
            found = exp.Paren(this=exp.or_(hit, unknown) if negated else hit)
        else:
            found = exp.Paren(this=_three_valued(hit, unknown))
        return exp.Paren(this=exp.Not(this=found)) if negated else found

    def _in(self, value: exp.Expr, query: exp.Query) -> tuple[exp.Expr, exp.Expr]:
        """Is the value among the rows of a query, and if not, is that unknown?"""
        if isinstance(value.unnest(), exp.Tuple):
            return self._any(exp.EQ, value, query, all=False)
        self.context.features.add("subquery")
        relation, column = self.one_column(query)
        equal = exp.EQ(this=enclose(value.copy()), expression=ref(column))
        (hits,) = self._count(Project(Filter(relation, equal), ()), [None])
        kept = self.context.ids.copy_of(column)
        rows, known = self._count(Project(relation, (Output(kept, ref(column)),)), [None, kept])
        no_value = exp.Is(this=enclose(value.copy()), expression=exp.Null())
        some_null = exp.LT(this=ref(known), expression=ref(rows))
        unknown = exp.and_(_positive(rows), exp.or_(no_value, some_null))
        return _positive(hits), unknown

    def compare_any(
        self, operator: type[exp.Expr], value: exp.Expr, query: exp.Query, *, all: bool = False
    ) -> exp.Expr:
        """`value <operator> ANY | ALL (SELECT ...)` as a value."""
        found = _three_valued(*self._any(operator, value, query, all=all))
        return exp.Paren(this=exp.Not(this=found)) if all else found

    def _any(
        self, operator: type[exp.Expr], value: exp.Expr, query: exp.Query, *, all: bool
    ) -> tuple[exp.Expr, exp.Expr]:
        """Does one row match (for ALL: fail to), and if not, is that unknown?"""
        self.context.features.add("subquery")
        relation, match = self.matches(operator, value, query)
        hit: exp.Expr = exp.Not(this=enclose(match)) if all else match.copy()
        unknown = exp.Is(this=enclose(match.copy()), expression=exp.Null())
        filters = [self.context.ids.column("match", build(DType.BOOLEAN)) for _ in range(2)]
        rows = Project(relation, (Output(filters[0], hit), Output(filters[1], unknown)))
        hits, unknowns = self._count(rows, [None, None], filters)
        return _positive(hits), _positive(unknowns)

    def matches(
        self,
        operator: type[exp.Expr],
        value: exp.Expr,
        query: exp.Query,
        *,
        unknown_matters: bool = True,
    ) -> tuple[Relation, exp.Expr]:
        """The rows of a subquery, and the comparison of a value, or of several, with each."""
        value = value.unnest()
        named = self.bind(query)
        values = value.expressions if isinstance(value, exp.Tuple) else [value]
        if len(values) != len(named.columns):
            raise self.context.invalid(
                "SUBQUERY_WIDTH",
                query,
                "a subquery that is compared with",
                f"it gives {len(named.columns)} columns, and {len(values)} are compared",
                "select as many columns as there are values",
            )
        parts = [
            operator(this=enclose(one.copy()), expression=ref(column))
            for one, (_, column) in zip(values, named.columns, strict=True)
        ]
        match = exp.and_(*parts, wrap=False)
        if len(parts) > 1 and unknown_matters and self.context.reading.null_hides_row:
            sides = [side for part in parts for side in (part.this, part.expression)]
            nulls = [exp.Is(this=side.copy(), expression=exp.Null()) for side in sides]
            unknown = exp.If(this=exp.or_(*nulls), true=exp.cast(exp.Null(), "BOOLEAN"))
            match = exp.Case(ifs=[unknown], default=match)
        return named.relation, match

    def one_column(self, query: exp.Query) -> tuple[Relation, Column]:
        named = self.bind(query)
        if len(named.columns) != 1:
            raise self.context.invalid(
                "SUBQUERY_WIDTH",
                query,
                "a subquery that is a value",
                f"it gives {len(named.columns)} columns instead of one",
                "select one column",
            )
        return named.relation, named.columns[0][1]

    def _only_row(self, relation: Relation, column: Column) -> tuple[Relation, Column]:
        ids = self.context.ids
        number, kept = ids.column("number", build(DType.BIGINT)), ids.copy_of(column)
        copy, value = ids.copy_of(column), ids.copy_of(column)
        grouped = Aggregate(
            Project(relation, (Output(copy, ref(column)),)),
            (),
            (
                Call(number, "COUNT"),
                Call(kept, "ANY_VALUE", written=exp.AnyValue(this=ref(copy)), arguments=(copy,)),
            ),
        )
        several = exp.GT(this=ref(number), expression=exp.Literal.number(1))
        failure = exp.Anonymous(
            this=self.context.reading.fail,
            expressions=[exp.Literal.string("a scalar subquery gives more than one row")],
        )
        checked = exp.Case(ifs=[exp.If(this=several, true=failure)], default=ref(kept))
        return Project(grouped, (Output(value, checked),)), value

    def _count(
        self,
        rows: Project,
        arguments: list[Column | None],
        filters: list[Column] | None = None,
    ) -> list[Column]:
        """The columns that will hold COUNT(*) or COUNT(argument) of the rows."""
        columns = [self.context.ids.column("number", build(DType.BIGINT)) for _ in arguments]
        wanted = filters or [None] * len(arguments)
        calls = tuple(
            Call(column, "COUNT", argument, filter=filter)
            for column, argument, filter in zip(columns, arguments, wanted, strict=True)
        )
        self.found.append(Found(Aggregate(rows, (), calls), always=True))
        return columns


def _positive(column: Column) -> exp.Expr:
    return exp.GT(this=ref(column), expression=exp.Literal.number(0))


def _three_valued(yes: exp.Expr, unknown: exp.Expr) -> exp.Expr:
    # NULL of a type: alone it would have none.
    neither = exp.cast(exp.Null(), "BOOLEAN")
    branches = [exp.If(this=yes, true=exp.true()), exp.If(this=unknown, true=neither)]
    return exp.Case(ifs=branches, default=exp.false())


def _gives_one_row_at_most(relation: Relation) -> bool:
    while isinstance(relation, (Filter, Project)):
        relation = relation.input
    return isinstance(relation, Aggregate) and not relation.keys


def _has_filter(relation: Relation) -> bool:
    while isinstance(relation, (Filter, Project)):
        if isinstance(relation, Filter):
            return True
        relation = relation.input
    return False
