"""The text of `docs/sql-support.md`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from duckstream.errors import SQLError
from duckstream.refresh.manner import MEANING, Manner
from tests.equivalence.scenario import SCENARIOS
from tests.support.answer import Answer, ask
from tests.support.construct import (
    DIALECTS,
    TABLES,
    Construct,
    Refused,
    Section,
    find_scenarios,
)
from tests.support.constructs import REFUSED, SECTIONS

INTRODUCTION = """\
# What SQL is maintained, and how

This page is written by `make docs`: every example is compiled for each dialect, and the trees that
a refresh would run say how it is maintained. A test fails when the page is not what they say.

Every example is run as it stands, with rows that come, go and change, and compared with its query
after each refresh: `tests/support/test_examples.py`. The scenarios in the last column go further
into what can go wrong. Both run on DuckDB and on Spark.

The examples read these tables:

{tables}

"How" is what a refresh does when all tables of the query have changed, the dearest of it last:

{manners}

Operators combine: a join of grouped tables looks up partners and computes affected groups.
`view.explain()` says the same of a view of yours, and which tables it reads.
"""

REFUSED_INTRODUCTION = """\
## Refused

SQL that has no rule is refused when the view is created, with a code, the place in the text and a
way out. Nothing falls back silently.
"""


def page(scenarios: Path = SCENARIOS) -> str:
    tables = _table(["table", "columns"], _tables())
    manners = _table(["how", "what a refresh does"], ([m.value, MEANING[m]] for m in Manner))
    parts = [INTRODUCTION.format(tables=tables, manners=manners)]
    parts += [_section(section, scenarios) for section in SECTIONS]
    parts.append(REFUSED_INTRODUCTION + "\n" + _refused())
    return "\n".join(parts)


def _tables() -> Iterator[list[str]]:
    for table, columns in TABLES.items():
        yield [_code(table), ", ".join(_code(f"{name} {kind}") for name, kind in columns.items())]


def _section(section: Section, scenarios: Path) -> str:
    head = ["construct", "for example", *DIALECTS.values(), "how", "scenarios"]
    rows = (_row(construct, scenarios) for construct in section.constructs)
    remark = f"{section.remark}\n\n" if section.remark else ""
    return f"## {section.title}\n\n{remark}{_table(head, rows)}\n"


def _row(construct: Construct, scenarios: Path) -> list[str]:
    answers = {dialect: ask(construct, dialect) for dialect in DIALECTS}
    return [
        construct.name,
        _examples(construct),
        *(_mark(answer) for answer in answers.values()),
        _how(answers),
        _links(find_scenarios(construct, scenarios)),
    ]


def _examples(construct: Construct) -> str:
    texts = dict.fromkeys(construct.sql_in(dialect) for dialect in DIALECTS)
    return "<br>".join(_code(text) for text in texts if text is not None)


def _mark(answer: Answer | None) -> str:
    match answer:
        case None:
            return ""
        case Answer(error=None):
            return "yes"
        case Answer(error=error):
            assert error is not None
            return f"no: {_code(error.code)}"


def _how(answers: dict[str, Answer | None]) -> str:
    """In one word where the dialects agree."""
    words = {
        DIALECTS[dialect]: ", ".join(manner.value for manner in answer.manners)
        for dialect, answer in answers.items()
        if answer is not None and answer.manners
    }
    if len(set(words.values())) <= 1:
        return next(iter(words.values()), "")
    return "<br>".join(f"{dialect}: {word}" for dialect, word in words.items())


def _links(files: Sequence[Path]) -> str:
    folder = "../tests/equivalence/scenarios"
    return "<br>".join(f"[{path.with_suffix('')}]({folder}/{path})" for path in files)


def _refused() -> str:
    rows = []
    for construct in REFUSED:
        error = refusal(construct)
        words = [_code(error.code), error.reason, error.hint or ""]
        rows.append([construct.name, _examples(construct), *words])
    return _table(["construct", "for example", "code", "why", "way out"], rows) + "\n"


def refusal(construct: Refused) -> SQLError:
    """The error of an example, which has to be the same in every dialect that has it."""
    found: dict[str, SQLError] = {}
    for dialect in DIALECTS:
        answer = ask(construct, dialect)
        if answer is None:
            continue
        if answer.error is None:
            raise AssertionError(f"{construct.name} is listed as refused, and {dialect} accepts it")
        found[answer.error.code] = answer.error
    if list(found) != [construct.code]:
        codes = " and ".join(found)
        raise AssertionError(f"{construct.name} is refused with {codes}, not {construct.code}")
    return found[construct.code]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`"
