-- 09 left, inner, right and full joins in one FROM
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
CREATE TABLE c (k INT, z INT);
CREATE TABLE d (k INT, w INT);
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO b VALUES (1, 10), (3, 30), (4, 40);
INSERT INTO c VALUES (1, 100), (2, 200), (4, 400);
INSERT INTO d VALUES (1, 1000), (7, 7000);
-- view: incremental
SELECT a.x, b.y, c.z, d.w FROM a LEFT JOIN b ON a.k = b.k FULL JOIN c ON c.k = COALESCE(b.k, a.k) LEFT JOIN d ON d.k = c.k OR d.w = b.y;
-- cycle
DELETE FROM b WHERE k = 1;
INSERT INTO d VALUES (4, 4000), (9, 30);
-- cycle
UPDATE c SET k = 3 WHERE k = 4;
INSERT INTO a VALUES (4, NULL);
-- cycle
DELETE FROM c;
-- cycle
INSERT INTO c SELECT k, x FROM a;
DELETE FROM d WHERE w = 30;
