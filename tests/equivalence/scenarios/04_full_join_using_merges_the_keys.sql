-- 04 full join USING: the one key column comes from the side that has it, also while it moves
-- tables
CREATE TABLE l (k INT, x INT);
CREATE TABLE r (k INT, y INT);
INSERT INTO l VALUES (1, 1), (2, 2), (NULL, 9);
INSERT INTO r VALUES (2, 20), (3, 30), (NULL, 90);
-- view: incremental
SELECT k, x, y, COALESCE(k, -1) * 10 AS shown FROM l FULL JOIN r USING (k);
-- cycle
DELETE FROM l WHERE k = 2;
INSERT INTO l VALUES (3, 3);
-- cycle
UPDATE r SET k = 1 WHERE k = 2;
UPDATE l SET k = 4 WHERE k IS NULL;
-- cycle
DELETE FROM r WHERE k = 3;
UPDATE r SET k = 4 WHERE k IS NULL;
-- cycle
DELETE FROM l;
-- cycle
INSERT INTO l SELECT k, y FROM r;
