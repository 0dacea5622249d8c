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
        "qualify",
        "windows",
        "laterals",
    },
    exp.Union: {*_QUERY, "this", "expression", "distinct", "by_name"},
    exp.Intersect: {*_QUERY, "this", "expression", "distinct"},
    exp.Except: {*_QUERY, "this", "expression", "distinct"},
    exp.Subquery: {*_QUERY, "this", "alias", "joins", "pivots"},
    exp.Table: {"this", "db", "catalog", "alias", "joins", "only", "pivots"},
    exp.Unnest: {"expressions", "alias", "joins", "offset"},
    exp.Lateral: {"this", "alias", "joins", "outer", "view"},
    exp.Values: {"expressions", "alias", "joins"},
    exp.Join: {"this", "on", "using", "kind", "side", "method", "hint"},
    exp.TableAlias: {"this", "columns"},
    exp.Group: {"expressions", "all", "rollup", "cube", "grouping_sets"},
    exp.Star: {"except_", "replace", "rename"},
    exp.With: {"expressions", "recursive"},
    exp.CTE: {"this", "alias", "materialized"},
    exp.Limit: {"expression"},
    exp.Offset: {"expression"},
    exp.Ordered: {"this", "desc", "nulls_first"},
}
# How the rows are spread and sorted while they are computed: they are the same rows, as long as
# none is picked by its place.
_SPREADING = {"cluster", "distribute", "sort"}
# Code, construct and reason for what users do write; the rest is named by its sqlglot word.
_REFUSED = {
    "sample": ("SAMPLE", "a SAMPLE", "a sample differs each time"),
    "locks": ("LOCK", "FOR UPDATE", "a view does not lock rows"),
    "into": ("INTO", "SELECT INTO", "a view is stored under its own name"),
    "kind": ("CLAUSE", "SELECT AS", "it has no rule yet"),
    "when": ("TIME_TRAVEL", "AT", "a fixed version never changes, and a view follows the present"),
    "version": (
        "TIME_TRAVEL",
        "AS OF",
        "a fixed version never changes, and a view follows the present",
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
        picks = node.args.get("limit") or node.args.get("offset")
        if key in _SPREADING and context.reading.spreads_rows and not picks:
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
