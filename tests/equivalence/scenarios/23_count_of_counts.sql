-- 23 how many groups have how many rows
-- tables
CREATE TABLE t (g INT);
INSERT INTO t VALUES (1), (1), (2), (3), (3), (NULL);
-- view: incremental
SELECT n, COUNT(*) AS groups FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) AS c GROUP BY n;
-- cycle
INSERT INTO t VALUES (2), (4);
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle: unchanged
UPDATE t SET g = g + 1 WHERE g >= 2;
-- cycle
UPDATE t SET g = NULL;
