"""The views of the demo: one of each kind that behaves in its own way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoView:
    """A view as the user writes it, and the views of the demo that it reads."""

    name: str
    shows: str
    sql: str
    reads: tuple[DemoView, ...] = ()

    def query(self) -> str:
        """The view over base tables alone, which is what a recompute has to run."""
        upstream = ", ".join(f"{view.name} AS ({view.query()})" for view in self.reads)
        return f"WITH {upstream} {self.sql}" if upstream else self.sql


SALES = DemoView(
    "sales",
    "join of four tables with SUM, AVG and COUNT",
    """
    SELECT p.category, c.region, COUNT(*) AS lines, AVG(l.price) AS average_price,
        SUM(l.price * l.quantity * (1 - l.discount)) AS revenue
    FROM order_lines AS l
    JOIN products AS p ON p.id = l.product_id
    JOIN orders AS o ON o.id = l.order_id
    JOIN customers AS c ON c.id = o.customer_id
    GROUP BY p.category, c.region
    """,
)
REGIONS = DemoView(
    "regions",
    "view on the view sales",
    """
    SELECT region, SUM(revenue) AS revenue, SUM(lines) AS lines, COUNT(*) AS categories
    FROM sales
    GROUP BY region
    """,
    reads=(SALES,),
)
BUYERS = DemoView(
    "buyers",
    "DISTINCT over a join",
    """
    SELECT DISTINCT o.customer_id, p.category
    FROM orders AS o
    JOIN order_lines AS l ON l.order_id = o.id
    JOIN products AS p ON p.id = l.product_id
    """,
)
BEST_CUSTOMERS = DemoView(
    "best_customers",
    "ten best by ORDER BY and LIMIT",
    """
    SELECT o.customer_id, SUM(l.price * l.quantity * (1 - l.discount)) AS spent
    FROM orders AS o
    JOIN order_lines AS l ON l.order_id = o.id
    GROUP BY o.customer_id
    ORDER BY spent DESC, o.customer_id
    LIMIT 10
    """,
)
BASKETS = DemoView(
    "baskets",
    "aggregate of an aggregate",
    """
    SELECT pieces, COUNT(*) AS orders, SUM(paid) AS revenue
    FROM (
        SELECT order_id, SUM(quantity) AS pieces, SUM(price * quantity * (1 - discount)) AS paid
        FROM order_lines
        GROUP BY order_id
    ) AS baskets
    GROUP BY pieces
    """,
)

VIEWS = (SALES, REGIONS, BUYERS, BEST_CUSTOMERS, BASKETS)
