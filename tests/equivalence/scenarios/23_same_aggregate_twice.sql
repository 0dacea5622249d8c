-- 23 the same aggregate twice, under two names and inside an expression
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, NULL);
-- view: incremental
SELECT g, SUM(x) AS one, SUM(x) AS two, SUM(x) + SUM(x) AS three, COUNT(*) AS n, COUNT(*) * 2 AS n2, AVG(x) AS a, SUM(x) / COUNT(x) AS b FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 4), (2, 0);
-- cycle
UPDATE t SET x = NULL WHERE x < 2;
-- cycle
DELETE FROM t WHERE x IS NULL;
