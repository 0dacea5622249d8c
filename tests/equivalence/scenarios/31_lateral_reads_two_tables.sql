-- 31 lateral that reads two tables before it, in a join of three
-- tables
CREATE TABLE a (id INT, x INT);
CREATE TABLE b (a INT, y INT);
CREATE TABLE c (x INT, y INT, z INT);
INSERT INTO a VALUES (1, 1), (2, 2);
INSERT INTO b VALUES (1, 1), (1, 2), (2, 2);
INSERT INTO c VALUES (1, 1, 10), (1, 2, 20), (2, 2, 30), (2, 2, 31);
-- view: incremental
SELECT a.id, b.y, m.top, m.n FROM a JOIN b ON b.a = a.id CROSS JOIN LATERAL (SELECT MAX(c.z) AS top, COUNT(c.z) AS n FROM c WHERE c.x = a.x AND c.y = b.y) m;
-- cycle
DELETE FROM c WHERE z IN (10, 31);
-- cycle
UPDATE a SET x = 1;
INSERT INTO c VALUES (1, 2, 99);
-- cycle
UPDATE b SET y = 1 WHERE a = 2;
INSERT INTO b VALUES (2, NULL);
-- cycle
UPDATE c SET y = 1;
DELETE FROM b WHERE a = 1 AND y = 2;
