"""Is an inner result worth storing, that could be looked up by its keys in each refresh?

It is if, to look up a few of its groups or rows, most of the tables would have to be read, and if
it is far smaller than these. Asked once, when the view is created.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp

from duckstream.algebra import Aggregate
from duckstream.engines.protocol import Engine
from duckstream.stage import Cut, LookUp, find_look_ups, look_up_of_rows

# Of tables that have fewer rows than this a scan takes no longer than to keep a stage.
_SMALL = 500_000
# The share of the rows that is read, from which on it is worth it; and that of the groups, or of
# the rows that are left, up to which.
_READ, _GROUPS, _ROWS = 0.5, 0.25, 0.1


def is_worth_storing(engine: Engine, cut: Cut, sql: str) -> bool:
    """`sql` is what is cut, as a SELECT."""
    if isinstance(cut.relation, Aggregate):
        return _is_worth(engine, find_look_ups(cut.relation), sql, _GROUPS)
    return _is_worth(engine, [look_up_of_rows(cut.relation)], sql, _ROWS)


def _is_worth(engine: Engine, look_ups: Sequence[LookUp], sql: str, most: float) -> bool:
    sizes = engine.sizes(dict.fromkeys(look_up.source for look_up in look_ups))
    rows = {source: size.rows for source, size in sizes.items()}
    total = sum(rows.get(look_up.source, 0) for look_up in look_ups)
    if total < _SMALL:
        return False
    shares = (engine.spread(look_up.source, look_up.columns) for look_up in look_ups)
    counts = (rows.get(look_up.source, 0) for look_up in look_ups)
    read = sum((share or 0) * count for share, count in zip(shares, counts, strict=True))
    if read < _READ * total:
        return False
    found = exp.Subquery(this=sqlglot.parse_one(sql, dialect=engine.dialect))
    return engine.count_rows(found) <= most * total
