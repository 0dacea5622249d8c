-- 09 USING over three tables: the merged column is there once, NULL keys never match
-- tables
CREATE TABLE a (k INT, a INT);
CREATE TABLE b (k INT, b INT);
CREATE TABLE c (k INT, b INT, c INT);
INSERT INTO a VALUES (1, 10), (2, 20), (NULL, 30);
INSERT INTO b VALUES (1, 11), (1, 12), (2, 21), (NULL, 31);
INSERT INTO c VALUES (1, 11, 111), (2, 21, 211), (2, 21, 212), (NULL, 31, 311);
-- view: incremental
SELECT k, a, b, c FROM a JOIN b USING (k) JOIN c USING (k, b);
-- cycle
INSERT INTO a VALUES (1, 10), (3, 30);
INSERT INTO b VALUES (3, 31);
INSERT INTO c VALUES (3, 31, 313);
-- cycle
UPDATE a SET k = 3 WHERE k IS NULL;
UPDATE c SET b = 12 WHERE k = 1;
DELETE FROM b WHERE b = 21;
-- cycle
DELETE FROM a WHERE k = 1;
UPDATE b SET k = 2 WHERE k = 1;
UPDATE c SET k = 2 WHERE k = 1;
-- cycle
UPDATE a SET k = NULL WHERE k = 3;
INSERT INTO c VALUES (2, 12, NULL);
