CREATE TEMPORARY VIEW paid_lines AS
SELECT o.customer_id, l.product_id, l.price * l.quantity * (1 - l.discount) AS paid
FROM orders AS o
JOIN order_lines AS l ON l.order_id = o.id;

CREATE MATERIALIZED VIEW buyers
COMMENT 'DISTINCT over a join'
AS
SELECT DISTINCT b.customer_id, p.category
FROM paid_lines AS b
JOIN products AS p ON p.id = b.product_id;

CREATE MATERIALIZED VIEW best_customers
COMMENT 'ten best by ORDER BY and LIMIT'
AS
SELECT customer_id, SUM(paid) AS spent
FROM paid_lines
GROUP BY customer_id
ORDER BY spent DESC, customer_id
LIMIT 10;
