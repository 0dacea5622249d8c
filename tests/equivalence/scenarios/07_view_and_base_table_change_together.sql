-- 07 join of an upstream view with a base table: both change together
-- tables
CREATE TABLE sale (shop INT, amount INT);
CREATE TABLE shop (id INT, city VARCHAR);
INSERT INTO sale VALUES (1, 10), (1, 20), (2, 5), (NULL, 7);
INSERT INTO shop VALUES (1, 'oslo'), (2, 'rome');
-- view per_shop: incremental
SELECT shop, SUM(amount) AS total, COUNT(*) AS sales FROM sale GROUP BY shop;
-- view per_city: incremental
SELECT s.city, p.total, p.sales FROM per_shop p JOIN shop s ON s.id = p.shop;
-- cycle
INSERT INTO sale VALUES (3, 1), (1, 1);
INSERT INTO shop VALUES (3, 'rome');
-- cycle
DELETE FROM sale WHERE shop = 1;
DELETE FROM shop WHERE id = 1;
-- cycle: per_city unchanged
UPDATE sale SET shop = 1 WHERE shop = 2;
UPDATE shop SET id = 1 WHERE id = 2;
-- cycle: per_city unchanged
INSERT INTO sale VALUES (99, 1);
-- cycle: per_shop no_op
UPDATE shop SET city = 'bari' WHERE id = 3;
