-- 23 aggregate over UNION ALL over joins: one change arrives by several branches
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
INSERT INTO a VALUES (1, 1), (2, 2), (2, 2), (NULL, 5);
INSERT INTO b VALUES (1, 10), (2, 20), (3, 30);
-- view: incremental
SELECT k, SUM(v) AS s, COUNT(*) AS n, MAX(v) AS hi
FROM (
    SELECT a.k, a.x + b.y AS v FROM a JOIN b ON a.k = b.k
    UNION ALL SELECT k, x FROM a
    UNION ALL SELECT b.k, -b.y FROM b WHERE b.y > 10
) AS u GROUP BY k;
-- cycle
INSERT INTO a VALUES (3, 3);
UPDATE b SET y = y + 5;
-- cycle
DELETE FROM a WHERE k = 2;
DELETE FROM b WHERE k = 2;
-- cycle
UPDATE a SET k = 3;
INSERT INTO b VALUES (3, NULL), (NULL, 11);
-- cycle
DELETE FROM a;
DELETE FROM b;
INSERT INTO a VALUES (1, NULL);
