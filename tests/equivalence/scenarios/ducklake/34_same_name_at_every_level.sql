-- 34 one name for the table, its alias, a column and a CTE; inner names hide outer ones
-- tables
CREATE TABLE x (x INT, y INT);
CREATE TABLE y (x INT, y INT);
INSERT INTO x VALUES (1, 1), (2, 2), (3, NULL);
INSERT INTO y VALUES (1, 2), (2, 2);
-- view: incremental
SELECT x.x, (SELECT MAX(x.y) FROM y AS x WHERE x.x > 0) AS y FROM x WHERE EXISTS (SELECT 1 FROM y WHERE y.y = x.x OR y.x = x.y);
-- cycle
INSERT INTO y VALUES (3, 3);
-- cycle
DELETE FROM y WHERE x = 1;
UPDATE x SET y = 3 WHERE y IS NULL;
-- cycle
UPDATE x SET x = x + 1;
DELETE FROM y WHERE y = 3;
