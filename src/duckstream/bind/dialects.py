"""What the dialects read differently, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    """How one dialect reads SQL that others read in another way."""

    # The name of COUNT(*) without an alias.
    count_of_rows: str
    # Is a text that is calculated with taken for the number that it spells, or an error?
    text_is_number: bool
    # Does a comma bind like JOIN? Then USING sees all tables before it and takes the first column
    # of the name; and it is the first in `*`.
    comma_is_join: bool
    # What the operator `~` means, where it is not the function that sqlglot takes it for.
    match_operator: str | None = None


READINGS: Mapping[str, Reading] = {
    "duckdb": Reading(
        count_of_rows="count_star()",
        text_is_number=False,
        comma_is_join=False,
        match_operator="regexp_full_match",
    ),
    "spark": Reading(count_of_rows="count(1)", text_is_number=True, comma_is_join=True),
}
