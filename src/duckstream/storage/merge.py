"""Applying a change to a stored view: compute everything into temporary tables, then write.

1. `change`: per touched group, the weighted counts and sums of the change (or only its keys).
2. `fresh`: groups that have to be computed again, from the new state of the sources.
3. `next`: the rows of the touched groups as they have to be, without those that stay as they are.
4. delete the old rows of these groups, insert the new ones.

A group whose count has become 0 goes; the one group of an aggregate without keys never does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from sqlglot import exp

from duckstream.algebra import (
    Aggregate,
    Call,
    Column,
    Consolidate,
    Ids,
    Keys,
    Output,
    Project,
    Relation,
    Restrict,
    Scan,
    Source,
    conjunction,
    parent_counts,
    ref,
    scans,
)
from duckstream.bind.types import is_integer, is_known
from duckstream.differentiate import RULES, States
from duckstream.engines.protocol import LakeSQL, table_of
from duckstream.lower import Dialect, Lowering, aliased_table, is_nonzero, qualified
from duckstream.lower.calls import count_rows, filtered, plain_call, sum_rows
from duckstream.plan import Naming
from duckstream.simplify import Part, Place, find_parts, read_parts, simplify
from duckstream.storage.hand_over import old_values
from duckstream.storage.layout import Layout, StoredColumn
from duckstream.storage.parts import as_source
from duckstream.storage.shape import find_recursion
from duckstream.storage.split import split_entries
from duckstream.storage.statement import Statement, Write
from duckstream.storage.states import Kind, State

MakeLowering = Callable[[], Lowering]


@dataclass(frozen=True)
class Merge:
    """The steps that bring a stored view from one version of its sources to another."""

    compute: tuple[Statement, ...]
    write: Write
    # What of the tables could be read for other views as well.
    parts: Mapping[Place, Part] = field(default_factory=dict)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return (*self.compute, *self.write.merge)

    @property
    def scans(self) -> list[Scan]:
        """Everything that is read of the sources."""
        return [s for step in self.compute if step.tree is not None for s in scans(step.tree)]


class MergeBuilder:
    """Builds the merge of one view for a given set of changed sources."""

    def __init__(
        self,
        layout: Layout,
        *,
        naming: Naming,
        dialect: Dialect,
        lake: LakeSQL,
        lowering: MakeLowering,
        ids: Ids,
        changed: Collection[Source],
        simplified: bool = True,
        shared: Collection[Place] = (),
        is_read: bool = False,
    ) -> None:
        """`is_read` if there are views to which the change is handed over."""
        self._simplified = simplified
        self._shared = shared
        self._is_read = is_read
        self._parts: dict[Place, Part] = {}
        self.layout = layout
        self.naming = naming
        self.dialect = dialect
        self._lake = lake
        self._lowering = lowering
        self._ids = ids
        self._changed = changed
        self._statements: list[Statement] = []
        self._states = States(RULES, ids, changed, self._stored_recursion())

    def build(self) -> Merge:
        """Apply the change alone."""
        if any(state.kind is Kind.RECOMPUTED for _, state in self.layout.states):
            self._recompute_groups()
        else:
            self._add_changes()
        return self._finish()

    def replacement(self) -> Merge:
        """Compute all groups anew and write those that differ, so that views on top see no more."""
        self._compute_fresh(None)
        differing = self._rows_to_write(*self._fresh_values("fresh"), "fresh")
        rows: exp.Expr = differing
        if self.layout.keys:
            rows = exp.Union(this=differing, expression=self._gone_groups(), distinct=False)
        self._temporary_table("rows to write", "next", rows, None, counted=(self._known_name,))
        return self._finish(everything=self.naming.temp_table("fresh"))

    def _finish(self, everything: str | None = None) -> Merge:
        write = self._lake.write(self.layout, self.naming, everything)
        return Merge(tuple(self._statements), write, self._parts)

    def _stored_recursion(self) -> tuple[Relation, Relation] | None:
        """The recursion that the view consists of, and its rows in the stored table."""
        found = find_recursion(self.layout.shape.input) if self.layout.shape.copies else None
        if found is None or not self.dialect.follows_recursions:
            return None
        recursion, columns = found
        if not all(is_known(column.type) for column in columns):
            # The step is cast to the types of the base, and nobody knows them.
            return None
        rows = self.layout.presentation(self._ids)
        outputs = tuple(Output(self._ids.copy_of(column), ref(column)) for column in columns)
        return recursion, Project(rows, outputs)

    # Every group of the change is computed again.

    def _recompute_groups(self) -> None:
        shape = self.layout.shape
        if shape.keys:
            change = self._change(consolidated=True)
            keys = Keys(change, shape.keys, tuple(self._ids.copy_of(k) for k in shape.keys))
            names = [stored.name for stored in self.layout.keys]
            select = self._lowering().select(keys, keys.columns)
            rename(select, names)
            self._temporary_table("keys of touched groups", "change", select, keys)
        self._compute_fresh("change")
        source = "change" if shape.keys else "fresh"
        self._next(*self._fresh_values(source), source)

    def _fresh_values(
        self, source: str
    ) -> tuple[list[tuple[StoredColumn, exp.Expr]], list[exp.Expr]]:
        """The columns of groups that were computed again, and where they differ from the stored."""
        values: list[tuple[StoredColumn, exp.Expr]] = [
            (key, qualified(source, key.name)) for key in self.layout.keys
        ]
        count = qualified("fresh", self.layout.count.name)
        zero = exp.Literal.number(0)
        values.append((self.layout.count, exp.Coalesce(this=count, expressions=[zero])))
        for stored, _ in self.layout.states:
            values.append((stored, qualified("fresh", stored.name)))
        return values, [
            _differs(value, stored) for stored, value in values[len(self.layout.keys) :]
        ]

    def _gone_groups(self) -> exp.Select:
        """The groups that are stored and were not computed, as rows to write with a count of 0."""
        layout = self.layout
        none = exp.Literal.number(0)
        items = [exp.alias_(before(key), key.name, quoted=True) for key in layout.keys]
        items.append(exp.alias_(none, layout.count.name, quoted=True))
        items += [exp.alias_(exp.Null(), stored.name, quoted=True) for stored, _ in layout.states]
        items.append(exp.alias_(exp.true(), self._known_name, quoted=True))
        select = exp.Select(expressions=[*items, *self._old_values()])
        select.set("from_", exp.From(this=aliased_table(self._stored_table(), "stored")))
        conditions = [key.same(qualified("fresh", key.name), before(key)) for key in layout.keys]
        on = conjunction(conditions)
        fresh = aliased_table(self._temp("fresh"), "fresh")
        select.append("joins", exp.Join(this=fresh, on=on, side="LEFT"))
        missing = exp.Is(this=qualified("fresh", layout.count.name), expression=exp.Null())
        select.set("where", exp.Where(this=missing))
        return select

    # The change is added to the states; extremes are computed again where the old one went.

    def _add_changes(self) -> None:
        layout = self.layout
        extremes = [pair for pair in layout.states if pair[1].kind is Kind.EXTREME]
        self._compute_delta(extremes)
        if extremes:
            self._find_lost_extremes(extremes)
            self._compute_fresh("lost")
        values: list[tuple[StoredColumn, exp.Expr]] = [
            (key, qualified("change", key.name)) for key in layout.keys
        ]
        values.append((layout.count, self._checked_count()))
        for stored, state in layout.states:
            if state.kind is not Kind.MEAN:
                values.append((stored, self._next_state(stored, state)))
        # Without extremes every row of the change is a difference.
        differs: list[exp.Expr] = []
        if extremes:
            shown = dict(values)
            differs += [is_nonzero(qualified("change", name)) for name in self._sums()]
            differs += [_differs(shown[stored], stored) for stored, _ in extremes]
        self._next(values, differs, "change")

    def _sums(self) -> list[str]:
        """The columns of the change that are added to what is stored."""
        additive = (Kind.TALLY, Kind.TOTAL)
        states = [stored.name for stored, s in self.layout.states if s.kind in additive]
        return [self.layout.count.name, *states]

    def _compute_delta(self, extremes: list[tuple[StoredColumn, State]]) -> None:
        layout, shape = self.layout, self.layout.shape
        root = self._change(consolidated=bool(extremes))
        lowering = self._lowering()
        lowering.shared = parent_counts(root)
        block = lowering.block(root)
        weight = block.weight if block.weight is not None else exp.Literal.number(1)
        outputs = block.outputs
        named: list[tuple[str, exp.Expr]] = [
            (stored.name, outputs[key.id])
            for stored, key in zip(layout.keys, shape.keys, strict=True)
        ]
        count = count_rows(Call(layout.count.column, "COUNT"), outputs, weight)
        sums = [(layout.count.name, count)]
        for stored, state in layout.states:
            if state.kind is Kind.TALLY:
                sums.append((stored.name, count_rows(state.call, outputs, weight)))
            elif state.kind is Kind.TOTAL:
                total = sum_rows(state.call, outputs, weight, self.dialect)
                assert total is not None
                # Integers stay wide: between two sums that fit, the difference may not.
                type = None if is_integer(state.type) else self.dialect.sum_type(state.type)
                total = total if type is None else exp.cast(total, type)
                zero = exp.Literal.number(0)
                sums.append((stored.name, exp.Coalesce(this=total, expressions=[zero])))
        named.extend(sums)
        for stored, state in extremes:
            for name, sign in (("gained", exp.GT), ("lost", exp.LT)):
                side = sign(this=weight.copy(), expression=exp.Literal.number(0))
                bare = Call(state.column, state.call.function, state.call.argument)
                value = filtered(plain_call(bare, outputs), state.call, outputs, side)
                named.append((self._extreme(name, stored), value))
        block.outputs, block.weight = {}, None
        select = lowering.close(block, ())
        select.set("expressions", [exp.alias_(e.copy(), n, quoted=True) for n, e in named])
        lowering.group(select, len(layout.keys))
        if not extremes:
            select.set("having", exp.Having(this=exp.or_(*(is_nonzero(s) for _, s in sums))))
        select = lowering.with_commons(select)
        kept = bool(extremes)
        self._temporary_table("change of the groups", "change", select, root, kept=kept)

    def _find_lost_extremes(self, extremes: list[tuple[StoredColumn, State]]) -> None:
        """The groups that lost a row as extreme as the one they show."""
        names = [key.name for key in self.layout.keys]
        select = exp.Select(
            expressions=[exp.alias_(qualified("change", n), n, quoted=True) for n in names]
            or [exp.alias_(exp.Literal.number(1), "present", quoted=True)]
        )
        self._from(select, "change")
        self._join(select, "stored", "change", kind="INNER")
        guards = [self._lost(stored, state) for stored, state in extremes]
        select.set("where", exp.Where(this=exp.or_(*guards)))
        self._temporary_table("groups that lost their extreme", "lost", select, None)

    def _compute_fresh(self, keys_table: str | None) -> None:
        """The groups named in a temporary table, computed from the new state of the sources."""
        layout, shape = self.layout, self.layout.shape
        groups = layout.groups
        new = self._states.new(shape.input)
        if keys_table is not None and (shape.keys or keys_table == "lost"):
            columns = tuple(
                self._ids.column(stored.name, key.type)
                for stored, key in zip(layout.keys, shape.keys, strict=True)
            )
            keys = Scan(Source("", "", self.naming.temp_table(keys_table)), columns)
            new = Restrict(new, keys, tuple(zip(shape.keys, columns, strict=True)))
        aggregate = Aggregate(new, shape.keys, groups.calls)
        tree = self._simplify(aggregate, groups.columns)
        assert isinstance(tree, Aggregate)
        select = select_groups(tree, layout, self._lowering())
        # A replacement looks at it from both sides.
        kept = keys_table is None
        self._temporary_table("groups computed again", "fresh", select, tree, kept=kept)

    # New values.

    def _checked_count(self) -> exp.Expr:
        """A count below zero means that the stored table is not what it was: stop there."""
        count = self._added(self.layout.count)
        message = (
            f"{self.naming.mv_table()}: the change takes away rows that the stored view does not "
            "have; it was written to by others, or its cursor was moved"
        )
        negative = exp.LT(this=count.copy(), expression=exp.Literal.number(0))
        branch = exp.If(this=negative, true=self.dialect.fail(message))
        return exp.Case(ifs=[branch], default=count)

    def _next_state(self, stored: StoredColumn, state: State) -> exp.Expr:
        match state.kind:
            case Kind.TALLY:
                return self._added(stored)
            case Kind.TOTAL:
                assert state.tally is not None
                return self._unless_empty(state.tally, self._added(stored))
            case Kind.EXTREME:
                best = exp.Least if state.call.function == "MIN" else exp.Greatest
                kept = best(
                    this=before(stored),
                    expressions=[qualified("change", self._extreme("gained", stored))],
                    ignore_nulls=True,
                )
                lost = exp.If(this=self._lost(stored, state), true=qualified("fresh", stored.name))
                return exp.Case(ifs=[lost], default=kept)
        raise ValueError(f"{state.kind} is not added to")

    def _added(self, stored: StoredColumn) -> exp.Expr:
        zero = exp.Literal.number(0)
        old = exp.Coalesce(this=before(stored), expressions=[zero])
        return exp.Add(this=old, expression=qualified("change", stored.name))

    def _unless_empty(self, tally: Column, value: exp.Expr) -> exp.Expr:
        """NULL when no value is left in the group."""
        number = self._added(self.layout.stored(tally))
        some = exp.GT(this=number, expression=exp.Literal.number(0))
        return exp.Case(ifs=[exp.If(this=some, true=value)])

    def _lost(self, stored: StoredColumn, state: State) -> exp.Expr:
        compare = exp.LTE if state.call.function == "MIN" else exp.GTE
        return compare(
            this=qualified("change", self._extreme("lost", stored)),
            expression=before(stored),
        )

    def _extreme(self, side: str, stored: StoredColumn) -> str:
        return self.naming.aux_column(f"{side}_{stored.name}")

    # Statements.

    def _next(
        self,
        values: list[tuple[StoredColumn, exp.Expr]],
        differs: list[exp.Expr],
        source: str,
    ) -> None:
        select = self._rows_to_write(values, differs, source)
        self._temporary_table("rows to write", "next", select, None, counted=(self._known_name,))

    def _rows_to_write(
        self,
        values: list[tuple[StoredColumn, exp.Expr]],
        differs: list[exp.Expr],
        source: str,
    ) -> exp.Select:
        """The rows as they have to be, without those that are so already."""
        select = exp.Select(
            expressions=[exp.alias_(e.copy(), s.name, quoted=True) for s, e in values]
        )
        count = qualified("stored", self.layout.count.name)
        known = exp.Not(this=exp.Is(this=count, expression=exp.Null()))
        select.append("expressions", exp.alias_(known, self._known_name, quoted=True))
        for old in self._old_values():
            select.append("expressions", old)
        self._from(select, source)
        computed = [step.table for step in self._statements]
        if source != "fresh" and self.naming.temp_table("fresh") in computed:
            self._join(select, "fresh", source, kind="LEFT")
        self._join(select, "stored", source, kind="LEFT")
        if differs:
            select.set("where", exp.Where(this=exp.or_(*differs)))
        return self._with_averages(select) if source == "change" else select

    def _old_values(self) -> list[exp.Expr]:
        return old_values(self.layout, self.naming) if self._is_read else []

    @property
    def _known_name(self) -> str:
        return self.naming.aux_column("known")

    def _with_averages(self, select: exp.Select) -> exp.Select:
        """Averages follow from the new totals and tallies."""
        for stored, state in self.layout.states:
            if state.kind is Kind.MEAN and stored.name not in select.named_selects:
                assert state.tally is not None
                assert state.total is not None
                total, number = (self.layout.stored(c).name for c in (state.total, state.tally))
                select = self.dialect.add_average(select, stored.name, total, number, state.type)
        return select

    def _change(self, *, consolidated: bool) -> Relation:
        """Δ of what is grouped, with the columns that keys and calls read."""
        shape = self.layout.shape
        needed = tuple(
            dict.fromkeys(
                [*shape.keys, *(c for _, state in self.layout.states for c in state.call.reads)]
            )
        )
        change = self._states.change(shape.input)
        if consolidated:
            change = Consolidate(change, needed)
        return self._simplify(change, needed)

    def _simplify(self, tree: Relation, needed: tuple[Column, ...]) -> Relation:
        if not self._simplified:
            return tree
        return simplify(
            tree,
            changed=self._changed,
            needed=needed,
            ids=self._ids,
            skips_files=self.dialect.skips_by_equality,
            share_reads=self._share_reads,
        )

    def _share_reads(self, root: Relation) -> Relation:
        for place, part in find_parts(root).items():
            self._parts[place] = self._parts[place] | part if place in self._parts else part
        return read_parts(root, self._shared, self._part) if self._shared else root

    def _part(self, place: Place) -> Source:
        return as_source(place, self.naming)

    def _temporary_table(
        self,
        purpose: str,
        name: str,
        query: exp.Expr,
        tree: Relation | None,
        *,
        kept: bool = True,
        counted: tuple[str, ...] | None = None,
    ) -> None:
        steps, query = split_entries(query, self.naming, name, self._lake.most_reads)
        for shared, part in steps:
            step = make_temporary(self._lake, f"part of {name}", shared, part)
            self._statements.append(replace(step, is_part=True, counted=()))
        table = self.naming.temp_table(name)
        statement = make_temporary(self._lake, purpose, table, query, tree=tree, kept=kept)
        self._statements.append(replace(statement, counted=counted))

    def _temp(self, name: str) -> exp.Table:
        return table_of("", "", self.naming.temp_table(name))

    def _stored_table(self) -> exp.Table:
        source = self.layout.source
        return table_of(source.catalog, source.schema, source.table)

    def _from(self, select: exp.Select, name: str) -> None:
        select.set("from_", exp.From(this=aliased_table(self._temp(name), name)))

    def _join(self, select: exp.Select, alias: str, other: str, *, kind: str) -> None:
        """Join on the keys of the groups; without keys there is one group on either side."""
        is_stored = alias == "stored"
        table = self._stored_table() if is_stored else self._temp(alias)
        conditions = []
        for key in self.layout.keys:
            value = before(key) if is_stored else qualified(alias, key.name)
            conditions.append(key.same(qualified(other, key.name), value))
        join = exp.Join(this=aliased_table(table, alias), on=conjunction(conditions) or exp.true())
        join.set("side" if kind == "LEFT" else "kind", kind)
        select.append("joins", join)


def select_groups(groups: Aggregate, layout: Layout, lowering: Lowering) -> exp.Select:
    """The groups computed from scratch, under the names they have in the stored table."""
    lowering.shared = parent_counts(groups)
    select = lowering.aggregate_select(groups, lowering.block(groups.input))
    rename(select, [layout.stored(column).name for column in groups.columns])
    return lowering.with_commons(select)


def rename(select: exp.Select, names: list[str]) -> None:
    for item, name in zip(select.expressions, names, strict=True):
        item.set("alias", exp.to_identifier(name, quoted=True))


def before(stored: StoredColumn) -> exp.Expr:
    """The value that is stored now, in the column's own type."""
    return stored.from_storage(qualified("stored", stored.name))


def _differs(value: exp.Expr, stored: StoredColumn) -> exp.Expr:
    return stored.differs(value, before(stored))


def make_temporary(
    lake: LakeSQL,
    purpose: str,
    table: str,
    query: exp.Expr,
    *,
    tree: Relation | None = None,
    kept: bool = True,
) -> Statement:
    sql = lake.temporary(table, query, kept=kept)
    return Statement(purpose, sql, tree, table, query, kept)
