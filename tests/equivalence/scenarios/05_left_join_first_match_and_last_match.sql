-- 05 left join: the first match appears, the last match goes
-- tables
CREATE TABLE customer (id INT, name VARCHAR);
CREATE TABLE orders (id INT, customer INT, total INT);
INSERT INTO customer VALUES (1, 'ann'), (2, 'bob'), (3, NULL);
INSERT INTO orders VALUES (10, 1, 5), (11, 1, 6), (12, NULL, 7);
-- view: incremental
SELECT c.id, c.name, o.id AS order_id, o.total FROM customer c LEFT JOIN orders o ON o.customer = c.id;
-- cycle
INSERT INTO orders VALUES (13, 2, 1);
-- cycle
DELETE FROM orders WHERE customer = 1;
-- cycle
INSERT INTO orders VALUES (14, 3, NULL), (15, 3, NULL);
DELETE FROM orders WHERE id = 13;
-- cycle
DELETE FROM orders WHERE id = 14;
INSERT INTO customer VALUES (3, 'twin');
-- cycle
DELETE FROM orders;
