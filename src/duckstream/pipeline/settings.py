"""Settings of ours, `duckstream.<name>`: in `configuration`, in SET and in TBLPROPERTIES."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from duckstream.bind.context import suggest
from duckstream.engines.protocol import POLICIES
from duckstream.errors import DuckstreamError
from duckstream.pipeline.spec import OWN

ENGINES = ("spark", "duckdb")

# What each may be; None if that is any text.
PROJECT_SETTINGS: Mapping[str, tuple[str, ...] | None] = {
    "engine": ENGINES,
    # In which SQL the files are written.
    "dialect": ENGINES,
    "policy": POLICIES,
    # A file with CREATE TABLE statements for the tables that the views read.
    "schema": None,
    # Where the lake is, if not in the folder `storage`.
    "lake": None,
}
VIEW_SETTINGS: Mapping[str, tuple[str, ...] | None] = {"policy": POLICIES}

Complain = Callable[[str, str, str | None], DuckstreamError]


def read_settings(
    texts: Mapping[str, str], known: Mapping[str, tuple[str, ...] | None], complain: Complain
) -> dict[str, str]:
    """Those of ours, without the prefix. `complain` makes an error of code, reason and hint."""
    found = {key.removeprefix(OWN): text for key, text in texts.items() if key.startswith(OWN)}
    for name, text in found.items():
        if name not in known:
            hint = suggest(name, known)
            raise complain("UNKNOWN_SETTING", f"there is no setting {OWN}{name}", hint)
        choices = known[name]
        if choices is not None and text not in choices:
            raise complain(
                "BAD_SETTING",
                f"{OWN}{name} is {text!r}",
                f"it is one of {', '.join(choices)}",
            )
    return found
