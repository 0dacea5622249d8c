"""Is an inner aggregate worth storing, that could be looked up by its keys in each refresh?

It is if, to compute a few of its groups, most of the tables would have to be read, and if there are
far fewer groups than rows in these. Asked once, when the view is created.
"""

from __future__ import annotations

import sqlglot
from sqlglot import exp

from duckstream.algebra import Aggregate, Relation
from duckstream.engines.protocol import Engine
from duckstream.stage import find_look_ups

# Of tables that have fewer rows than this a scan takes no longer than to keep a stage.
_SMALL = 500_000
# The share of the rows that is read, from which on it is worth it; and that of the groups, up to
# which.
_READ, _GROUPS = 0.5, 0.25


def is_worth_storing(engine: Engine, aggregate: Relation, sql: str) -> bool:
    """`sql` is the aggregate as a SELECT."""
    assert isinstance(aggregate, Aggregate)
    look_ups = find_look_ups(aggregate)
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
    groups = exp.Subquery(this=sqlglot.parse_one(sql, dialect=engine.dialect))
    return engine.count_rows(groups) <= _GROUPS * total
