"""Every example of the support matrix, run as it stands on the engines that have it."""

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from duckstream.errors import SQLError
from tests.equivalence.engines import ENGINES, Engine
from tests.equivalence.run import run
from tests.equivalence.scenario import Cycle, Expectation, Scenario, View, parse
from tests.equivalence.translation import in_the_words_of
from tests.equivalence.ways import ThroughRuntime
from tests.support.construct import TABLES, Construct
from tests.support.constructs import SECTIONS

# Rows come, go, change, and come back; keys are NULL, partners and whole groups go.
ROWS = """\
-- 00 the tables of the examples
-- tables
{tables}
INSERT INTO r VALUES (1, 3, 1.50, 0.5, 'a', [1, 2]), (1, 5, 2.25, 1.5, 'b', [3]),
    (2, 2, 0.75, 2.0, 'a', []), (NULL, 4, 3.00, 0.25, 'c', NULL), (3, 1, 1.00, 1.0, NULL, [4, 4]);
INSERT INTO s VALUES (1, 3), (1, 4), (2, 2), (NULL, 1), (4, 6);
INSERT INTO edge VALUES (1, 2), (2, 3), (3, 4), (4, 2);
-- view: incremental
SELECT 1
-- cycle: any
INSERT INTO r VALUES (1, 7, 4.00, 0.75, 'd', [5]), (4, 6, 1.25, 3.0, 'b', [1]);
INSERT INTO s VALUES (3, 7), (1, 3);
DELETE FROM edge WHERE a = 4;
-- cycle: any
DELETE FROM r WHERE x IN (5, 1);
DELETE FROM s WHERE k = 1;
INSERT INTO edge VALUES (4, 1), (7, 5);
UPDATE r SET k = 2, t = 'e' WHERE x = 7;
UPDATE s SET y = y + 1 WHERE k IS NULL;
UPDATE r SET x = 9, d = 8.50, f = 0.125 WHERE x = 4;
-- cycle: any
DELETE FROM s;
DELETE FROM r;
INSERT INTO s VALUES (1, 1), (2, 2);
DELETE FROM edge;
-- cycle: any
INSERT INTO r VALUES (1, 3, 1.50, 0.5, 'a', [1, 2]), (2, 3, 2.50, 1.5, 'a', [2]);
INSERT INTO edge VALUES (1, 2), (2, 1);
"""


def scenario(construct: Construct, engine: Engine) -> Scenario:
    """The example over the rows above, in the engine's words."""
    sql = construct.sql_in(engine.dialect)
    assert sql is not None
    made = (
        f"CREATE TABLE {table} ({', '.join(f'{name} {kind}' for name, kind in columns.items())});"
        for table, columns in TABLES.items()
    )
    around = in_the_words_of(engine, parse(ROWS.format(tables="\n".join(made))))
    cycles = tuple(step for step in around.steps if isinstance(step, Cycle))
    assert all(cycle.otherwise is Expectation.ANY for cycle in cycles)
    return Scenario(construct.name, around.tables, (View("v", sql), *cycles))


def cases() -> list[ParameterSet]:
    found = []
    for engine in ENGINES.values():
        for section in SECTIONS:
            for construct in section.constructs:
                if construct.sql_in(engine.dialect) is not None:
                    # Some seconds each: they are for `make fuzz` and `make spark`.
                    marks = (*engine.marks, pytest.mark.slow, pytest.mark.whole)
                    name = f"{engine.name}-{section.title}: {construct.name}"
                    found.append(pytest.param(engine, construct, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("engine", "construct"), cases())
def test_the_example_is_maintained(engine: Engine, construct: Construct, tmp_path: Path) -> None:
    try:
        run(scenario(construct, engine), ThroughRuntime(engine, tmp_path))
    except SQLError as refused:
        # The page says so, and a test compares the page with the compiler.
        pytest.skip(f"refused: {refused.code}")
