-- 29 top-N over an aggregate: groups overtake each other
-- tables
CREATE TABLE sale (shop VARCHAR, amount INT);
INSERT INTO sale VALUES ('a', 10), ('b', 20), ('c', 5), ('d', 1), ('a', 4);
-- view: incremental
SELECT shop, SUM(amount) AS total FROM sale GROUP BY shop HAVING COUNT(*) > 0 ORDER BY total DESC, shop LIMIT 2;
-- cycle
INSERT INTO sale VALUES ('d', 50), ('c', NULL);
-- cycle
DELETE FROM sale WHERE shop = 'b';
-- cycle
UPDATE sale SET amount = amount + 1 WHERE shop = 'a';
-- cycle: unchanged
INSERT INTO sale VALUES ('c', 1), ('e', 2);
-- cycle
UPDATE sale SET shop = 'e' WHERE shop = 'd';
