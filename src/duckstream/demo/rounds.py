"""What happens to the shop, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from duckstream.demo.shop import Size, customer_of, select_lines, select_orders

# Far above every id that the shop begins with.
_LATER = 100_000_000
# One customer in so many goes.
_EVERY = 500


@dataclass(frozen=True)
class Round:
    """A title, what happens in words, and the statements, committed together where that goes."""

    title: str
    story: str
    statements: tuple[str, ...] = ()


def make_rounds(size: Size) -> tuple[Round, ...]:
    few = max(size.orders // 500, 1)
    lines = 3 * few
    product = size.products // 2
    return (
        Round(
            "late orders",
            f"{few} orders with {lines} lines come in. Inserts only: a sum grows by what is new.",
            (
                f"INSERT INTO orders {select_orders(_LATER, few, size.customers)}",
                "INSERT INTO order_lines "
                + select_lines(_LATER, lines, size, order=f"{_LATER} + i % {few}"),
            ),
        ),
        Round(
            "price corrections",
            "One product was sold too dear: its lines of most orders get another price. "
            "An update takes the old row away and brings the new one.",
            (
                "UPDATE order_lines SET price = CAST(price * 0.9 AS DECIMAL(10, 2)) "
                f"WHERE product_id = {product} AND quantity > 1",
            ),
        ),
        Round(
            "customers who want to be forgotten",
            "Some customers go, with their orders and the lines of these: every side of the joins "
            "loses rows at once.",
            (
                f"DELETE FROM order_lines WHERE {customer_of('order_id', size.customers)} "
                f"% {_EVERY} = 7",
                f"DELETE FROM orders WHERE customer_id % {_EVERY} = 7",
                f"DELETE FROM customers WHERE id % {_EVERY} = 7",
            ),
        ),
        Round(
            "a new category",
            "'garden' opens with one new product, first sales of it, and one product that moves "
            "there from another category. No line of the moved product was touched, and yet "
            "each counts elsewhere now.",
            (
                f"INSERT INTO products SELECT {_LATER} AS id, 'garden' AS category",
                f"UPDATE products SET category = 'garden' WHERE id = {product + 1}",
                "INSERT INTO order_lines "
                + select_lines(2 * _LATER, few, size, product=str(_LATER)),
            ),
        ),
        Round(
            "nothing",
            "Nothing is written to the shop. The refresh finds that out and does nothing.",
        ),
    )
