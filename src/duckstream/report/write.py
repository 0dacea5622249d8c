"""Writing the page: one file that needs nothing else, and may load nothing else."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from duckstream.report.collect import collect
from duckstream.report.elements import element, write
from duckstream.report.model import LakeReport
from duckstream.report.page import make_body

if TYPE_CHECKING:
    from duckstream.lake import Lake


def write_report(lake: Lake, path: str | Path, *, title: str | None = None) -> Path:
    """Write one HTML file about a lake, its views and their refreshes. Nothing else is written.

    `title` names the lake on the page; without one its catalogue and schema do.
    """
    page = make_page(collect(lake, title=title))
    target = Path(path)
    target.write_text(page, encoding="utf-8")
    return target


def make_page(report: LakeReport) -> str:
    style, script = _read("page.css"), _read("page.js")
    return Template(_read("page.html")).substitute(
        title=write(element("title", f"{report.title} – duckstream")),
        # Only this very style and script are obeyed, and nothing is fetched from anywhere.
        policy=f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}",
        style=style,
        script=script,
        body=write(make_body(report)),
    )


def _read(name: str) -> str:
    return (files("duckstream.report") / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest())
    return f"'sha256-{digest.decode()}'"
