-- 09 SELECT * over USING: the order of the columns, and the merged one first
-- tables
CREATE TABLE a (x INT, k INT, y INT);
CREATE TABLE b (z INT, k INT);
INSERT INTO a VALUES (1, 1, 1), (2, 2, NULL), (2, 2, NULL);
INSERT INTO b VALUES (9, 1), (8, 2);
-- view: incremental
SELECT * FROM a JOIN b USING (k);
-- cycle
INSERT INTO b VALUES (7, 2);
UPDATE a SET y = 5 WHERE k = 1;
-- cycle
UPDATE b SET k = 1 WHERE z = 8;
DELETE FROM a WHERE k = 2;
-- cycle
INSERT INTO a VALUES (NULL, 2, 2);
DELETE FROM b WHERE z = 9;
