-- 20 MAX over grouped sums: the best group shrinks and another one wins
-- tables
CREATE TABLE t (g INT, h INT, x INT);
INSERT INTO t VALUES (1, 1, 10), (1, 2, 20), (1, 2, 5), (2, 1, 7), (2, 2, NULL);
-- view: incremental
SELECT g, MAX(s) AS best, MIN(s) AS worst FROM (SELECT g, h, SUM(x) AS s FROM t GROUP BY g, h) AS sums GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 2, -20), (2, 2, 8);
-- cycle
DELETE FROM t WHERE h = 2 AND x < 10;
-- cycle
UPDATE t SET h = 3 - h;
INSERT INTO t VALUES (1, 3, 21), (2, 3, NULL);
-- cycle
DELETE FROM t WHERE g = 1 AND x >= 20;
UPDATE t SET g = 1 WHERE g = 2;
