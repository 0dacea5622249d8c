"""How a run is shown: a line per view, and what went wrong."""

from __future__ import annotations

from duckstream.cli.output import say, show_table, write_json
from duckstream.refresh.report import RefreshReport, ViewReport


def show_run(report: RefreshReport, *, as_json: bool) -> None:
    if as_json:
        views = [view.as_dict() for view in report.values()]
        write_json({"views": views, "failed": list(report.failed)})
    else:
        headers = ("view", "strategy", ">rows in", ">rows out", ">seconds", "reason")
        show_table(headers, map(_row, report.values()))
    for view in report.values():
        if view.error is not None:
            say(f"Error: {view.view}: {view.error}")


def _row(view: ViewReport) -> tuple[str, ...]:
    written = "" if view.rows_out is None else str(view.rows_out)
    reason = view.reason if view.error is None else view.error.splitlines()[0]
    return (
        view.view, view.strategy, str(view.rows_in), written, f"{view.seconds:.2f}", reason
    )  # fmt: skip
