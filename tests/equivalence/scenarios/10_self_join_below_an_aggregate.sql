-- 10 the same table on both sides below an aggregate
-- tables
CREATE TABLE basket (basket INT, item VARCHAR);
INSERT INTO basket VALUES (1, 'milk'), (1, 'bread'), (2, 'milk'), (2, 'bread'), (2, 'eggs'), (3, 'eggs'), (3, NULL);
-- view: incremental
SELECT a.item AS first, b.item AS second, COUNT(*) AS together, MIN(a.basket) AS since
FROM basket a JOIN basket b ON a.basket = b.basket AND a.item < b.item
GROUP BY a.item, b.item;
-- cycle
INSERT INTO basket VALUES (3, 'milk'), (1, 'milk'), (4, 'ham'), (4, 'jam');
-- cycle
DELETE FROM basket WHERE basket = 1;
-- cycle
UPDATE basket SET basket = 2 WHERE basket IN (3, 4);
-- cycle
UPDATE basket SET item = 'eggs' WHERE item = 'milk';
DELETE FROM basket WHERE item = 'ham';
