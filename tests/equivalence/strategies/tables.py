"""Random tables: two or three, of few columns and few rows, without keys."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.equivalence.strategies.expressions import DOMAIN
from tests.equivalence.strategies.query import Column, Kind, Source

SQL_TYPES: dict[Kind, tuple[str, ...]] = {
    Kind.INT: ("INTEGER", "BIGINT"),
    Kind.DEC: ("DECIMAL(9, 2)",),
    Kind.DBL: ("DOUBLE",),
    Kind.TEXT: ("VARCHAR",),
}

ROW_KINDS = (Kind.INT, Kind.INT, Kind.INT, Kind.TEXT, Kind.TEXT, Kind.DEC, Kind.DBL)
"""Kinds of columns, the more often listed the more frequent."""


@dataclass(frozen=True)
class Table:
    source: Source
    types: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def statements(self) -> list[str]:
        pairs = zip(self.source.columns, self.types, strict=True)
        columns = ", ".join(f"{column.name} {kind}" for column, kind in pairs)
        made = [f"CREATE TABLE {self.source.name} ({columns})"]
        return made + [f"INSERT INTO {self.source.name} VALUES {', '.join(self.rows)}"] * bool(
            self.rows
        )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, ...]:
    return tuple(draw(_table(f"t{number}")) for number in range(draw(st.integers(2, 3))))


@st.composite
def rows(draw: st.DrawFn, columns: tuple[Column, ...], least: int, most: int) -> tuple[str, ...]:
    row = st.tuples(*(values(column.kind) for column in columns)).map(
        lambda row: f"({', '.join(row)})"
    )
    return tuple(draw(st.lists(row, min_size=least, max_size=most)))


def values(kind: Kind) -> st.SearchStrategy[str]:
    return st.sampled_from((*DOMAIN[kind], "NULL"))


@st.composite
def _table(draw: st.DrawFn, name: str) -> Table:
    kinds = draw(st.lists(st.sampled_from(ROW_KINDS), min_size=2, max_size=4))
    columns = tuple(
        Column(f"{kind}{kinds[:position].count(kind)}", kind) for position, kind in enumerate(kinds)
    )
    types = tuple(draw(st.sampled_from(SQL_TYPES[kind])) for kind in kinds)
    return Table(
        Source(name, columns), types, draw(rows(columns, draw(st.sampled_from([3, 3, 3, 0])), 6))
    )
