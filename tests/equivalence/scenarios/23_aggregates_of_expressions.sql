-- 23 aggregates of expressions over a join, with NULLs inside
-- tables
CREATE TABLE line (product INT, qty INT, discount DECIMAL(4, 2));
CREATE TABLE product (id INT, price DECIMAL(9, 2), kind VARCHAR);
INSERT INTO line VALUES (1, 2, 0.10), (1, 1, 0.00), (2, 5, NULL), (3, 4, 0.50);
INSERT INTO product VALUES (1, 9.99, 'a'), (2, 1.00, 'a'), (3, NULL, 'b');
-- view: incremental
SELECT kind, SUM(qty * price * (1 - discount)) AS revenue, SUM(qty) * MAX(price) AS bound, MAX(COALESCE(price, 0) - COALESCE(discount, 0)) AS top,
       COUNT(qty + discount) AS complete
FROM line JOIN product ON line.product = product.id GROUP BY kind;
-- cycle
UPDATE product SET price = 2.50 WHERE id = 3;
UPDATE line SET discount = 0.25 WHERE discount IS NULL;
-- cycle
DELETE FROM line WHERE qty = 2;
INSERT INTO line VALUES (3, NULL, 0.01), (2, 1, 0.01);
-- cycle
UPDATE product SET kind = 'b';
UPDATE line SET qty = 0 WHERE product = 1;
-- cycle
DELETE FROM product WHERE id IN (1, 3);
