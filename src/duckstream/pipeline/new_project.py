"""A new project: what `spark-pipelines init` lays out, with an example for both engines."""

from __future__ import annotations

import json
from pathlib import Path

_STORAGE = "pipeline-storage"
_SPEC = """\
name: {name}
storage: {storage}
libraries:
  - glob:
      include: transformations/**
"""
_NUMBERS = """\
-- A view that reads no table; its rows change when you edit them here.
CREATE MATERIALIZED VIEW example_sales AS
SELECT * FROM VALUES
  (1, 'north', 10),
  (2, 'north', 5),
  (3, 'south', 7)
AS sales(id, region, amount);
"""
_TOTALS = """\
-- A view on top of another: of a change it computes only the regions that it touches.
CREATE MATERIALIZED VIEW example_totals
COMMENT 'revenue by region'
AS
SELECT region, SUM(amount) AS total, COUNT(*) AS sales
FROM example_sales
GROUP BY region;
"""


def write_project(folder: Path, name: str) -> list[str]:
    """Write a project into a new folder; the names of its files. An error leaves none there."""
    folder.mkdir()
    storage = f"file://{folder.resolve() / _STORAGE}"
    # What YAML could take for something else is written in quotes, which JSON's are for it.
    spec = _SPEC.format(name=json.dumps(name), storage=json.dumps(storage))
    texts = {
        "spark-pipeline.yml": spec,
        "transformations/example_sales.sql": _NUMBERS,
        "transformations/example_totals.sql": _TOTALS,
    }
    (folder / _STORAGE).mkdir()
    (folder / "transformations").mkdir()
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    return list(texts)
