"""A view's change by DuckDB on plain tables: the compiler without storage and without a lake.

Of every table there is a state before and one after a cycle, and the difference. What a refresh
would compute has to be the difference of the query's results, with the simplifier and without it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import duckdb
from sqlglot import exp

from duckstream.algebra import Column, Consolidate, Relation, Scan, Source, Version
from duckstream.bind import SchemaCatalog, bind_view
from duckstream.differentiate import RULES, States
from duckstream.lower import Lowering, find_dialect
from duckstream.simplify import simplify
from tests.equivalence.run import Unequal
from tests.equivalence.scenario import Cycle, Scenario, Transaction, View, render
from tests.unit.views import known_recursion

Rows: TypeAlias = Counter[tuple[Any, ...]]

WEIGHT = "_weight"
SUFFIXES = {Version.OLD: "__old", Version.CHANGE: "__change"}
DIALECT = find_dialect("duckdb")


def run_in_memory(scenario: Scenario) -> None:
    """Given this table and this view, each cycle's change is what the query says."""
    with duckdb.connect(config={"threads": 1}) as connection:
        for statement in scenario.tables:
            connection.execute(statement)
        try:
            for step in scenario.steps:
                if isinstance(step, View):
                    view = _compile(step.sql, connection)
                    view.check_content()
                elif isinstance(step, Cycle):
                    view.check_cycle(step.transactions)
        except Unequal as unequal:
            raise AssertionError(f"{unequal}\n\n{render(scenario)}") from None


@dataclass
class ViewInMemory:
    sql: str
    relation: Relation
    columns: tuple[Column, ...]
    is_limited: bool
    """The order and the limit of the view itself are no part of what is stored."""
    states: States
    tables: dict[str, list[str]]
    connection: duckdb.DuckDBPyConnection
    texts: dict[Hashable, tuple[str, bool]] = field(default_factory=dict)

    def check_content(self) -> None:
        if self.is_limited:
            return
        expected = Counter(self.connection.execute(self.sql).fetchall())
        _compare("content", self.rows("content", lambda: self.relation), expected)

    def check_cycle(self, transactions: Collection[Transaction]) -> None:
        for table in self.tables:
            self._copy(f"{table}__old", f"FROM {table}")
        for statement in (each for transaction in transactions for each in transaction):
            self.connection.execute(statement)
        changed = {table for table, names in self.tables.items() if self._find_change(table, names)}
        sources = frozenset(Source("memory", "main", table) for table in changed)
        self.check_content()
        expected = self.rows("new", lambda: self.states.new(self.relation))
        expected.subtract(self.rows("old", lambda: self.states.old(self.relation)))
        expected = Counter({row: weight for row, weight in expected.items() if weight})
        for name, make in (
            ("change", lambda: self._simplified(self.states, sources)),
            ("change of what changed", lambda: self._simplified(self._only(sources), sources)),
        ):
            _compare(name, self.rows((name, sources), make), expected)
        unsimplified = "change as differentiated"
        try:
            rows = self.rows(unsimplified, lambda: self._change(self.states))
        except duckdb.Error:
            # Statements of that size find mistakes in DuckDB's own planner.
            return
        _compare(unsimplified, rows, expected)

    def _only(self, sources: frozenset[Source]) -> States:
        """As a refresh has it: where only these changed, and the rows of a recursion are known."""
        stored = known_recursion(self.relation, self.states.ids)
        return States(RULES, self.states.ids, sources, stored)

    def _change(self, states: States) -> Relation:
        return Consolidate(states.change(self.relation), self.columns)

    def _simplified(self, states: States, sources: frozenset[Source]) -> Relation:
        return simplify(
            self._change(states),
            changed=sources,
            needed=self.columns,
            ids=self.states.ids,
            # So that every rule takes part.
            skips_files=False,
        )

    def rows(self, name: Hashable, make: Callable[[], Relation]) -> Rows:
        """The rows of a relation with their weights; its SQL is made once for each name."""
        if name not in self.texts:
            relation = make()
            select = Lowering(DIALECT, _read_table, WEIGHT).select(relation, self.columns)
            self.texts[name] = (DIALECT.sql(select), relation.weighted)
        sql, weighted = self.texts[name]
        found: Rows = Counter()
        for row in self.connection.execute(sql).fetchall():
            found[row[:-1] if weighted else row] += row[-1] if weighted else 1
        return Counter({row: weight for row, weight in found.items() if weight})

    def _find_change(self, table: str, names: list[str]) -> bool:
        columns = ", ".join(names)
        events = (
            f"SELECT {columns}, 1 AS {WEIGHT} FROM {table} "
            f"UNION ALL SELECT {columns}, -1 FROM {table}__old"
        )
        net = (
            f"SELECT {columns}, CAST(SUM({WEIGHT}) AS BIGINT) AS {WEIGHT} FROM ({events}) "
            f"GROUP BY {columns} HAVING SUM({WEIGHT}) <> 0"
        )
        self._copy(f"{table}__change", net)
        return bool(self.connection.execute(f"FROM {table}__change LIMIT 1").fetchall())

    def _copy(self, table: str, query: str) -> None:
        self.connection.execute(f"CREATE OR REPLACE TABLE {table} AS {query}")


def _compile(sql: str, connection: duckdb.DuckDBPyConnection) -> ViewInMemory:
    schema: dict[str, dict[str, str]] = {}
    for table, column, kind in connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE NOT internal ORDER BY table_name, column_index"
    ).fetchall():
        schema.setdefault(table, {})[column] = kind
    catalog = SchemaCatalog("memory", "main", schema=schema)
    bound = bind_view(sql, dialect="duckdb", catalog=catalog)
    return ViewInMemory(
        sql,
        bound.relation,
        tuple(column for _, column in bound.columns),
        bound.limit is not None or bound.offset is not None,
        States(RULES, bound.context.ids),
        {table: list(columns) for table, columns in schema.items()},
        connection,
    )


def _read_table(scan: Scan) -> exp.Table:
    return exp.to_table(scan.source.table + SUFFIXES.get(scan.version, ""))


def _compare(name: str, found: Rows, expected: Rows) -> None:
    if found != expected:
        wrong = {row for row in (*found, *expected) if found[row] != expected[row]}
        shown = "".join(f"\n  {row}: {found[row]}, not {expected[row]}" for row in wrong)
        raise Unequal(f"{name}{shown}")
