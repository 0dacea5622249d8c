-- 03 four joined tables below two levels of aggregation, all four changed in each of five cycles
-- tables
CREATE TABLE customer (id INT, region INT);
CREATE TABLE orders (id INT, customer INT, day INT);
CREATE TABLE line (order_id INT, product INT, qty INT);
CREATE TABLE product (id INT, price DECIMAL(9, 2));
INSERT INTO customer VALUES (1, 1), (2, 1), (3, 2), (4, NULL);
INSERT INTO orders VALUES (10, 1, 1), (11, 1, 2), (12, 2, 1), (13, 3, 2), (14, 4, 1);
INSERT INTO line VALUES (10, 100, 1), (10, 101, 2), (11, 100, 5), (12, 102, 1), (13, 101, 7), (14, 100, 1), (14, 100, 1);
INSERT INTO product VALUES (100, 1.10), (101, 2.25), (102, NULL);
-- view: incremental
SELECT region, COUNT(*) AS customers, SUM(spent) AS spent, MAX(spent) AS best, MIN(orders) AS fewest, AVG(spent) AS mean
FROM (
    SELECT c.region, c.id, SUM(l.qty * p.price) AS spent, COUNT(DISTINCT o.id) AS orders
    FROM customer c
    JOIN orders o ON o.customer = c.id
    JOIN line l ON l.order_id = o.id
    JOIN product p ON p.id = l.product
    GROUP BY c.region, c.id
) AS per_customer
GROUP BY region;
-- cycle
INSERT INTO customer VALUES (5, 2);
INSERT INTO orders VALUES (15, 5, 3), (16, 1, 3);
INSERT INTO line VALUES (15, 103, 2), (16, 103, 1);
INSERT INTO product VALUES (103, 9.99);
-- cycle
DELETE FROM customer WHERE id = 3;
DELETE FROM orders WHERE id = 13;
DELETE FROM line WHERE order_id = 13;
DELETE FROM product WHERE id = 101;
-- cycle
UPDATE customer SET region = 2 WHERE id = 1;
UPDATE orders SET customer = 2 WHERE id = 11;
UPDATE line SET qty = qty + 1 WHERE product = 100;
UPDATE product SET price = 0.05 WHERE id = 102;
-- cycle
BEGIN;
DELETE FROM customer WHERE id = 5;
INSERT INTO customer VALUES (3, NULL), (5, 1);
UPDATE orders SET customer = 3 WHERE id IN (12, 14);
DELETE FROM line WHERE order_id = 10;
INSERT INTO line VALUES (10, 104, 3), (15, 104, NULL);
UPDATE product SET id = 104 WHERE id = 100;
COMMIT;
-- cycle
DELETE FROM orders WHERE id = 16;
UPDATE customer SET region = NULL;
DELETE FROM product WHERE price IS NULL OR price < 0.10;
INSERT INTO line VALUES (15, 103, 1), (15, 103, 1);
INSERT INTO orders VALUES (10, 2, 9);
