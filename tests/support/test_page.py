"""The support matrix says what the compiler does today."""

import pytest

from tests.support.construct import Construct, NoScenario, Refused, find_scenarios
from tests.support.constructs import REFUSED, SECTIONS
from tests.support.page import page, refusal
from tests.support.write import PAGE

CONSTRUCTS = [construct for section in SECTIONS for construct in section.constructs]


def test_the_page_is_not_stale() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "docs/sql-support.md is stale: run `make docs`, and read what changed"


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_the_scenarios_that_a_construct_names_are_there(construct: Construct) -> None:
    find_scenarios(construct)


def test_a_scenario_that_is_not_there_is_noticed() -> None:
    with pytest.raises(NoScenario, match="flying: no scenario is called 99_wings"):
        find_scenarios(Construct("flying", "SELECT 1", ("99_wings*",)))


@pytest.mark.parametrize("construct", REFUSED, ids=lambda construct: construct.name)
def test_what_is_refused_says_why_and_what_to_write_instead(construct: Refused) -> None:
    error = refusal(construct)
    assert error.reason
    assert error.hint


def test_no_construct_is_listed_twice_in_a_section() -> None:
    for section in SECTIONS:
        names = [construct.name for construct in section.constructs]
        assert len(names) == len(set(names))
