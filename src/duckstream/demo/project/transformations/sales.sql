CREATE MATERIALIZED VIEW sales
COMMENT 'join of four tables with SUM, AVG and COUNT'
AS
SELECT p.category, c.region, COUNT(*) AS lines, AVG(l.price) AS average_price,
  SUM(l.price * l.quantity * (1 - l.discount)) AS revenue
FROM order_lines AS l
JOIN products AS p ON p.id = l.product_id
JOIN orders AS o ON o.id = l.order_id
JOIN customers AS c ON c.id = o.customer_id
GROUP BY p.category, c.region;

CREATE MATERIALIZED VIEW regions
COMMENT 'view on the view sales'
AS
SELECT region, SUM(revenue) AS revenue, SUM(lines) AS lines, COUNT(*) AS categories
FROM sales
GROUP BY region;
