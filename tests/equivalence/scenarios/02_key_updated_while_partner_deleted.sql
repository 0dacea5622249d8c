-- 02 join: the key of a row is updated while its old partner is deleted
-- tables
CREATE TABLE orders (id INT, customer INT, amount DECIMAL(9, 2));
CREATE TABLE customer (id INT, name VARCHAR);
INSERT INTO orders VALUES (1, 10, 5.50), (2, 10, 7.25), (3, 20, NULL);
INSERT INTO customer VALUES (10, 'ada'), (20, 'bob'), (30, 'cy');
-- view: incremental
SELECT o.id, c.name, o.amount FROM orders o JOIN customer c ON c.id = o.customer;
-- cycle
UPDATE orders SET customer = 30 WHERE id = 1;
DELETE FROM customer WHERE id = 10;
-- cycle
DELETE FROM customer WHERE id = 30;
UPDATE orders SET customer = 20 WHERE id IN (1, 2);
-- cycle
BEGIN;
UPDATE orders SET customer = 40, amount = 1 WHERE id = 3;
DELETE FROM customer WHERE id = 20;
INSERT INTO customer VALUES (40, 'di'), (40, 'di');
COMMIT;
-- cycle
UPDATE customer SET id = 20 WHERE name = 'di';
