"""Run a scenario one way: apply each cycle, refresh, and compare with the recomputed query."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import islice

from tests.equivalence.engines import Engine, Row
from tests.equivalence.scenario import Cycle, Expectation, Scenario, Strategy, View, render
from tests.equivalence.ways import Refreshed, Way

SHOWN = 20
"""How many rows of a difference a failure prints."""


def run(scenario: Scenario, way: Way) -> None:
    """Given these tables and views, after these changes, each view equals its query."""
    with closing(way):
        for statement in scenario.tables:
            way.change([statement])
        kept: dict[str, KeptView] = {}
        for number, step in enumerate(scenario.steps):
            try:
                if isinstance(step, View):
                    kept[step.name] = KeptView(step, [view.view for view in kept.values()], way)
                else:
                    apply_refresh_compare(step, kept, way)
                if number == len(scenario.steps) - 1:
                    for view in kept.values():
                        view.verify()
            except Unequal as unequal:
                where = f"step {number} ({type(step).__name__.lower()})"
                text = f"{where}: {unequal}\n\n{render(scenario)}"
                raise AssertionError(text) from None


class Unequal(Exception):
    """A view that is not what its query says, or a refresh that was not what it should be."""


class KeptView:
    """A view, the query that recomputes it from the base tables, and its rows when last seen."""

    def __init__(self, view: View, upstream: Sequence[View], way: Way) -> None:
        self.view = view
        self.way = way
        self.recomputed = recompute_query(view, upstream, way.engine)
        way.create(view)
        self.compare_columns()
        self.rows = self.compare_rows()

    def stored(self) -> str:
        return self.way.stored(self.view.name)

    def columns(self, query: str) -> list[tuple[str, str]]:
        found = self.way.rows(self.way.engine.columns_of(query))
        return [self.way.promised((name, kind)) for name, kind, *_ in found]

    def compare_columns(self) -> None:
        stored = self.columns(self.stored())
        expected = self.columns(self.recomputed)
        if not self.way.names_are_exact:
            stored, expected = ([type for _, type in each] for each in (stored, expected))
        if stored != expected:
            raise Unequal(
                f"columns of {self.view.name}\n  stored:   {stored}\n  expected: {expected}"
            )

    def compare_rows(self) -> Counter[Row]:
        """Raise unless what is stored is what the query says; else what that is."""
        extra, missing, expected = Counter[Row](), Counter[Row](), Counter[Row]()
        for more, fewer, all_of_it, *row in self.way.rows(
            self.way.engine.comparison(self.stored(), self.recomputed)
        ):
            extra[tuple(row)] += more
            missing[tuple(row)] += fewer
            expected[tuple(row)] += all_of_it
        if extra.total() or missing.total():
            raise Unequal(
                f"{self.view.name} has {extra.total()} extra and {missing.total()} missing rows\n"
                + "".join(f"  extra:   {row}\n" for row in islice(extra.elements(), SHOWN))
                + "".join(f"  missing: {row}\n" for row in islice(missing.elements(), SHOWN))
                + self.way.explain(self.view.name)
            )
        return +expected

    def verify(self) -> None:
        if not self.way.verified(self.view.name):
            raise Unequal(f"verify() says that {self.view.name} differs, and it does not")

    def compare_after(self, refreshed: Refreshed, expected: Expectation) -> None:
        before, self.rows = self.rows, self.compare_rows()
        if expected is Expectation.CHANGED and before == self.rows:
            raise Unequal(f"the cycle should change {self.view.name}, and its query is the same")
        if expected in STILL and before != self.rows:
            raise Unequal(f"the cycle should leave {self.view.name} as it is, and its query is not")
        allowed = allowed_strategies(self.view.strategy, expected)
        if refreshed.strategy is not None and refreshed.strategy not in allowed:
            raise Unequal(
                f"{self.view.name} was refreshed by {refreshed.strategy} ({refreshed.reason}), "
                f"not by {' or '.join(allowed)}"
            )
        if expected is Expectation.UNWRITTEN and refreshed.rows_out:
            raise Unequal(f"{self.view.name} was written: {refreshed.rows_out} rows")

    def compare_untouched(self) -> None:
        stored = Counter(self.way.rows(self.way.engine.as_text(self.stored())))
        if stored != self.rows:
            raise Unequal(f"{self.view.name} was not refreshed, and yet it changed")
        if not self.way.verified(self.view.name):
            raise Unequal(f"verify() of {self.view.name} fails at its own, older version")


def apply_refresh_compare(cycle: Cycle, kept: dict[str, KeptView], way: Way) -> None:
    for transaction in cycle.transactions:
        way.change(transaction)
    refreshed = way.refresh(cycle.refreshed)
    for name, view in kept.items():
        if cycle.refreshed in (None, name):
            view.compare_after(refreshed[name], cycle.expects(name))
        else:
            view.compare_untouched()


STILL = {Expectation.UNCHANGED, Expectation.UNWRITTEN, Expectation.NO_OP}


def allowed_strategies(strategy: Strategy, expected: Expectation) -> tuple[str, ...]:
    match expected:
        case Expectation.CHANGED:
            return (strategy,)
        case Expectation.NO_OP:
            return ("no_op",)
        case _:
            return (strategy, "no_op")


def recompute_query(view: View, upstream: Sequence[View], engine: Engine) -> str:
    """The view's query over the base tables: a view that it reads is a CTE of the same name."""
    if not upstream:
        return view.sql
    views = ",\n".join(f"{engine.quoted(each.name)} AS (\n{each.sql}\n)" for each in upstream)
    return f"WITH {views}\nSELECT * FROM (\n{view.sql}\n)"
