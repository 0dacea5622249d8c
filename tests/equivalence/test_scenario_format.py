"""The format of scenario files: what is read, and what is refused with a reason."""

import pytest

from tests.equivalence.scenario import (
    SCENARIOS,
    Cycle,
    Expectation,
    MalformedScenario,
    Strategy,
    dialect_of,
    load,
    parse,
    render,
)

TABLES = "-- 01 a title\n-- tables\nCREATE TABLE t (x INT);\n"
VIEW = "-- view: incremental\nSELECT x FROM t;\n"
CYCLE = "-- cycle\nDELETE FROM t;\n"


def only_cycle(text: str) -> Cycle:
    (cycle,) = (step for step in parse(text).steps if isinstance(step, Cycle))
    return cycle


def test_a_scenario_has_a_title_tables_a_view_and_cycles() -> None:
    scenario = parse(TABLES + VIEW + CYCLE)
    assert scenario.title == "01 a title"
    assert scenario.tables == ("CREATE TABLE t (x INT)",)
    assert [view.sql for view in scenario.views] == ["SELECT x FROM t"]
    assert only_cycle(TABLES + VIEW + CYCLE).transactions == (("DELETE FROM t",),)


def test_views_have_names_and_strategies() -> None:
    named = "-- view daily: incremental\nSELECT 1;\n-- view rebuilt: full\nSELECT 2;\n"
    views = parse(TABLES + VIEW + named + CYCLE).views
    assert [view.name for view in views] == ["v", "daily", "rebuilt"]
    assert views[2].strategy is Strategy.FULL


def test_each_statement_is_a_transaction_and_begin_joins_several() -> None:
    cycle = only_cycle(f"{TABLES}{VIEW}-- cycle\nSELECT 1;\nBEGIN;\nSELECT 2;\nSELECT 3;\nCOMMIT;")
    assert cycle.transactions == (("SELECT 1",), ("SELECT 2", "SELECT 3"))


def test_a_cycle_expects_something_of_each_view() -> None:
    other = "-- view other: incremental\nSELECT 1;\n"
    cycle = only_cycle(f"{TABLES}{VIEW}{other}-- cycle: other no_op\nDELETE FROM t;")
    assert cycle.expects("other") is Expectation.NO_OP
    assert cycle.expects("v") is Expectation.CHANGED


def test_semicolons_in_strings_and_comments_do_not_end_a_statement() -> None:
    sql = "-- first; comment\nSELECT ';' AS x /* ; */ FROM t -- the end;"
    (view,) = parse(f"{TABLES}-- view: incremental\n{sql}\n;\n{CYCLE}").views
    assert view.sql == sql


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-- tables\n", "first line"),
        ("-- 01 a title\n" + VIEW, "first section"),
        (TABLES + VIEW, "no `-- cycle`"),
        (TABLES + CYCLE, "before the first view"),
        (TABLES + VIEW + VIEW + CYCLE, "two views"),
        (TABLES + "-- view: fast\nSELECT 1;\n" + CYCLE, "`fast` is none of"),
        (TABLES + "-- view: full\nSELECT 1; SELECT 2;\n" + CYCLE, "one SELECT, not 2"),
        (TABLES + VIEW + "-- cycle: w no_op\nSELECT 1;", "unknown views: w"),
        (TABLES + VIEW + "-- cycle: quiet\nSELECT 1;", "`quiet` is none of"),
        (TABLES + VIEW + "-- cycle: a b c\nSELECT 1;", "cannot read `a b c`"),
        (TABLES + VIEW + "-- cycle\nBEGIN; SELECT 1;", "BEGIN without COMMIT"),
        (TABLES + VIEW + "-- cycle\nSELECT 1; COMMIT;", "unexpected COMMIT"),
    ],
)
def test_a_malformed_file_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedScenario, match=reason):
        parse(text)


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.sql")), ids=lambda path: path.stem)
def test_every_file_starts_with_its_number_and_has_three_cycles(path) -> None:
    scenario = load(path)
    assert scenario.title[:2] == path.stem[:2]
    assert sum(isinstance(step, Cycle) for step in scenario.steps) >= 3
    assert parse(render(scenario), dialect_of(path)) == scenario
