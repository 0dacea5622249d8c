-- 24 grouping sets of expressions, GROUPING in CASE and HAVING, below an aggregate and a window
-- tables
CREATE TABLE t (x INT, y INT);
INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, NULL), (NULL, 5);
-- view: incremental
SELECT x % 2 AS odd, CASE WHEN GROUPING(x % 2) = 1 THEN 'all' ELSE 'part' END AS kind, SUM(y) AS s, COUNT(DISTINCT y) AS d
FROM t GROUP BY GROUPING SETS ((x % 2), ()) HAVING GROUPING(x % 2) = 1 OR COUNT(*) > 1;
-- view over_it: incremental
SELECT g.n, COUNT(*) AS times, MAX(g.s) AS s FROM (SELECT x, y, COUNT(*) AS n, SUM(y) AS s FROM t GROUP BY GROUPING SETS ((x), (y))) g GROUP BY g.n;
-- cycle
INSERT INTO t VALUES (5, 3), (NULL, 6);
-- cycle
DELETE FROM t WHERE x = 1 OR x = 3;
-- cycle
UPDATE t SET x = 7 WHERE x IS NULL;
UPDATE t SET y = 3 WHERE y = 2;
-- cycle
UPDATE t SET y = x;
