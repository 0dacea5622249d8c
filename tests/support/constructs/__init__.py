"""Every construct of the support matrix, in the order of the page."""

from tests.support.construct import Section
from tests.support.constructs import (
    aggregates,
    groups,
    joins,
    ordering,
    rows,
    sets,
    subqueries,
    tables,
    windows,
)
from tests.support.constructs.refused import REFUSED

SECTIONS: tuple[Section, ...] = (
    rows.SECTION,
    joins.SECTION,
    subqueries.SECTION,
    sets.SECTION,
    groups.SECTION,
    aggregates.SECTION,
    windows.SECTION,
    ordering.SECTION,
    tables.SECTION,
)

__all__ = ["REFUSED", "SECTIONS"]
