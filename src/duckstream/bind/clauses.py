"""Which parts of each syntax node are bound. Any other part that is present is refused.

sqlglot reads the clauses of all dialects; what is not listed here would otherwise be dropped
without a word, and the view would be a different one from what the user wrote.
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.bind.context import Context

_QUERY = {"with_", "order", "limit", "offset"}
_BOUND: dict[type[exp.Expr], set[str]] = {
    exp.Select: {
        *_QUERY,
        "expressions",
        "from_",
        "joins",
        "where",
        "group",
        "having",
        "distinct",
        "hint",
    },
    exp.Union: {*_QUERY, "this", "expression", "distinct", "by_name"},
    exp.Subquery: {*_QUERY, "this", "alias", "joins"},
    exp.Table: {"this", "db", "catalog", "alias", "joins", "only"},
    exp.Join: {"this", "on", "using", "kind", "side", "method", "hint"},
    exp.TableAlias: {"this", "columns"},
    exp.Group: {"expressions", "all"},
    exp.Star: {"except_", "replace", "rename"},
    exp.With: {"expressions", "recursive"},
    exp.CTE: {"this", "alias", "materialized"},
    exp.Limit: {"expression"},
    exp.Offset: {"expression"},
    exp.Ordered: {"this", "desc", "nulls_first"},
}
# Code, construct and reason for what users do write; the rest is named by its sqlglot word.
_REFUSED = {
    "qualify": ("WINDOW", "QUALIFY", "window functions have no rule yet"),
    "windows": ("WINDOW", "WINDOW", "window functions have no rule yet"),
    "sample": ("SAMPLE", "a SAMPLE", "a sample differs each time"),
    "laterals": ("LATERAL", "LATERAL VIEW", "it has no rule yet"),
    "pivots": ("PIVOT", "PIVOT", "it has no rule yet"),
    "locks": ("LOCK", "FOR UPDATE", "a view does not lock rows"),
    "into": ("INTO", "SELECT INTO", "a view is stored under its own name"),
    "kind": ("CLAUSE", "SELECT AS", "it has no rule yet"),
    "when": ("TIME_TRAVEL", "AT", "a fixed version never changes, and a view follows the present"),
    "version": (
        "TIME_TRAVEL",
        "AS OF",
        "a fixed version never changes, and a view follows the present",
    ),
    "rollup": ("GROUPING_SETS", "ROLLUP", "several groupings in one SELECT have no rule yet"),
    "cube": ("GROUPING_SETS", "CUBE", "several groupings in one SELECT have no rule yet"),
    "grouping_sets": (
        "GROUPING_SETS",
        "GROUPING SETS",
        "several groupings in one SELECT have no rule yet",
    ),
    "totals": ("GROUPING_SETS", "WITH TOTALS", "several groupings have no rule yet"),
    "with_fill": ("CLAUSE", "WITH FILL", "it has no rule yet"),
    "limit_options": (
        "LIMIT_PERCENT",
        "LIMIT ... PERCENT or WITH TIES",
        "only a number of rows has a rule",
    ),
    "ilike": ("STAR_PATTERN", "* ILIKE", "columns are not picked by a pattern"),
    "rows_from": ("TABLE_FUNCTION", "ROWS FROM", "it has no rule yet"),
}


def refuse_unbound(context: Context, node: exp.Expr) -> None:
    """An error for the first part of the node that no rule looks at."""
    bound = _BOUND.get(type(node))
    if bound is None:
        return
    for key, value in node.args.items():
        if key in bound or not _is_present(value):
            continue
        code, construct, reason = _REFUSED.get(
            key, ("CLAUSE", key.strip("_").upper(), "this clause has no rule yet")
        )
        part = value[0] if isinstance(value, list) else value
        place = part if isinstance(part, exp.Expr) else node
        raise context.unsupported(code, place, construct, reason, "leave it out")


def _is_present(value: object) -> bool:
    if isinstance(value, exp.LimitOptions):
        return bool(value.args.get("percent") or value.args.get("with_ties"))
    return bool(value)
