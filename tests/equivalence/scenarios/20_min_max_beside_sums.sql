-- 20 MIN/MAX beside additive aggregates: both kinds of state in one group
-- tables
CREATE TABLE t (g INT, x INT, y INT);
INSERT INTO t VALUES (1, 1, 10), (1, 2, 20), (1, 2, 30), (2, NULL, 5), (2, 7, NULL);
-- view: incremental
SELECT g, MIN(x) AS lo, MAX(y) AS hi, SUM(y) AS s, COUNT(*) AS n, COUNT(DISTINCT x) AS d, MAX(x) - MIN(x) AS span FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE y = 30;
-- cycle
INSERT INTO t VALUES (1, 2, 1), (2, 0, 0), (3, NULL, NULL);
-- cycle
UPDATE t SET x = 7 WHERE x < 2;
DELETE FROM t WHERE y = 20;
-- cycle: unchanged
DELETE FROM t WHERE g = 3;
INSERT INTO t VALUES (3, NULL, NULL);
-- cycle
UPDATE t SET g = g + 1;
