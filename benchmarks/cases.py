"""The views that are timed: one per way in which a change travels to a stored result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    sql: str


CASES = (
    Case(
        "sums",
        "grouped SUM, COUNT, AVG",
        """
        SELECT product_id, SUM(price * quantity) AS revenue, COUNT(*) AS lines,
            AVG(discount) AS discount
        FROM lines
        GROUP BY product_id
        """,
    ),
    Case(
        "joined",
        "join of three, then sums",
        """
        SELECT c.region, o.day, SUM(l.price * l.quantity * (1 - l.discount)) AS revenue,
            COUNT(*) AS lines
        FROM lines AS l
        JOIN orders AS o ON o.id = l.order_id
        JOIN customers AS c ON c.id = o.customer_id
        GROUP BY c.region, o.day
        """,
    ),
    Case(
        "per_customer",
        "join of three, per customer",
        """
        SELECT c.id, c.name, c.region, COUNT(*) AS lines,
            SUM(l.price * l.quantity * (1 - l.discount)) AS revenue
        FROM lines AS l
        JOIN orders AS o ON o.id = l.order_id
        JOIN customers AS c ON c.id = o.customer_id
        GROUP BY c.id, c.name, c.region
        """,
    ),
    Case(
        "filtered",
        "filter and projection",
        "SELECT id, order_id, price * quantity AS amount FROM lines WHERE quantity >= 3",
    ),
    Case(
        "two_levels",
        "aggregate of an aggregate",
        """
        SELECT pieces, COUNT(*) AS orders, SUM(paid) AS revenue
        FROM (
            SELECT order_id, SUM(quantity) AS pieces, SUM(price * quantity) AS paid
            FROM lines
            GROUP BY order_id
        ) AS baskets
        GROUP BY pieces
        """,
    ),
    Case("distinct_pairs", "DISTINCT", "SELECT DISTINCT order_id, quantity FROM lines"),
    Case(
        "extremes",
        "MIN, MAX with deletes",
        """
        SELECT order_id, MIN(price) AS lowest, MAX(price) AS highest, COUNT(*) AS lines
        FROM lines
        GROUP BY order_id
        """,
    ),
)
