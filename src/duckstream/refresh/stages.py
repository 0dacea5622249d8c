"""The stages of a view: views of their own, under names that no user's view can have."""

from __future__ import annotations

import re
from collections.abc import Mapping

from duckstream.engines.protocol import Definition
from duckstream.plan import PREFIX


def stage_of(definition: Definition, number: int, sql: str) -> Definition:
    """An inner result of a view as a view."""
    return Definition(f"{_begin(definition)}{number}", sql, definition.policy)


def is_stage(definition: Definition) -> bool:
    return is_stage_name(definition.name)


def is_stage_name(name: str) -> bool:
    return name.startswith(PREFIX)


def stages_of(definition: Definition, definitions: Mapping[str, Definition]) -> list[Definition]:
    """Those of a view that are stored."""
    own = re.compile(re.escape(_begin(definition)) + r"\d+")
    return [other for other in definitions.values() if own.fullmatch(other.name)]


def _begin(definition: Definition) -> str:
    return f"{PREFIX}{definition.name}__"
