-- 23 aliases of aggregates used again in the SELECT list
-- tables
CREATE TABLE t (a INTEGER, g INTEGER);
INSERT INTO t VALUES (1, 1), (2, 1), (3, NULL), (4, 2);
-- view: incremental
SELECT g + 1 AS k, SUM(a) AS s, s * 2 AS twice, twice + k AS mixed FROM t GROUP BY k HAVING s > 1;
-- cycle
INSERT INTO t VALUES (5, 2), (0, 3), (NULL, 3);
-- cycle
UPDATE t SET a = a - 2;
-- cycle
UPDATE t SET g = 2 WHERE g IS NULL;
