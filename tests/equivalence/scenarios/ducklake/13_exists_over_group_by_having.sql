-- 13 EXISTS over GROUP BY and HAVING: a group crosses the limit
-- tables
CREATE TABLE c (id INT);
CREATE TABLE o (c INT, day INT, amount INT);
INSERT INTO c VALUES (1), (2), (3);
INSERT INTO o VALUES (1, 1, 5), (1, 1, 6), (1, 2, 3), (2, 1, 10);
-- view: incremental
SELECT id FROM c WHERE EXISTS (SELECT o.day FROM o WHERE o.c = c.id GROUP BY o.day HAVING SUM(o.amount) > 10);
-- view none: incremental
SELECT id FROM c WHERE id NOT IN (SELECT c FROM o GROUP BY c HAVING COUNT(*) > 2);
-- cycle
INSERT INTO o VALUES (2, 1, 1), (2, 2, 1);
-- cycle
DELETE FROM o WHERE amount = 6;
DELETE FROM o WHERE c = 2 AND day = 2;
INSERT INTO o VALUES (3, 1, 50);
-- cycle: none unchanged
UPDATE o SET day = 1, amount = amount + 2;
-- cycle
UPDATE o SET c = 3 WHERE c <> 3;
