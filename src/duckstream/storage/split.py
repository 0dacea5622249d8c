"""Entries of WITH as steps of their own.

Spark writes an entry out in every place that reads it, so that a table which two places look at is
scanned twice. And entries that read each other grow together to plans that take it minutes to look
at. Each of them as a step is computed, and planned, once. Others stay: there a step costs more than
to compute them again.

DuckDB plans what reads a step better, because it knows how many rows it has, and a step costs it
next to nothing. Without, it plans a recursion as if it began with many rows, and then looks up the
few in the many by going through the many in every round.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from duckstream.lower import identifier
from duckstream.plan import Naming

Steps = list[tuple[str, exp.Expr]]


def split_entries(
    query: exp.Expr, naming: Naming, word: str, most_reads: int
) -> tuple[Steps, exp.Expr]:
    """The steps to take first, as names and queries, and the query that reads them.

    An entry stays if it reads no more tables than said, with the entries that it reads written out,
    and if none of these is a table of the lake that would be read more than once for it.
    """
    with_ = query.args.get("with_")
    if with_ is None:
        return [], query
    if with_.args.get("recursive"):
        return ([], query) if most_reads else _split_recursions(query, naming, word)
    query = query.copy()
    entries = query.args["with_"].expressions
    query.set("with_", None)
    repeated = _find_repeated_scans(query, entries)
    steps: Steps = []
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    inline: dict[str, exp.CTE] = {}
    scanning: set[str] = set()
    for entry in entries:
        read = _tables(entry.this)
        size = sum(sizes.get(table.name, 1) for table in read)
        scans = any(table.name in scanning or _is_of_lake(table) for table in read)
        if size <= most_reads and not (scans and entry.alias in repeated):
            sizes[entry.alias] = size
            inline[entry.alias] = entry
            if scans:
                scanning.add(entry.alias)
            continue
        table = naming.temp_table(f"{word}_{entry.alias}")
        steps.append((table, _with_entries(entry.this, inline, names)))
        names[entry.alias] = table
    return steps, _with_entries(query, inline, names)


def _find_repeated_scans(query: exp.Expr, entries: Sequence[exp.CTE]) -> set[str]:
    """The entries that scan a table of the lake and are written out in more than one place.

    From the last one back: one that is a step writes out once what it reads.
    """
    scanning: set[str] = set()
    for entry in entries:
        if any(table.name in scanning or _is_of_lake(table) for table in _tables(entry.this)):
            scanning.add(entry.alias)
    repeated: set[str] = set()
    places = dict.fromkeys((entry.alias for entry in entries), 0)
    for table in _tables(query):
        if table.name in places:
            places[table.name] += 1
    for entry in reversed(entries):
        copies = places[entry.alias]
        if entry.alias in scanning and copies > 1:
            repeated.add(entry.alias)
            copies = 1
        for table in _tables(entry.this):
            if table.name in places:
                places[table.name] += copies
    return repeated


def _tables(query: exp.Expr) -> list[exp.Table]:
    return list(query.find_all(exp.Table))


def _is_of_lake(table: exp.Table) -> bool:
    """Temporary tables and entries have names without a schema."""
    return bool(table.db)


def _split_recursions(query: exp.Expr, naming: Naming, word: str) -> tuple[Steps, exp.Expr]:
    """The same for a query with recursions: all entries, and what a recursion begins with."""
    with_ = query.args["with_"]
    query = query.copy()
    query.set("with_", None)
    steps: Steps = []
    names: dict[str, str] = {}
    for entry in with_.expressions:
        name = entry.alias
        table = naming.temp_table(f"{word}_{name}")
        body = _with_entries(entry.this, {}, names)
        if isinstance(body, exp.Union) and any(t.name == name for t in body.find_all(exp.Table)):
            base = f"{table}_base"
            steps.append((base, body.this))
            body.set("this", _read_all(base))
            own = exp.CTE(this=body, alias=entry.args["alias"])
            body = _read_all(name)
            body.set("with_", exp.With(expressions=[own], recursive=True))
        steps.append((table, body))
        names[name] = table
    return steps, _with_entries(query, {}, names)


def _read_all(table: str) -> exp.Select:
    from_ = exp.From(this=exp.Table(this=identifier(table)))
    return exp.Select(expressions=[exp.Star()], from_=from_)


def _with_entries(query: exp.Expr, inline: dict[str, exp.CTE], names: dict[str, str]) -> exp.Expr:
    """The query with those entries that it reads, directly or through others, and steps renamed."""
    wanted: dict[str, exp.CTE] = {}

    def collect(node: exp.Expr) -> None:
        for table in _tables(node):
            if table.name in inline and table.name not in wanted:
                entry = inline[table.name].copy()
                collect(entry.this)
                wanted[table.name] = entry
            elif table.name in names:
                table.set("this", identifier(names[table.name]))

    query = query.copy()
    collect(query)
    if wanted:
        ordered = [wanted[name] for name in inline if name in wanted]
        query.set("with_", exp.With(expressions=ordered))
    return query
