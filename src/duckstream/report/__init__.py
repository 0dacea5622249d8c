"""One HTML file about a lake: its sources and views, how each is kept, and what refreshes took."""

from duckstream.report.write import write_report

__all__ = ["write_report"]
