"""The ways a view is kept: by the runtime, by compiled statements, or by recomputing it.

All three answer the same questions, so that one helper (`run.py`) checks them all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import duckstream as ds
from tests.equivalence.engines import Connection, Engine, Row
from tests.equivalence.scenario import View


@dataclass(frozen=True)
class Refreshed:
    """What a refresh said about one view; None where this way does not say."""

    strategy: str | None = None
    reason: str | None = None
    rows_out: int | None = None


class Way(Protocol):
    engine: Engine

    @property
    def names_are_exact(self) -> bool:
        """Does this way know what the engine calls a column that the user did not name?"""
        ...

    def change(self, statements: Sequence[str]) -> None: ...
    def rows(self, query: str) -> list[Row]: ...
    def promised(self, column: tuple[str, str]) -> tuple[str, str]: ...
    def create(self, view: View) -> None: ...
    def refresh(self, name: str | None) -> dict[str, Refreshed]: ...
    def stored(self, name: str) -> str: ...
    def explain(self, name: str) -> str: ...
    def verified(self, name: str) -> bool: ...
    def close(self) -> None: ...


class NeedsSchema(Exception):
    """The text alone does not say enough; the compiler, or its statements, ask for a schema."""


@dataclass
class ThroughRuntime:
    """`ds.open`, `create_view`, `refresh`: what a user does."""

    engine: Engine
    folder: Path
    names_are_exact: bool = True
    views: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lake, self._close = self.engine.open(self.folder)

    def change(self, statements: Sequence[str]) -> None:
        for text in self.engine.transaction(statements):
            self.lake.sql(text)

    def rows(self, query: str) -> list[Row]:
        return self.engine.read(self.lake, query)

    def promised(self, column: tuple[str, str]) -> tuple[str, str]:
        return column

    def create(self, view: View) -> None:
        policy = "strict" if view.strategy == "incremental" else "full"
        self.views[view.name] = self.lake.create_view(view.name, view.sql, policy=policy)

    def refresh(self, name: str | None) -> dict[str, Refreshed]:
        report = self.lake.refresh(name) if name else self.lake.refresh()
        names = [name] if name else self.views
        return {
            each: Refreshed(report[each].strategy, report[each].reason, report[each].rows_out)
            for each in names
        }

    def stored(self, name: str) -> str:
        return f"SELECT * FROM {self.engine.quoted(name)}"

    def explain(self, name: str) -> str:
        return self.views[name].explain()

    def verified(self, name: str) -> bool:
        return not self.engine.verifies or self.views[name].verify().equal

    def close(self) -> None:
        self._close()


@dataclass
class ThroughCompiler:
    """`ds.compile_ivm`, its statements run by the engine alone."""

    engine: Engine
    folder: Path
    with_schema: bool = True
    names_are_exact: bool = False
    plans: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connection: Connection = self.engine.connect(self.folder)

    def change(self, statements: Sequence[str]) -> None:
        for text in self.engine.transaction(statements):
            self.connection.run(text)

    def rows(self, query: str) -> list[Row]:
        return self.connection.rows(query)

    def promised(self, column: tuple[str, str]) -> tuple[str, str]:
        """Only an engine knows how it names an expression, and how a table's names were written."""
        name, kind = column
        if not re.fullmatch(r"\w+", name):
            name = "(an expression)"
        return (name if self.with_schema else name.lower(), kind)

    def create(self, view: View) -> None:
        try:
            plan = ds.compile_ivm(
                view.sql,
                dialect=self.engine.dialect,
                mv_catalog="dl",
                schema=self._schema() if self.with_schema else None,
            )
        except ds.DuckstreamError as error:
            if not self.with_schema and error.code == "SCHEMA_NEEDED":
                raise NeedsSchema(str(error)) from error
            raise
        self.plans[view.name] = plan
        self._commit([plan.create_cursors_table, plan.create_mv, *plan.initialize_cursors])

    def refresh(self, name: str | None) -> dict[str, Refreshed]:
        for plan in self.plans.values():
            self._commit(plan.maintain)
        return {each: Refreshed() for each in self.plans}

    def stored(self, name: str) -> str:
        return self.plans[name].query_mv

    def explain(self, name: str) -> str:
        return ";\n".join(self.plans[name].maintain)

    def verified(self, name: str) -> bool:
        return True

    def close(self) -> None:
        self.connection.close()

    def _commit(self, statements: Sequence[str]) -> None:
        self.connection.run("BEGIN")
        try:
            for statement in statements:
                self.connection.run(statement)
        except Exception as error:
            # A sum that cannot be stored exactly without its type fails when it is computed.
            if not self.with_schema and "pass schema to compile_ivm" in str(error):
                raise NeedsSchema(str(error)) from error
            raise
        self.connection.run("COMMIT")

    def _schema(self) -> dict[str, dict[str, str]]:
        schema: dict[str, dict[str, str]] = {}
        for table, column, kind in self.engine.schema(self.connection):
            schema.setdefault(table, {})[column] = kind
        return schema


@dataclass
class Recomputed:
    """A table filled again by every refresh, without duckstream: is the scenario itself sound?"""

    engine: Engine
    folder: Path
    names_are_exact: bool = True
    views: dict[str, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connection: Connection = self.engine.connect(self.folder)

    def change(self, statements: Sequence[str]) -> None:
        for text in self.engine.transaction(statements):
            self.connection.run(text)

    def rows(self, query: str) -> list[Row]:
        return self.connection.rows(query)

    def promised(self, column: tuple[str, str]) -> tuple[str, str]:
        return column

    def create(self, view: View) -> None:
        self.views[view.name] = view
        self.refresh(view.name)

    def refresh(self, name: str | None) -> dict[str, Refreshed]:
        names = [name] if name else list(self.views)
        for each in names:
            self.connection.keep(each, self.views[each].sql)
        return {each: Refreshed() for each in names}

    def stored(self, name: str) -> str:
        return f"SELECT * FROM {self.engine.quoted(name)}"

    def explain(self, name: str) -> str:
        return "recomputed"

    def verified(self, name: str) -> bool:
        return True

    def close(self) -> None:
        self.connection.close()
