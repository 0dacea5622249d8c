"""The tables of the shop: arithmetic on row numbers, so that every run has the same rows.

The statements are Spark's; for DuckDB they are translated.
"""

from __future__ import annotations

from dataclasses import dataclass

REGIONS = ("north", "south", "east", "west", "islands")
CATEGORIES = ("books", "games", "kitchen", "music", "office", "sports", "tools", "toys")

# One multiplier per column: columns drawn with the same one would move in step.
_MULTIPLIERS = (48271, 69621, 39373, 16807, 62089)
_PRIME = 2147483647


@dataclass(frozen=True)
class Size:
    """How many rows the shop has; the smaller tables follow from the number of order lines."""

    lines: int = 1_000_000

    @property
    def orders(self) -> int:
        return max(self.lines // 4, 1)

    @property
    def customers(self) -> int:
        return max(self.lines // 40, 1)

    @property
    def products(self) -> int:
        return max(min(self.lines // 200, 500), 20)


def draw(number: str, column: int, choices: int) -> str:
    """SQL for a choice from 0 to `choices` - 1 that looks random and is always the same.

    >>> draw("i", 0, 7)
    '(i * 48271 + 1) % 2147483647 % 7'
    """
    return f"({number} * {_MULTIPLIERS[column]} + {column + 1}) % {_PRIME} % {choices}"


def customer_of(order: str, customers: int) -> str:
    """SQL for the customer of an order, from its id."""
    return draw(order, 2, customers)


def create_tables(size: Size) -> list[str]:
    """The statements that make the shop."""
    return [
        f"""
        CREATE TABLE customers USING DELTA AS
        SELECT i AS id, CONCAT('customer ', i) AS name,
            {_pick(REGIONS, draw("i", 0, len(REGIONS)))} AS region
        FROM RANGE(0, {size.customers}) AS numbers(i)
        """,
        f"""
        CREATE TABLE products USING DELTA AS
        SELECT i AS id, {_pick(CATEGORIES, draw("i", 1, len(CATEGORIES)))} AS category
        FROM RANGE(0, {size.products}) AS numbers(i)
        """,
        f"CREATE TABLE orders USING DELTA AS {select_orders(0, size.orders, size.customers)}",
        f"CREATE TABLE order_lines USING DELTA AS {select_lines(0, size.lines, size)}",
    ]


def select_orders(first: int, number: int, customers: int) -> str:
    """`number` orders, with ids from `first` on."""
    day = f"DATE_ADD(DATE '2026-01-01', CAST({draw('i', 3, 181)} AS INT))"
    return f"""
        SELECT i AS id, {customer_of("i", customers)} AS customer_id, CAST({day} AS DATE) AS day
        FROM RANGE({first}, {first + number}) AS numbers(i)
    """


def select_lines(
    first: int, number: int, size: Size, *, order: str | None = None, product: str | None = None
) -> str:
    """`number` lines, with ids from `first` on; `order` and `product` are SQL over the id `i`."""
    return f"""
        SELECT i AS id, {order or draw("i", 0, size.orders)} AS order_id,
            {product or draw("i", 1, size.products)} AS product_id,
            1 + {draw("i", 2, 5)} AS quantity,
            CAST((100 + {draw("i", 3, 9900)}) / 100 AS DECIMAL(10, 2)) AS price,
            CAST({draw("i", 4, 4)} / 20 AS DECIMAL(3, 2)) AS discount
        FROM RANGE({first}, {first + number}) AS numbers(i)
    """


def _pick(words: tuple[str, ...], number: str) -> str:
    cases = " ".join(f"WHEN {place} THEN '{word}'" for place, word in enumerate(words))
    return f"CASE {number} {cases} END"
