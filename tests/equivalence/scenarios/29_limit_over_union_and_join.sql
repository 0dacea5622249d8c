-- 29 ORDER BY and LIMIT over a UNION ALL of a join and a table, by ordinal
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
INSERT INTO a VALUES (1, 5), (2, 6), (3, 7);
INSERT INTO b VALUES (1, 1), (2, 2);
-- view: incremental
SELECT a.k, a.x * 10 + b.y AS v FROM a JOIN b ON a.k = b.k UNION ALL SELECT k, x FROM a ORDER BY 2, 1 LIMIT 3;
-- cycle
INSERT INTO a VALUES (4, 0);
-- cycle
DELETE FROM a WHERE k IN (1, 2);
INSERT INTO b VALUES (4, 4);
-- cycle
DELETE FROM b;
UPDATE a SET x = x + 1;
-- cycle
DELETE FROM a WHERE k = 4;
