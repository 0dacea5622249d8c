"""What the support matrix lists: a construct of SQL, an example of it, and what shows it at work.

Every example is run on the engines as it stands (`test_examples.py`). Scenarios go further into
what can go wrong; they are named by patterns, so that a new one is listed without being named.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.equivalence.scenario import SCENARIOS

DIALECTS = {"duckdb": "DuckDB", "spark": "Spark"}

# Small, so that the examples stay short.
TABLES: Mapping[str, Mapping[str, str]] = {
    "r": {
        "k": "INTEGER",
        "x": "INTEGER",
        "d": "DECIMAL(10, 2)",
        "f": "DOUBLE",
        "t": "VARCHAR",
        "l": "INTEGER[]",
    },
    "s": {"k": "INTEGER", "y": "INTEGER"},
    "edge": {"a": "INTEGER", "b": "INTEGER"},
}
_IN_SPARK = {"VARCHAR": "STRING", "INTEGER": "INT", "INTEGER[]": "ARRAY<INT>"}


def schema_in(dialect: str) -> dict[str, dict[str, str]]:
    words = _IN_SPARK if dialect == "spark" else {}
    return {
        table: {column: words.get(kind, kind) for column, kind in columns.items()}
        for table, columns in TABLES.items()
    }


@dataclass(frozen=True)
class Construct:
    """An example in DuckDB's words, which are Spark's too unless `spark` has others."""

    name: str
    sql: str
    shown_by: tuple[str, ...] = ()
    """Patterns of the names of scenario files, without `.sql`."""
    spark: str | None = None
    only: str | None = None
    """The one dialect that has this construct."""

    def sql_in(self, dialect: str) -> str | None:
        """The example in a dialect; None where it has no such thing."""
        if self.only not in (None, dialect):
            return None
        return self.spark if dialect == "spark" and self.spark is not None else self.sql


@dataclass(frozen=True)
class Section:
    title: str
    constructs: tuple[Construct, ...]
    remark: str = ""


@dataclass(frozen=True)
class Refused(Construct):
    """SQL without a rule, and the code of the error that says so."""

    code: str = ""


class NoScenario(Exception):
    """A pattern that no scenario file has a name like."""


def find_scenarios(construct: Construct, folder: Path = SCENARIOS) -> list[Path]:
    """The files that a construct names, in their order, relative to the folder of scenarios."""
    found: set[Path] = set()
    for pattern in construct.shown_by:
        files = [*folder.glob(f"{pattern}.sql"), *folder.glob(f"*/{pattern}.sql")]
        if not files:
            raise NoScenario(f"{construct.name}: no scenario is called {pattern}.sql")
        found.update(path.relative_to(folder) for path in files)
    return sorted(found, key=lambda path: (path.name, path))
