"""Random changes: inserts, deletes and updates of several tables, in several transactions."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.scenario import Cycle, Expectation, Transaction
from tests.equivalence.strategies.query import Column, Kind, Source
from tests.equivalence.strategies.tables import rows, values


@st.composite
def cycles(draw: st.DrawFn, tables: Sequence[Source]) -> Cycle:
    """One refresh's worth of changes; what they do to a view is not known."""
    transactions = draw(st.lists(_transactions(tables), min_size=1, max_size=3))
    return Cycle(tuple(transactions), otherwise=Expectation.ANY)


def _transactions(tables: Sequence[Source]) -> st.SearchStrategy[Transaction]:
    statement = st.sampled_from(tables).flatmap(_statements)
    return st.lists(statement, min_size=1, max_size=4).map(tuple)


@st.composite
def _statements(draw: st.DrawFn, table: Source) -> str:
    match draw(st.sampled_from(["insert"] * 4 + ["update"] * 4 + ["delete"] * 3 + ["empty"])):
        case "insert":
            inserted = draw(rows(table.columns, 1, 3))
            return f"INSERT INTO {table.name} VALUES {', '.join(inserted)}"
        case "delete":
            return f"DELETE FROM {table.name} WHERE {draw(_conditions(table))}"
        case "update":
            column = draw(st.sampled_from(table.columns))
            value = draw(_new_values(column))
            return (
                f"UPDATE {table.name} SET {column.name} = {value} WHERE {draw(_conditions(table))}"
            )
        case _:
            return f"DELETE FROM {table.name}"


@st.composite
def _conditions(draw: st.DrawFn, table: Source) -> str:
    column = draw(st.sampled_from(table.columns))
    value = draw(values(column.kind))
    if value == "NULL":
        return f"{column.name} IS NULL"
    return f"{column.name} {draw(st.sampled_from(['=', '<=', '<>']))} {value}"


def _new_values(column: Column) -> st.SearchStrategy[str]:
    if column.kind is Kind.INT:
        return st.one_of(values(column.kind), st.just(f"{column.name} + 1"))
    return values(column.kind)
