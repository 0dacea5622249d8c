-- 25 join of two UNION ALLs
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, x INT);
CREATE TABLE c (k INT, y VARCHAR);
INSERT INTO a VALUES (1, 1), (2, 2);
INSERT INTO b VALUES (1, 1), (3, 3), (NULL, 4);
INSERT INTO c VALUES (1, 'c1'), (3, 'c3');
-- view: incremental
SELECT l.k, l.x, r.y FROM (SELECT k, x FROM a UNION ALL SELECT k, x FROM b) AS l
JOIN (SELECT k, y FROM c UNION ALL SELECT k, 'from a' FROM a) AS r ON l.k = r.k;
-- cycle
INSERT INTO a VALUES (3, 3);
DELETE FROM c WHERE k = 1;
-- cycle
UPDATE b SET k = 2;
UPDATE a SET k = 2 WHERE k = 1;
-- cycle
DELETE FROM a;
INSERT INTO c VALUES (2, NULL), (2, NULL);
-- cycle
DELETE FROM b WHERE x = 1;
INSERT INTO a VALUES (2, 1);
