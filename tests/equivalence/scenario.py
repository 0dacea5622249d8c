"""Scenarios: tables, views and cycles of changes, read from a `.sql` file.

A file starts with a title, `-- <number in SCENARIOS.md> <what can go wrong>`, and has sections:

    -- tables                       statements that make and fill the base tables
    -- view: incremental            a view `v`; every refresh that changes it is incremental
    -- view daily: incremental      the same with a name; a later view may read it
    -- view daily: full             made with policy "full": every refresh recomputes it
    -- cycle                        changes, then a refresh of everything; every view must change
    -- cycle: unchanged             no view changes
    -- cycle: no_op                 no view changes, and the refresh has to say `no_op`
    -- cycle: daily no_op           only `daily`; the views that are not named must change
    -- cycle: a no_op, b unchanged  one expectation per view
    -- cycle daily                  refresh only `daily`; the other views have to stay as they were

Expectations: `unchanged`, `no_op`, `unwritten` (unchanged, and nothing stored was touched), and
`any` (nothing is known; what random scenarios use). Sections may come in any order after the
tables, so a view can be made between two cycles.

Each statement is a transaction of its own; `BEGIN; ...; COMMIT;` makes one of several. A section's
comments belong to the statement that follows them, so a view's text may have comments in it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias, TypeVar

import sqlglot
from sqlglot.tokens import TokenType

SCENARIOS = Path(__file__).parent / "scenarios"

SHARED_DIALECT = "duckdb"
OWN_DIALECTS = {"delta": "spark"}
"""The folders under `scenarios/` whose files are written in other words than the shared ones."""

Word = TypeVar("Word", bound=StrEnum)
Transaction: TypeAlias = tuple[str, ...]


class Strategy(StrEnum):
    INCREMENTAL = "incremental"
    FULL = "full"


class Expectation(StrEnum):
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    UNWRITTEN = "unwritten"
    NO_OP = "no_op"
    ANY = "any"


@dataclass(frozen=True)
class View:
    name: str
    sql: str
    strategy: Strategy = Strategy.INCREMENTAL


@dataclass(frozen=True)
class Cycle:
    transactions: tuple[Transaction, ...]
    refreshed: str | None = None
    """The one view that is refreshed, or None for all."""
    expected: Mapping[str, Expectation] = field(default_factory=dict)
    otherwise: Expectation = Expectation.CHANGED

    def expects(self, view: str) -> Expectation:
        return self.expected.get(view, self.otherwise)


Step: TypeAlias = View | Cycle


@dataclass(frozen=True)
class Scenario:
    title: str
    tables: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def views(self) -> tuple[View, ...]:
        return tuple(step for step in self.steps if isinstance(step, View))


class MalformedScenario(Exception):
    """A scenario file that does not follow the format at the top of this module."""


def scenario_files(engine: str) -> list[Path]:
    """The files that run on this engine: those for all, and those for it alone."""
    return sorted(SCENARIOS.glob("*.sql")) + sorted((SCENARIOS / engine).glob("*.sql"))


def dialect_of(path: Path) -> str:
    return OWN_DIALECTS.get(path.parent.name, SHARED_DIALECT)


def load(path: Path) -> Scenario:
    try:
        return parse(path.read_text(encoding="utf-8"), dialect_of(path))
    except MalformedScenario as error:
        raise MalformedScenario(f"{path.name}: {error}") from None


def parse(text: str, dialect: str = SHARED_DIALECT) -> Scenario:
    title, *sections = _sections(text)
    if not re.match(r"-- \d\d \S", title.header):
        raise MalformedScenario("the first line must be `-- <two digits> <title>`")
    if not sections or sections[0].header != "-- tables":
        raise MalformedScenario("the first section must be `-- tables`")
    steps = tuple(_step(section, dialect) for section in sections[1:])
    tables = _statements(sections[0].body, dialect)
    scenario = Scenario(title.header.removeprefix("-- "), tables, steps)
    _check(scenario)
    return scenario


def render(scenario: Scenario) -> str:
    """The scenario as the text of a file, ready to be kept as a new test."""
    lines = [f"-- {scenario.title}", "-- tables", *_terminated(scenario.tables)]
    for step in scenario.steps:
        lines += _render_view(step) if isinstance(step, View) else _render_cycle(step)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Section:
    header: str
    body: str


_HEADER = re.compile(r"^-- (?:tables|view(?: \w+)?: *\w+|cycle(?: \w+)?(?:: *[\w, ]+)?)$")
_VIEW = re.compile(r"-- view(?: (?P<name>\w+))?: *(?P<strategy>\w+)")
_CYCLE = re.compile(r"-- cycle(?: (?P<refreshed>\w+))?(?:: *(?P<expected>.+))?")


def _sections(text: str) -> Iterator[_Section]:
    header, *lines = text.splitlines() or [""]
    body: list[str] = []
    for line in lines:
        if _HEADER.match(line.rstrip()):
            yield _Section(header, "\n".join(body))
            header, body = line.rstrip(), []
        else:
            body.append(line)
    yield _Section(header, "\n".join(body))


def _step(section: _Section, dialect: str) -> Step:
    if match := _VIEW.fullmatch(section.header):
        statements = _statements(section.body, dialect)
        if len(statements) != 1:
            raise MalformedScenario(f"`{section.header}` needs one SELECT, not {len(statements)}")
        strategy = _one_of(Strategy, match["strategy"], section)
        return View(match["name"] or "v", statements[0], strategy)
    if match := _CYCLE.fullmatch(section.header):
        expected, otherwise = _expectations(match["expected"], section)
        transactions = tuple(_transactions(_statements(section.body, dialect), section))
        return Cycle(transactions, match["refreshed"], expected, otherwise)
    raise MalformedScenario(f"`{section.header}` may only be the first section")


def _expectations(
    text: str | None, section: _Section
) -> tuple[dict[str, Expectation], Expectation]:
    expected: dict[str, Expectation] = {}
    otherwise = Expectation.CHANGED
    for part in (text or "").split(","):
        match part.split():
            case []:
                pass
            case [word]:
                otherwise = _one_of(Expectation, word, section)
            case [view, word]:
                expected[view] = _one_of(Expectation, word, section)
            case _:
                raise MalformedScenario(f"`{section.header}`: cannot read `{part.strip()}`")
    return expected, otherwise


def _one_of(words: type[Word], word: str, section: _Section) -> Word:
    try:
        return words(word)
    except ValueError:
        known = ", ".join(words)
        raise MalformedScenario(f"`{section.header}`: `{word}` is none of {known}") from None


def _statements(text: str, dialect: str) -> tuple[str, ...]:
    """The statements between the semicolons that are not in strings, quotes or comments."""
    found, start, seen = [], 0, False
    for token in sqlglot.tokenize(text, read=dialect):
        if token.token_type is TokenType.SEMICOLON:
            if seen:
                found.append(text[start : token.start].strip())
            start, seen = token.end + 1, False
        else:
            seen = True
    if seen:
        found.append(text[start:].strip())
    return tuple(found)


def _transactions(statements: Sequence[str], section: _Section) -> Iterator[Transaction]:
    open_transaction: list[str] | None = None
    for statement in statements:
        match statement.upper():
            case "BEGIN" if open_transaction is None:
                open_transaction = []
            case "COMMIT" if open_transaction is not None:
                yield tuple(open_transaction)
                open_transaction = None
            case "BEGIN" | "COMMIT" | "ROLLBACK":
                raise MalformedScenario(f"`{section.header}`: unexpected {statement}")
            case _ if open_transaction is None:
                yield (statement,)
            case _:
                open_transaction.append(statement)
    if open_transaction is not None:
        raise MalformedScenario(f"`{section.header}`: BEGIN without COMMIT")


def _check(scenario: Scenario) -> None:
    if not scenario.tables:
        raise MalformedScenario("`-- tables` holds no statement")
    if not any(isinstance(step, Cycle) for step in scenario.steps):
        raise MalformedScenario("there is no `-- cycle`")
    known: set[str] = set()
    for step in scenario.steps:
        if isinstance(step, View):
            if step.name in known:
                raise MalformedScenario(f"two views are called {step.name}")
            known.add(step.name)
            continue
        if not known:
            raise MalformedScenario("a cycle comes before the first view")
        named = {*step.expected, *([step.refreshed] if step.refreshed else [])}
        if unknown := named - known:
            raise MalformedScenario(f"a cycle names unknown views: {', '.join(sorted(unknown))}")


def _render_view(view: View) -> list[str]:
    return [f"-- view {view.name}: {view.strategy}", *_terminated([view.sql])]


def _render_cycle(cycle: Cycle) -> list[str]:
    expected = [f"{view} {word}" for view, word in cycle.expected.items()]
    if cycle.otherwise is not Expectation.CHANGED:
        expected.append(str(cycle.otherwise))
    refreshed = f" {cycle.refreshed}" if cycle.refreshed else ""
    lines = [f"-- cycle{refreshed}" + (f": {', '.join(expected)}" if expected else "")]
    for transaction in cycle.transactions:
        several = len(transaction) > 1
        lines += ["BEGIN;"] * several + [*_terminated(transaction)] + ["COMMIT;"] * several
    return lines


def _terminated(statements: Iterable[str]) -> list[str]:
    """A semicolon after each; on a line of its own where a comment would swallow it."""
    return [f"{text}\n;" if "--" in text else f"{text};" for text in statements]
