"""The plain views of a definition, as text for an engine to keep with the view."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING

from duckstream.bind import PlainView, Unreadable

if TYPE_CHECKING:
    from duckstream.engines.protocol import Engine


def find_plain_view(engine: Engine, schema: str, name: str) -> PlainView | None:
    """The plain view of this name as it is now; None if it is gone or something else."""
    table = engine.find_table([engine.catalog, schema, name])
    found = None if table is None or isinstance(table, Unreadable) else table.plain_view
    return found if isinstance(found, PlainView) else None


def write_plain_views(views: Iterable[PlainView]) -> str:
    return json.dumps([asdict(view) for view in views])


def read_plain_views(text: str | None = None) -> tuple[PlainView, ...]:
    """Nothing was written of views that are older than this, and read no plain views.

    >>> view = PlainView("main", "v", "SELECT 1", ("main",))
    >>> read_plain_views(write_plain_views([view])) == (view,)
    True
    """
    return tuple(
        PlainView(view["schema"], view["name"], view["sql"], tuple(view["home"]))
        for view in json.loads(text or "[]")
    )


def text_mark(sql: str) -> str:
    """What tells whether a plain view was made of this text."""
    return f"duckstream {sha256(sql.encode()).hexdigest()}"
