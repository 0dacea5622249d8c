-- 09 NATURAL JOIN after a comma, and a comma after it
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
CREATE TABLE c (k INT, y INT, z INT);
INSERT INTO a VALUES (1, 10), (2, 20);
INSERT INTO b VALUES (1, 1), (2, 2), (2, NULL);
INSERT INTO c VALUES (1, 1, 5), (2, 2, 6), (2, 3, 7);
-- view: incremental
SELECT a.x, b.k, b.y, c.z, d.k AS dk FROM a, b NATURAL JOIN c, a AS d WHERE a.k <= b.k AND d.k <> a.k;
-- cycle
INSERT INTO a VALUES (3, 30), (1, 11);
-- cycle
UPDATE c SET y = 2 WHERE y = 3;
DELETE FROM b WHERE k = 1;
-- cycle
UPDATE b SET y = 2 WHERE y IS NULL;
DELETE FROM a WHERE k = 2;
INSERT INTO c VALUES (NULL, NULL, 8);
