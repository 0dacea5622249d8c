"""Parts of tables that several views can share."""

from duckstream.algebra import Scan, Source, scans
from duckstream.differentiate import differentiate
from duckstream.simplify import Part, Place, find_parts, read_parts, simplify
from tests.unit.views import bound_tree, sources


def parts(sql: str, changed: list[str]) -> dict[str, str]:
    tree, ids = bound_tree(sql)
    change = simplify(
        differentiate(tree, ids),
        changed=sources(changed),
        needed=tree.columns,
        ids=ids,
        skips_files=True,
    )
    found = find_parts(change)
    read = read_parts(change, found, lambda place: Source("", "", f"part of {place.source}"))
    assert {s.source.table for s in scans(read) if s.source.table.startswith("part")} == {
        f"part of {place.source}" for place in found
    }
    return {
        f"{place.version.value} {place.source}.{place.column}": ", ".join(
            sorted(f"{source}.{column}" for source, column in part.bounds)
        )
        for place, part in found.items()
    }


def test_what_a_change_meets_is_found_by_the_change() -> None:
    joined = parts("SELECT x, y FROM r JOIN s ON r.k = s.k", ["r", "s"])
    assert joined == {"new s.k": "r.k", "old r.k": "s.k"}


def test_whichever_table_is_named_first_the_same_states_are_read() -> None:
    one, other = (
        parts(f"SELECT x, y FROM {tables} ON r.k = s.k", ["r", "s"])
        for tables in ("r JOIN s", "s JOIN r")
    )
    assert one == other


def test_keys_that_come_from_elsewhere_are_not_shared() -> None:
    assert parts("SELECT x, y FROM r JOIN s ON r.k + 1 = s.k", ["r", "s"]) == {}


def test_one_part_is_enough_for_both() -> None:
    tree, _ = bound_tree("SELECT x FROM r")
    scan = next(iter(scans(tree)))
    assert isinstance(scan, Scan)
    place = Place(scan.source, scan.version, "k")
    one = Part(place, ("k",), frozenset({(scan.source, "k")}))
    other = Part(place, ("x",), frozenset({(scan.source, "x")}))
    assert one <= one | other
    assert other <= one | other
    assert not one | other <= one
