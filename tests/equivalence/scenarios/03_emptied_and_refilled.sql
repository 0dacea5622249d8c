-- 03 join of three below an aggregate: everything goes, comes back, and goes again
-- tables
CREATE TABLE a (x INT);
CREATE TABLE b (x INT, y INT);
CREATE TABLE c (y INT, v INT);
INSERT INTO a VALUES (1), (2), (2);
INSERT INTO b VALUES (1, 1), (2, 1), (2, 2);
INSERT INTO c VALUES (1, 5), (2, NULL), (2, 7);
-- view: incremental
SELECT a.x, COUNT(*) AS n, SUM(c.v) AS total, MAX(c.v) AS best FROM a, b, c WHERE a.x = b.x AND b.y = c.y GROUP BY a.x;
-- cycle
DELETE FROM a;
DELETE FROM b;
DELETE FROM c;
-- cycle
INSERT INTO a VALUES (1), (1), (3);
INSERT INTO b VALUES (1, 1), (3, 3);
INSERT INTO c VALUES (1, 5), (3, NULL);
-- cycle
DELETE FROM a;
INSERT INTO a VALUES (1);
DELETE FROM b WHERE x = 3;
INSERT INTO b VALUES (1, 3);
UPDATE c SET v = 8 WHERE v IS NULL;
-- cycle
DELETE FROM c;
