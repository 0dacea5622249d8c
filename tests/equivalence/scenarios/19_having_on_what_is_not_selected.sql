-- 19 HAVING on aggregates and keys that the SELECT does not show
-- tables
CREATE TABLE t (g INT, h INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (1, 1, 5), (1, 2, 5), (2, 1, 9), (2, NULL, 9), (3, 1, NULL);
-- view: incremental
SELECT g, COUNT(*) AS n FROM t GROUP BY g, h HAVING MAX(x) < 10 AND (h IS NULL OR h < 3) AND COUNT(x) >= 1;
-- cycle
INSERT INTO t VALUES (1, 1, 12), (3, 1, 1);
-- cycle
DELETE FROM t WHERE x = 12;
UPDATE t SET h = 3 WHERE h = 2;
-- cycle
UPDATE t SET x = NULL WHERE g = 2;
UPDATE t SET h = NULL WHERE g = 1;
-- cycle
UPDATE t SET x = 1;
