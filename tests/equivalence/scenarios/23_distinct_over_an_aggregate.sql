-- 23 DISTINCT over aggregates: two groups with the same numbers are one row
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 5), (2, 2), (2, 3), (3, 5), (4, NULL), (5, NULL);
-- view: incremental
SELECT DISTINCT SUM(x) AS s, COUNT(x) > 1 AS several FROM t GROUP BY g;
-- cycle: unchanged
DELETE FROM t WHERE g = 3 OR g = 4;
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle
INSERT INTO t VALUES (6, 4), (6, 1), (7, 8);
UPDATE t SET x = 0 WHERE x IS NULL;
-- cycle
DELETE FROM t WHERE g IN (2, 7);
-- cycle
UPDATE t SET g = 1;
