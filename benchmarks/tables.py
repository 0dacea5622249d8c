"""The tables of the benchmark and the changes made to them, by arithmetic on row numbers.

Hashes of the row number stand for chance, so that every run has the same rows. The lines arrive in
batches, as in a table that has grown, so that they lie in several files. Changed are lines either
of the last batch, as in a live system, or spread over all of them: the lake has to read every
file again from which a row was deleted.
"""

from __future__ import annotations

from dataclasses import dataclass

BATCHES = 20


@dataclass(frozen=True)
class Size:
    """`rows` order lines, `changes` of them changed per refresh."""

    rows: int
    changes: int
    keys: str = "recent"
    inserts_only: bool = False

    @property
    def batch(self) -> int:
        return max(self.rows // BATCHES, 1)

    @property
    def changed(self) -> range:
        """The lines among which rows are updated and deleted."""
        first = self.rows - self.batch if self.keys == "recent" else 0
        return range(first, self.rows)

    @property
    def orders(self) -> int:
        return max(self.rows // 10, 1)

    @property
    def customers(self) -> int:
        return max(self.rows // 100, 1)


def create_tables(size: Size) -> list[str]:
    return [
        f"""
        CREATE TABLE customers AS
        SELECT i AS id, 'customer ' || i AS name, 'region ' || (hash(i) % 20) AS region
        FROM range({size.customers}) AS numbers(i)
        """,
        f"""
        CREATE TABLE orders AS
        SELECT i AS id, hash(i) % {size.customers} AS customer_id,
            DATE '2026-01-01' + CAST(hash(i, 'day') % 365 AS INTEGER) AS day
        FROM range({size.orders}) AS numbers(i)
        """,
        f"CREATE TABLE lines AS {_select_lines(size, 0, size.batch)}",
        *(
            f"INSERT INTO lines {_select_lines(size, first, min(size.batch, size.rows - first))}"
            for first in range(size.batch, size.rows, size.batch)
        ),
    ]


def change_lines(size: Size, batch: int) -> list[str]:
    """4 in 10 inserted, 3 updated, 3 deleted; other rows each time."""
    if size.inserts_only:
        first = size.rows + batch * size.changes
        return [f"INSERT INTO lines {_select_lines(size, first, size.changes)}"]
    inserted = size.changes * 4 // 10
    first = size.rows + batch * inserted
    some = size.changed
    step = max(len(some) // (size.changes * 3 // 10), 1)
    among = f"id BETWEEN {some[0]} AND {some[-1]}"
    return [
        "BEGIN",
        f"INSERT INTO lines {_select_lines(size, first, inserted)}",
        f"UPDATE lines SET quantity = quantity + 1 WHERE {among} AND id % {step} = {2 * batch}",
        f"DELETE FROM lines WHERE {among} AND id % {step} = {2 * batch + 1}",
        "COMMIT",
    ]


def _select_lines(size: Size, first: int, number: int) -> str:
    return f"""
        SELECT i AS id, CAST(hash(i) % {size.orders} AS BIGINT) AS order_id,
            CAST(hash(i, 'product') % 1000 AS INTEGER) AS product_id,
            CAST(1 + hash(i, 'quantity') % 5 AS INTEGER) AS quantity,
            CAST(hash(i, 'price') % 10000 / 100 AS DECIMAL(10, 2)) AS price,
            CAST(hash(i, 'discount') % 4 / 20 AS DECIMAL(3, 2)) AS discount
        FROM range({first}, {first + number}) AS numbers(i)
    """
