"""The pages in docs/: what they show is run, and what is made from the code is not stale."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
