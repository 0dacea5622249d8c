-- 24 HAVING and DISTINCT over other aggregates, and a view over a view of lists
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 2), (2, 1), (3, 9);
-- view listed: incremental
SELECT g, LIST(x ORDER BY x) AS l, MODE(x ORDER BY x) AS m FROM t GROUP BY g HAVING MEDIAN(x) < 5;
-- view v: incremental
SELECT l, COUNT(*) AS n, LIST(g ORDER BY g) AS gs FROM listed GROUP BY l;
-- view elements: incremental
SELECT e.x, COUNT(*) AS n FROM listed, UNNEST(listed.l) AS e(x) GROUP BY e.x;
-- cycle
UPDATE t SET x = 2 WHERE x = 9;
-- cycle
INSERT INTO t VALUES (3, 1), (1, NULL);
-- cycle
INSERT INTO t VALUES (2, 100), (2, 100), (4, 2);
-- cycle
DELETE FROM t WHERE g = 1;
