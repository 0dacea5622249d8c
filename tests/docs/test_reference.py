"""The reference says what the code says today."""

from __future__ import annotations

from tests.docs.find_codes import find_codes
from tests.docs.reference import page
from tests.docs.write import PAGE


def test_the_page_is_not_stale() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "docs/reference.md is stale: run `make docs`, and read what changed"


def test_codes_are_found_with_what_they_say() -> None:
    found = {(code.code, code.error): code.reason for code in find_codes()}
    assert found["UNKNOWN_VIEW", "LakeError"] == "there is no view …"
    assert found["NOT_INCREMENTAL", "RefreshError"] == "view …: …"
    assert ("AGGREGATE", "UnsupportedSQLError") in found
