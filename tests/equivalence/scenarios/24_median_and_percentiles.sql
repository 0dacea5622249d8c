-- 24 MEDIAN and percentiles: the middle goes, an even number, one value, only NULLs
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (1, 9), (2, 4), (3, NULL);
-- view: incremental
SELECT g, MEDIAN(x) AS m, PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x) AS q, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY x) AS d, COUNT(x) AS n FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE x = 2;
INSERT INTO t VALUES (2, 6), (3, 7);
-- cycle
UPDATE t SET x = NULL WHERE g = 3;
INSERT INTO t VALUES (1, 9), (1, 9);
-- cycle
UPDATE t SET g = 3, x = x * 2 WHERE g = 1;
-- cycle
DELETE FROM t WHERE x = 18;
