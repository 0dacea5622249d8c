-- 24 ordered aggregates with DISTINCT and FILTER, over no rows, and two orders in one SELECT
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 3), (1, 1), (1, 3), (1, NULL), (2, 2), (2, 2);
-- view: incremental
SELECT g, LIST(DISTINCT x ORDER BY x) AS once, LIST(x ORDER BY x DESC) FILTER (WHERE x > 1) AS big, STRING_AGG(DISTINCT CAST(x AS VARCHAR), '|' ORDER BY CAST(x AS VARCHAR) DESC) AS s,
       COUNT(DISTINCT x) AS n, SUM(DISTINCT x) AS sum_
FROM t GROUP BY g;
-- view overall: incremental
SELECT STRING_AGG(CAST(x AS VARCHAR), '' ORDER BY x, g) AS s, LIST(g ORDER BY g, x) AS l FROM t WHERE x IS NOT NULL;
-- cycle
INSERT INTO t VALUES (1, 2), (2, 1), (3, NULL);
-- cycle
DELETE FROM t WHERE x = 3;
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (1, 5), (1, 4);
