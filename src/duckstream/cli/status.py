"""`duckstream status`: how far each view is behind its tables."""

from __future__ import annotations

from datetime import datetime

from duckstream.cli.lakes import opened
from duckstream.cli.options import EngineOption, JsonOption, SpecOption
from duckstream.cli.output import show_table, write_json
from duckstream.pipeline.definitions import Kind


def status(
    spec: SpecOption = None, engine: EngineOption = None, as_json: JsonOption = False
) -> None:
    """Say of every view whether it is fresh, what it is behind, and what its last refresh was."""
    with opened(spec, engine) as (project, lake):
        found = lake.status()
    nodes = project.graph.nodes.values()
    wanted = [n.name for n in nodes if n.dataset.kind is Kind.MATERIALIZED_VIEW and n.dataset.query]
    missing = [name for name in wanted if name not in {view.view for view in found}]
    if as_json:
        views = [{**v.as_dict(), "in_project": v.view in project.graph.nodes} for v in found]
        write_json({"views": views, "not_created": missing})
        return
    rows = [
        (
            v.view,
            "fresh" if v.fresh else "behind",
            "" if v.fresh else _behind(v.versions_behind, v.rows_behind),
            v.policy,
            v.last_strategy or "",
            "" if v.last_refresh is None else show_time(v.last_refresh),
            (v.last_error or "").split("\n")[0]
            or ("" if v.view in project.graph.nodes else "not in the project any more"),
        )
        for v in found
    ]
    rows += [(name, "not created", "", "", "", "", "duckstream run creates it") for name in missing]
    show_table(("view", "state", "behind", "policy", "last", "at", "note"), rows)


def _behind(versions: object, rows: int | None) -> str:
    assert isinstance(versions, dict)
    tables = ", ".join(f"{table} {number}" for table, number in versions.items())
    return f"{tables} versions, {'?' if rows is None else rows} rows"


def show_time(time: datetime) -> str:
    """In the time of this machine, to the second."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M:%S")
