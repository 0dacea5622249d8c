"""Storing a view: its first content, or all of it again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from duckstream.compiler import CompiledView
from duckstream.engines.protocol import Definition, Engine
from duckstream.errors import ConflictError, DuckstreamError, LakeError
from duckstream.plan import PREFIX
from duckstream.refresh.choose import load_anew
from duckstream.refresh.compile import ViewCompiler
from duckstream.refresh.journal import Journal
from duckstream.refresh.outcome import Outcome
from duckstream.refresh.past import rows_of
from duckstream.refresh.record import REFRESH


@dataclass(frozen=True)
class Storing:
    """Compiles and stores views of one lake."""

    engine: Engine
    compiler: ViewCompiler

    def store(
        self,
        definition: Definition,
        compiled: CompiledView,
        journal: Journal,
        reason: str,
        kind: str = REFRESH,
    ) -> Outcome:
        """The content and the definition, in one commit; what was there before is replaced."""
        journal.step("store")
        outcome = Outcome("full", reason, measures=self._measure(compiled))
        try:
            stored = self.engine.store(definition, compiled, journal.record(outcome, kind))
        except self.engine.errors as error:
            told = self.engine.tell(error)
            if self.engine.is_conflict(error):
                raise ConflictError(
                    "CONFLICT",
                    f"view {definition.name}: another commit came first: {told}",
                    "nothing was written; try again",
                ) from error
            raise _cannot_store(definition.name, compiled, told) from error
        self.compiler.keep(definition, compiled)
        return Outcome("full", reason, 0, stored.rows, commit=stored.commit)

    def _measure(self, compiled: CompiledView) -> dict[str, float]:
        """The rows that are read: what all that comes to is known from the start."""
        # A view is stored all the same where the lake does not tell.
        with suppress(*self.engine.errors):
            sizes = self.engine.sizes(dict.fromkeys(compiled.sources))
            rows = {rows_of(source): size.rows for source, size in sizes.items()}
            return {**load_anew(compiled, sizes).as_measures(), **rows}
        return {}

    def start_over(self, definition: Definition, journal: Journal, reason: str) -> Outcome:
        """Compile and store a view again because its sources are not what they were."""
        self.compiler.forget(definition)
        finder = self.compiler.stage_finder(definition)
        renewed, compiled = self.compiler.compile_as_of_now(definition, finder)
        return self.store(renewed, compiled, journal, reason)


def _cannot_store(name: str, compiled: CompiledView, told: str) -> DuckstreamError:
    intervals = [
        stored.name
        for stored in compiled.layout.columns
        if stored.column.type is not None and stored.column.type.is_type("interval")
    ]
    hint = "the lake is unchanged"
    if intervals:
        hint = (
            f"column {', '.join(intervals)} is an INTERVAL, and Parquet holds no negative ones: "
            "store it as a number, such as a count of days"
        )
    return LakeError("CANNOT_STORE", f"view {name} cannot be stored: {told}", hint)


def check_name(name: str) -> None:
    if not name or name.startswith(PREFIX):
        raise LakeError("BAD_NAME", f"{name!r} cannot be the name of a view", "choose another")
