"""What several views read of a table within the reach of changes."""

from sqlglot import exp

from duckstream.algebra import Source, Version
from duckstream.plan import Naming
from duckstream.simplify import Part, Place
from duckstream.storage.parts import keys_table, select_part

PLACE = Place(Source("c", "s", "t"), Version.NEW, "k")
PART = Part(PLACE, ("k", "x"), frozenset())
NAMING = Naming()


def part(*, with_null: bool, with_range: bool) -> str:
    found = select_part(
        PART, lambda: exp.to_table("t"), NAMING, with_null=with_null, with_range=with_range
    )
    return found.sql("spark")


def test_an_engine_that_finds_the_range_of_the_keys_itself_is_not_told() -> None:
    text = part(with_null=False, with_range=False)
    assert "BETWEEN" not in text
    assert "UNION" not in text


def test_another_one_is_told_in_which_range_they_are() -> None:
    keys = f"`{keys_table(PLACE, NAMING)}`"
    text = part(with_null=False, with_range=True)
    assert f"BETWEEN (SELECT MIN(`key`) FROM {keys}) AND (SELECT MAX(`key`) FROM {keys})" in text


def test_rows_without_a_key_are_in_no_range() -> None:
    found, missing = part(with_null=True, with_range=True).split("UNION ALL")
    assert "BETWEEN" in found
    assert "BETWEEN" not in missing
    assert "IS NULL" in missing
