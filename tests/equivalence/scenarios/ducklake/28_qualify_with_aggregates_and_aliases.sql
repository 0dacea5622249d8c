-- 28 QUALIFY by the alias of a window over an aggregate, beside HAVING
-- tables
CREATE TABLE t (g INT, h INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (1, 2, 6), (1, 3, 1), (2, 1, 2), (2, 2, NULL);
-- view: incremental
SELECT g, h, SUM(x) AS s, RANK() OVER (PARTITION BY g ORDER BY SUM(x) DESC NULLS LAST, h) AS r FROM t GROUP BY g, h HAVING COUNT(*) < 3 QUALIFY r <= 2 AND SUM(x) IS NOT NULL;
-- cycle
INSERT INTO t VALUES (1, 3, 10), (2, 2, 0);
-- cycle
INSERT INTO t VALUES (1, 3, 10), (3, 1, 1);
-- cycle
DELETE FROM t WHERE x = 6;
-- cycle
UPDATE t SET g = 1, h = h + 10 WHERE g = 2;
