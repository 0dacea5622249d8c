CREATE MATERIALIZED VIEW baskets
COMMENT 'aggregate of an aggregate'
AS
SELECT pieces, COUNT(*) AS orders, SUM(paid) AS revenue
FROM (
  SELECT order_id, SUM(quantity) AS pieces, SUM(price * quantity * (1 - discount)) AS paid
  FROM order_lines
  GROUP BY order_id
) AS baskets
GROUP BY pieces;
