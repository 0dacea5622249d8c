-- 34 aggregates without aliases
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, NULL);
-- view: incremental
SELECT g, COUNT(*), SUM(x), SUM(x) + 1, MAX(x), COUNT(DISTINCT x) FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 5), (3, 5), (NULL, 1);
-- cycle
DELETE FROM t WHERE x = 2;
-- cycle
UPDATE t SET x = COALESCE(x, 0) + 1;
