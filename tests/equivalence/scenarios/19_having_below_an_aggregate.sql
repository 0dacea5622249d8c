-- 19 HAVING inside a derived table, below another aggregate
-- tables
CREATE TABLE sale (shop INT, day INT, amount INT);
INSERT INTO sale VALUES (1, 1, 10), (1, 2, 20), (2, 1, 5), (2, 2, 30), (3, 1, NULL);
-- view: incremental
SELECT day, COUNT(*) AS shops, SUM(amount) AS amount
FROM (SELECT shop, day, SUM(amount) AS amount FROM sale GROUP BY shop, day HAVING SUM(amount) >= 10) AS good
GROUP BY day HAVING COUNT(*) < 3;
-- cycle
INSERT INTO sale VALUES (2, 1, 5), (3, 1, 9);
-- cycle
INSERT INTO sale VALUES (3, 1, 1);
-- cycle
UPDATE sale SET amount = amount - 11 WHERE shop = 1;
-- cycle
UPDATE sale SET day = 3 WHERE shop = 2;
DELETE FROM sale WHERE shop = 3;
