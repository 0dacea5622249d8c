"""The views of a connected lake, compiled: each once, and again when what it reads has changed.

A stored view is compiled through the plain views as they were when it was stored, which its
definition tells; a view that is stored now, through those that there are now.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from sqlglot import exp

from duckstream.algebra import Source
from duckstream.bind import deep_nesting
from duckstream.bind.names import make_unique
from duckstream.compiler import CompiledView, FindStage, compile_view
from duckstream.engines.protocol import Definition, Engine, ViewPlace, table_of
from duckstream.errors import LakeError, SQLError, UnsupportedSQLError
from duckstream.plan import ViewNaming
from duckstream.refresh.catalog import FindView, KnownTables, LakeCatalog
from duckstream.refresh.stages import stage_of
from duckstream.stage import Cut


class _Known(threading.local):
    """What is known of the lake while something is done: each thread does its own."""

    definitions: Mapping[str, Definition] | None = None
    tables: KnownTables | None = None

    def __init__(self) -> None:
        # The views that are being compiled just now, one for the sake of the other.
        self.compiling: list[str] = []


class ViewCompiler:
    """Compiles the views of one lake."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._compiled: dict[Definition, CompiledView] = {}
        self._known = _Known()

    @contextmanager
    def knowing(
        self, definitions: Mapping[str, Definition], tables: KnownTables | None = None
    ) -> Generator[None]:
        """For as long as this lasts the lake is not asked for its views and tables again, for each
        of them. Several threads may know the same tables.
        """
        known = self._known
        before = known.definitions, known.tables
        known.definitions, known.tables = definitions, tables or KnownTables(self.engine)
        try:
            yield
        finally:
            known.definitions, known.tables = before

    def look_again(self) -> Mapping[str, Definition]:
        """What is known is known anew: a view was stored."""
        found = self.engine.definitions()
        if self._known.definitions is not None:
            self._known.definitions, self._known.tables = found, KnownTables(self.engine)
        return found

    def _definitions(self) -> Mapping[str, Definition]:
        known = self._known.definitions
        return self.engine.definitions() if known is None else known

    def compiled(self, definition: Definition) -> CompiledView:
        """The compiled form of a view, made once per definition."""
        known = self._compiled.get(definition)
        if known is not None:
            return known
        # (Two threads may do that for one view, and both are right.)
        return self._compiled.setdefault(definition, self._compile_as_stored(definition))

    def _compile_as_stored(self, definition: Definition) -> CompiledView:
        """Through the plain views as they were, if that can still be done."""
        try:
            return self._compile(definition, self.stage_finder(definition))
        except SQLError:
            if not definition.plain_views:
                raise
            # A refresh will find that they have changed, and stores the view again.
            return self._compile(replace(definition, plain_views=()))

    def stage_finder(self, definition: Definition) -> FindStage:
        """Gives the stages that were stored when the view was created."""
        definitions = self._definitions()

        def find(number: int, sql: str, _: Cut) -> CompiledView | None:
            stage = stage_of(definition, number, sql)
            known = definitions.get(stage.name)
            return self.compiled(known) if known is not None and known.is_same_as(stage) else None

        return find

    def compile_as_of_now(
        self, definition: Definition, find_stage: FindStage | None = None
    ) -> tuple[Definition, CompiledView]:
        """Through the plain views as they are now, which the definition then tells."""
        table = self.engine.choose_table(definition.name)
        renewed = replace(definition, plain_views=(), table=table)
        compiled = self._compile(renewed, find_stage)
        self._refuse_cycle(definition.name, compiled)
        return replace(renewed, plain_views=compiled.bound.plain_views), compiled

    def _refuse_cycle(self, name: str, compiled: CompiledView) -> None:
        """A view that is defined anew, or a plain view that is changed, may come to read the views
        that read it.
        """
        definitions = self._definitions()
        if name not in definitions:
            return
        pending: list[tuple[CompiledView, tuple[str, ...]]] = [(compiled, (name,))]
        while pending:
            view, way = pending.pop()
            for upstream in self.views_among(view.sources, definitions):
                if upstream == name:
                    raise cycle((*way, name))
                pending.append((self.compiled(definitions[upstream]), (*way, upstream)))

    def current(self, definition: Definition) -> CompiledView:
        """A view as it is stored now: in another table, or through other plain views, maybe."""
        definitions = self.engine.definitions()
        with self.knowing(definitions):
            return self.compiled(look_up(definitions, definition.name) or definition)

    def _compile(self, definition: Definition, find_stage: FindStage | None = None) -> CompiledView:
        compiling = self._known.compiling
        if definition.name in compiling:
            begin = compiling.index(definition.name)
            raise cycle((*compiling[begin:], definition.name))
        compiling.append(definition.name)
        try:
            with deep_nesting(definition.sql):
                return self._compile_nested(definition, find_stage)
        finally:
            compiling.pop()

    def _compile_nested(self, definition: Definition, find_stage: FindStage | None) -> CompiledView:
        engine = self.engine
        tables = self._known.tables or KnownTables(engine)
        catalog = LakeCatalog(tables, self.view_finder(), definition.plain_views)
        place = self.place(definition)
        # Our own errors about names come first: they say more than the engine's.
        checked = compile_view(definition.sql, catalog=catalog, place=place, dialect=engine.dialect)
        names = self._column_names(definition)

        def describe(sql: str) -> list[exp.DataType]:
            return [type or exp.DataType.build("UNKNOWN") for _, type in engine.describe(sql)]

        ours = [name for name, _ in checked.bound.columns]
        if len(names) != len(ours) or not all(map(_is_same_name, ours, make_unique(names))):
            raise UnsupportedSQLError(
                "COLUMNS",
                f"view {definition.name}",
                f"the engine finds the columns {', '.join(names)} where we find {', '.join(ours)}",
                hint="list the columns one by one",
                sql=definition.sql,
            )
        try:
            return compile_view(
                definition.sql,
                catalog=catalog,
                place=place,
                dialect=engine.dialect,
                describe=describe,
                names=names,
                find_stage=find_stage,
            )
        except engine.errors as error:
            raise LakeError(
                "ENGINE",
                f"view {definition.name}: {engine.tell(error)}",
                "this is a text that we read differently from the engine: please report it",
            ) from error

    def _column_names(self, definition: Definition) -> list[str]:
        """As the engine has them.

        A view that was stored through plain views shows them itself: the plain views may have
        other columns by now.
        """
        engine, place = self.engine, self.place(definition)
        if definition.plain_views:
            shown = table_of(place.catalog, place.schema, definition.name).sql(engine.dialect)
            with suppress(*engine.errors):
                return [name for name, _ in engine.describe(f"SELECT * FROM {shown}")]
        return [name for name, _ in engine.describe_view(_bare(definition.sql))]

    def place(self, definition: Definition) -> ViewPlace:
        naming = ViewNaming(definition.name, definition.stored_table, self.engine.door)
        return ViewPlace(self.engine.catalog, self.engine.schema, naming)

    def view_finder(self) -> FindView:
        """Gives maintained views by their names, as they are defined now."""
        definitions = self._definitions()

        def find(name: str) -> CompiledView | None:
            definition = look_up(definitions, name)
            return None if definition is None else self.compiled(definition)

        return find

    def views_among(
        self, sources: Iterable[Source], definitions: Mapping[str, Definition]
    ) -> list[str]:
        """Those of the views whose stored tables are among the sources."""
        tables = {s.table for s in sources if s.schema == self.engine.schema}
        return [d.name for d in definitions.values() if d.stored_table in tables]

    def keep(self, definition: Definition, compiled: CompiledView) -> None:
        self._compiled[definition] = compiled

    def forget_outdated(self, definitions: Mapping[str, Definition]) -> None:
        """Forget what is defined otherwise by now, and views that read it."""
        now = set(definitions.values())
        gone = {definition.stored_table for definition in self._compiled if definition not in now}
        for definition, compiled in list(self._compiled.items()):
            if definition not in now or any(s.table in gone for s in compiled.sources):
                del self._compiled[definition]

    def forget(self, definition: Definition) -> None:
        self._compiled.pop(definition, None)


def look_up(definitions: Mapping[str, Definition], name: str) -> Definition | None:
    folded = name.casefold()
    return next((d for d in definitions.values() if d.name.casefold() == folded), None)


def _bare(sql: str) -> str:
    """The text without what may stand after the SELECT: semicolons, spaces, comments."""
    return sql.strip().rstrip(";").strip()


def _is_same_name(ours: str, engines: str) -> bool:
    """May both be the name of one column? An expression without one is the engine's to name."""
    if not re.fullmatch(r"\w+", ours):
        return True
    return re.fullmatch(rf"{re.escape(ours)}(_\d+)?", engines, re.IGNORECASE) is not None


def cycle(names: tuple[str, ...]) -> LakeError:
    """The first and the last of the names are the same."""
    return LakeError(
        "VIEW_CYCLE",
        f"view {names[0]} would read itself: {' reads '.join(names)}",
        "define one of them, or the plain view between them, without the others",
    )
