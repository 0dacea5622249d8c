"""`make bench` keeps working: a run with few rows, of two views."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "run.py"


def test_a_small_run(tmp_path: Path) -> None:
    few = ["--rows", "5000", "--changes", "50", "--repeat", "1"]
    views = ["--only", "sums", "--only", "extremes"]
    found = subprocess.run(
        [sys.executable, SCRIPT, *few, *views, "--steps", "--json", "found.json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, ""), found.stdout
    recent, random = json.loads((tmp_path / "found.json").read_text())
    assert (recent["keys"], random["keys"]) == ("recent", "random")
    for run in (recent, random):
        sums, extremes = run["cases"]
        assert (sums["equal"], extremes["equal"]) == (True, True)
        assert sums["reads"] == ["lines: its change (no scan of the table)"]
        assert sums["rows_in"] > 0
    assert "compute __ivm_sums_change" in found.stdout
