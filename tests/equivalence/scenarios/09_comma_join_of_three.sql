-- 09 comma join of three tables, its conditions among other conjuncts in the WHERE
-- tables
CREATE TABLE a (x INT, p INT);
CREATE TABLE b (x INT, y INT);
CREATE TABLE c (y INT, q INT);
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO b VALUES (1, 1), (2, 1), (3, 2), (3, NULL);
INSERT INTO c VALUES (1, 3), (2, 1), (2, 5), (NULL, 5);
-- view: incremental
SELECT a.x, c.q, a.p * c.q AS pq FROM a, b, c WHERE a.x = b.x AND b.y = c.y AND (a.p < c.q OR a.p IS NULL) AND c.q <> 4;
-- cycle
UPDATE a SET p = NULL WHERE x = 2;
UPDATE c SET q = 4 WHERE q = 5;
-- cycle
INSERT INTO a VALUES (1, 2);
INSERT INTO b VALUES (1, 2), (2, 2);
UPDATE c SET q = 6 WHERE q = 4;
-- cycle
DELETE FROM a WHERE x = 1 AND p = 1;
DELETE FROM b WHERE y = 1;
DELETE FROM c WHERE q = 3;
